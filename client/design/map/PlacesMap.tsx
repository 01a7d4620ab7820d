import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useId, useState } from 'react';
import { Skeleton } from '../Loading.tsx';
import type { ToneName } from '../colors.ts';
import { loadSheetNamed } from './loadSheet.ts';
import { HEIGHT, WIDTH } from './drawing.ts';
import { placesOnMap, sheetOfPlaces, type PlaceCluster } from './placesOnMap.ts';
import type { Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/*
 * <PlacesMap places={places} title="12 active alerts at 4 places" marked={id} onChoose={(ids) => ...} loading="..." />
 *     several places on one map, each with a figure; places that are too close share a spot, which shows their sum
 *
 * Pointer only: the caller shows a list of the same places beside it for keyboard and screen reader.
 */
export interface MapPlace extends GeoPoint {
  id: string;
  count: number;
  tone: ToneName;
}

export interface PlacesMapProps {
  /** at least one; highest weight first */
  places: readonly MapPlace[];
  /** accessible description of the map */
  title: string;
  /** id of the place that is hovered or chosen elsewhere */
  marked?: string | null;
  /** called with the places of the pressed spot; without it spots are only shown */
  onChoose?: ((ids: string[]) => void) | undefined;
  /** formats a figure */
  write: (count: number) => string;
}

export function PlacesMap({ loading, ...props }: PlacesMapProps & { loading: string }) {
  const name = sheetOfPlaces(props.places);
  const [loaded, setLoaded] = useState<{ name: string; sheet: Sheet } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (sheet: Sheet): void => {
      if (isWanted) setLoaded({ name, sheet });
    };
    loadSheetNamed(name).then(show, () => show([]));
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (loaded?.name === name) return <PlacesMapDrawing {...props} sheet={loaded.sheet} />;
  return (
    <chakra.output display="block" aria-label={loading}>
      <Skeleton h="auto" aspectRatio={WIDTH / HEIGHT} borderRadius="panel" />
    </chakra.output>
  );
}

/** Draws synchronously, also in Node, from a loaded sheet (`loadSheetNamed`). */
export function PlacesMapDrawing({ sheet, places, title, marked, onChoose, write }: PlacesMapProps & { sheet: Sheet }) {
  const id = useId();
  const { height, shapes, spots } = placesOnMap(sheet, places);
  return (
    <Box overflow="hidden" borderWidth="1px" borderColor="line" borderRadius="panel" bg="sky.subtle">
      <chakra.svg role="img" aria-labelledby={id} viewBox={`0 0 ${WIDTH} ${height}`} display="block" w="full" h="auto">
        <title id={id}>{title}</title>
        {shapes.map(({ code, path }, index) => (
          <chakra.path
            key={`${code}-${index}`}
            d={path}
            fillRule="evenodd"
            strokeLinejoin="round"
            strokeWidth="1"
            css={{ fill: 'bg.raised', stroke: 'edge', vectorEffect: 'non-scaling-stroke' }}
          />
        ))}
        {spots.map((spot) => (
          <SpotMark
            key={spot.members.join(' ')}
            spot={spot}
            places={spot.members.flatMap((member) => places[member] ?? [])}
            marked={marked}
            onChoose={onChoose}
            write={write}
          />
        ))}
      </chakra.svg>
    </Box>
  );
}

/** Half the height of a spot; its width follows its figure. */
const HALF = 14;
const DIGIT = 8;
const ROUND_MARK = 6;

function SpotMark({
  spot: { x, y },
  places,
  marked,
  onChoose,
  write,
}: { spot: PlaceCluster; places: readonly MapPlace[] } & Pick<PlacesMapProps, 'marked' | 'onChoose' | 'write'>) {
  const [gravest] = places;
  if (gravest === undefined) return null;
  const figure = write(places.reduce((sum, { count }) => sum + count, 0));
  const halfWidth = Math.max(HALF, (figure.length * DIGIT) / 2 + 6);
  const pill = (wider: number) => ({
    x: x - halfWidth - wider,
    y: y - HALF - wider,
    width: (halfWidth + wider) * 2,
    height: (HALF + wider) * 2,
    rx: HALF + wider,
  });
  return (
    <chakra.g
      cursor={onChoose === undefined ? undefined : 'pointer'}
      onClick={() => onChoose?.(places.map(({ id }) => id))}
    >
      {places.some(({ id }) => id === marked) && (
        <chakra.rect {...pill(ROUND_MARK)} css={{ fill: 'none', stroke: 'focus', strokeWidth: '3px' }} />
      )}
      <chakra.rect {...pill(0)} css={{ fill: `${gravest.tone}.solid`, stroke: 'bg.raised', strokeWidth: '2px' }} />
      <chakra.text
        aria-hidden
        x={x}
        y={y}
        textAnchor="middle"
        dominantBaseline="central"
        css={{ fill: `${gravest.tone}.on`, fontSize: '13px', fontWeight: '600' }}
      >
        {figure}
      </chakra.text>
    </chakra.g>
  );
}
