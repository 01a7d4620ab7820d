import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, LocateFixed, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { dark, light, type Scheme } from '../../design/colors.ts';
import { useScheme } from '../../design/scheme.ts';
import { type FarmId, useFarmWords } from '../../words/farmWords.ts';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
import type { DrawMap, DrawMarks } from './drawOnMap.ts';
import type { MapTileServer } from './mapTileServer.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

interface DrawPanelProps {
  corners: readonly GeoPoint[];
  marks: DrawMarks;
  /** the map opens around these places, one at least, if there are no corners */
  around: readonly GeoPoint[];
  /** the farm's other plots, and the plot's earlier outline */
  others: readonly MapShape[];
  /** undefined while it loads */
  tiles: MapTileServer | null | undefined;
  onChange: (corners: readonly GeoPoint[]) => void;
  /** shown where the device cannot render the map */
  instead: ReactNode;
}

type State = 'loading' | 'ready' | 'impossible' | 'failed';
const SAID: Record<'impossible' | 'failed', FarmId> = { impossible: 'draw.impossible', failed: 'draw.failed' };

/** As high as the window allows beside the form; on phones the form begins below it. */
const HEIGHT = { base: '20rem', md: '24rem', lg: 'clamp(16rem, 100vh - 15rem, 36rem)' };

/**
 * The farm's map to add, move and remove corners. If the device cannot render it, it says so; the list of corners still
 * works.
 */
export function DrawPanel(props: DrawPanelProps) {
  const { tiles } = props;
  const [scheme] = useScheme();
  if (tiles === undefined) return <Skeleton h={HEIGHT} borderRadius="panel" />;
  // A map cannot change its colors after it was opened.
  return <DrawingBox key={scheme} {...props} tiles={tiles} colors={scheme === 'dark' ? dark : light} />;
}

function DrawingBox(props: DrawPanelProps & { tiles: MapTileServer | null; colors: Scheme }) {
  const { corners, marks, tiles } = props;
  const { say } = useFarmWords();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DrawMap | null>(null);
  const [state, setState] = useState<State>('loading');
  const [tapped, setTapped] = useState<number | null>(null);
  const changed = useEffectEvent((places: readonly GeoPoint[]) => props.onChange(places));
  const opening = useEffectEvent((container: HTMLElement) => ({
    container,
    label: say('draw.label'),
    colors: props.colors,
    frame: props.corners.length > 0 ? props.corners : props.around,
    others: props.others,
    tiles: props.tiles,
    onChange: changed,
    onDrawing: setTapped,
  }));
  useEffect(() => {
    const container = box.current;
    if (container === null) return undefined;
    let isWanted = true;
    let opened: DrawMap | null = null;
    const open = async (): Promise<void> => {
      if (!canDrawMaps()) return setState('impossible');
      const { openDrawMap } = await import('./drawOnMap.ts');
      if (!isWanted) return undefined;
      const made = await openDrawMap(opening(container));
      if (!isWanted) return made.end();
      opened = made;
      setMap(made);
      return setState('ready');
    };
    open().catch(() => {
      if (isWanted) setState('failed');
    });
    return () => {
      isWanted = false;
      opened?.end();
    };
  }, []);
  useEffect(() => map?.show(corners, marks), [map, corners, marks]);

  if (state === 'impossible' || state === 'failed') {
    return (
      <Flex direction="column" gap="3">
        <Banner tone="pod">{say(SAID[state])}</Banner>
        {props.instead}
      </Flex>
    );
  }
  return (
    <Flex direction="column" gap="2">
      <Box fontSize="sm" color="fg.muted">
        {say('draw.lead')}
      </Box>
      <Box position="relative" h={HEIGHT} borderWidth="1px" borderColor="line" borderRadius="panel" overflow="hidden">
        {state === 'loading' && (
          <chakra.output position="absolute" inset="0" aria-label={say('draw.loading')}>
            <Skeleton h="full" />
          </chakra.output>
        )}
        {/* The map library sets its box to position: relative. */}
        <Box ref={box} w="full" h="full" visibility={state === 'ready' ? 'visible' : 'hidden'} />
      </Box>
      <Flex gap="2" wrap="wrap">
        {tapped !== null && tapped > 0 && (
          <>
            <Button size="sm" disabled={tapped < 3} onClick={() => map?.close()}>
              <Check aria-hidden /> {say('draw.close')}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => map?.undo()}>
              <Undo2 aria-hidden /> {say('draw.back')}
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            navigator.geolocation?.getCurrentPosition(
              ({ coords: { latitude, longitude } }) => map?.goTo({ latitude, longitude }),
              () => undefined,
              { enableHighAccuracy: true, timeout: 20_000 },
            )
          }
        >
          <LocateFixed aria-hidden /> {say('draw.middle')}
        </Button>
      </Flex>
      <Box fontSize="xs" color="fg.muted">
        {tiles === null ? say('draw.noTiles') : say('draw.tiles', { attribution: tiles.attribution })}
      </Box>
    </Flex>
  );
}

/** Whether this device can render the drawing map. Checked before the large map library (0.5 MB) is loaded. */
function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}
