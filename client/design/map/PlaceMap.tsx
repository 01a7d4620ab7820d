import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Skeleton } from '../Loading.tsx';
import { loadSheet } from './loadSheet.ts';
import { HEIGHT, placeOnMap, WIDTH } from './placeOnMap.ts';
import type { Place, Sheet } from './sheet.ts';

/*
 * <PlaceMap place={{ latitude, longitude }} withinKm={5} title="Farm near Madang, Papua New Guinea" countryName={name} loading="..." />
 *     loads the outlines it needs, then draws; when they do not come, the place is drawn without them
 * <PlaceMapDrawing sheet={sheet} ... />   draws at once, in Node too: for whoever has the sheet (`loadSheet`)
 *
 * A place is an area, never a point: `withinKm` says how exact it is. The title is what a screen reader reads. No outside tiles.
 */
export interface PlaceMapProps {
  place: Place;
  /** km; the radius of the area within which the place is */
  withinKm: number;
  /** says in words what is drawn */
  title: string;
  /** a country's name for its ISO 3166-1 code; without it no names are drawn */
  countryName?: (code: string) => string | undefined;
  /** a line under the map */
  caption?: ReactNode;
}

export function PlaceMap({ loading, ...props }: PlaceMapProps & { loading: string }) {
  const { latitude, longitude } = props.place;
  const [loaded, setLoaded] = useState<{ of: string; sheet: Sheet } | null>(null);
  const of = `${latitude} ${longitude}`;
  useEffect(() => {
    let isWanted = true;
    const show = (sheet: Sheet): void => {
      if (isWanted) setLoaded({ of: `${latitude} ${longitude}`, sheet });
    };
    loadSheet({ latitude, longitude }).then(show, () => show([]));
    return () => {
      isWanted = false;
    };
  }, [latitude, longitude]);
  if (loaded?.of === of) return <PlaceMapDrawing {...props} sheet={loaded.sheet} />;
  return (
    <chakra.output display="block" aria-label={loading}>
      <Skeleton h="auto" aspectRatio={WIDTH / HEIGHT} borderRadius="panel" />
    </chakra.output>
  );
}

export function PlaceMapDrawing({
  sheet,
  place,
  withinKm,
  title,
  countryName,
  caption,
}: PlaceMapProps & { sheet: Sheet }) {
  const id = useId();
  const { width, height, shapes, labels, place: spot } = placeOnMap(sheet, place, withinKm);
  return (
    <chakra.figure minW="0">
      <Box overflow="hidden" borderWidth="1px" borderColor="line" borderRadius="panel" bg="sky.subtle">
        <chakra.svg
          role="img"
          aria-labelledby={id}
          viewBox={`0 0 ${width} ${height}`}
          display="block"
          w="full"
          h="auto"
        >
          <title id={id}>{title}</title>
          {shapes.map(({ code, path, isHome }, index) => (
            <chakra.path
              key={`${code}-${index}`}
              d={path}
              fillRule="evenodd"
              strokeLinejoin="round"
              strokeWidth={isHome ? 1.5 : 1}
              css={{
                fill: isHome ? 'bg.raised' : 'bg.sunken',
                stroke: isHome ? 'brand' : 'edge',
                vectorEffect: 'non-scaling-stroke',
              }}
            />
          ))}
          {countryName !== undefined &&
            labels.map(({ code, x, y, isHome }) => (
              <chakra.text
                key={code}
                aria-hidden
                x={withinFrame(x, countryName(code))}
                y={y}
                textAnchor="middle"
                dominantBaseline="middle"
                css={{
                  fill: isHome ? 'fg' : 'fg.muted',
                  stroke: isHome ? 'bg.raised' : 'bg.sunken',
                  paintOrder: 'stroke',
                  strokeWidth: '4px',
                  strokeLinejoin: 'round',
                  fontSize: '14px',
                  fontWeight: isHome ? '600' : '400',
                }}
              >
                {countryName(code)}
              </chakra.text>
            ))}
          <chakra.circle cx={spot.x} cy={spot.y} r={spot.radius + 9} css={{ fill: 'leaf.solid', opacity: '0.22' }} />
          <chakra.circle
            cx={spot.x}
            cy={spot.y}
            r={spot.radius}
            css={{ fill: 'leaf.solid', stroke: 'bg.raised', strokeWidth: '2px' }}
          />
        </chakra.svg>
      </Box>
      {caption !== undefined && (
        <Flex as="figcaption" mt="2" fontSize="sm" color="fg.muted">
          {caption}
        </Flex>
      )}
    </chakra.figure>
  );
}

/** Keeps a name inside the frame; half the width of its letters is enough to tell. */
function withinFrame(x: number, name = ''): number {
  const half = name.length * 4 + 6;
  return half * 2 > WIDTH ? WIDTH / 2 : Math.min(Math.max(x, half), WIDTH - half);
}
