import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useId, useState } from 'react';
import { Skeleton } from '../Loading.tsx';
import type { ToneName } from '../palette.ts';
import { loadSheetNamed } from './loadSheet.ts';
import { HEIGHT, WIDTH } from './placeOnMap.ts';
import { placesOnMap, sheetOfPlaces, type Spot } from './placesOnMap.ts';
import type { Place, Sheet } from './sheet.ts';

/*
 * <PlacesMap places={places} title="12 active alerts at 4 places" marked={id} onChoose={(ids) => ...} loading="..." />
 *     several places on one map, each with a figure; those that lie too close share a spot, whose figure is their sum
 *
 * For the pointer alone: whoever shows it puts a list of the same places beside it, which keyboard and screen reader use.
 */
export interface MapPlace extends Place {
  id: string;
  count: number;
  tone: ToneName;
}

export interface PlacesMapProps {
  /** at least one; those of most weight first */
  places: readonly MapPlace[];
  /** says in words what is drawn */
  title: string;
  /** the place that is pointed at or chosen elsewhere */
  marked?: string | null;
  /** the places of the spot that was pressed */
  onChoose: (ids: string[]) => void;
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

/** Draws at once, in Node too: for whoever has the sheet (`loadSheetNamed`). */
export function PlacesMapDrawing({ sheet, places, title, marked, onChoose }: PlacesMapProps & { sheet: Sheet }) {
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
          />
        ))}
      </chakra.svg>
    </Box>
  );
}

const RADIUS = 14;

function SpotMark({
  spot,
  places,
  marked,
  onChoose,
}: { spot: Spot; places: readonly MapPlace[] } & Pick<PlacesMapProps, 'marked' | 'onChoose'>) {
  const [gravest] = places;
  if (gravest === undefined) return null;
  const isMarked = places.some(({ id }) => id === marked);
  return (
    <chakra.g cursor="pointer" onClick={() => onChoose(places.map(({ id }) => id))}>
      {isMarked && (
        <chakra.circle
          cx={spot.x}
          cy={spot.y}
          r={RADIUS + 6}
          css={{ fill: 'none', stroke: 'focus', strokeWidth: '3px' }}
        />
      )}
      <chakra.circle
        cx={spot.x}
        cy={spot.y}
        r={RADIUS}
        css={{ fill: `${gravest.tone}.solid`, stroke: 'bg.raised', strokeWidth: '2px' }}
      />
      <chakra.text
        aria-hidden
        x={spot.x}
        y={spot.y}
        textAnchor="middle"
        dominantBaseline="central"
        css={{ fill: `${gravest.tone}.on`, fontSize: '13px', fontWeight: '600' }}
      >
        {places.reduce((sum, { count }) => sum + count, 0)}
      </chakra.text>
    </chakra.g>
  );
}
