import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Skeleton } from '../Loading.tsx';
import { HEIGHT, WIDTH, type Drawing } from './drawing.ts';
import type { MaybePlace } from './placesOnMap.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/*
 * <PlaceMap place={{ latitude, longitude }} withinKm={5} title="Farm near Madang, Papua New Guinea" countryName={name}
 *     loading="..." />
 *     loads the outlines, then draws; without outlines if loading fails
 * <PlaceMap drawing={drawing} ... />      shows an existing drawing at once
 * <PlaceMapDrawing drawing={drawing} ... />   the same without loading, from a drawing (`placeOnMap`), in Node too
 *
 * A place is an area, not a point: `withinKm` is its radius. The title is the accessible name. No external map tiles.
 */
interface Described {
  /** accessible description of the map */
  title: string;
  /** returns a country's name for its ISO 3166-1 code; without it no names are drawn */
  countryName?: (code: string) => string | undefined;
  /** a line under the map */
  caption?: ReactNode;
}

export interface PlaceMapProps extends Described {
  place: GeoPoint;
  /** radius in km of the area that contains the place */
  withinKm: number;
  /** further places on the same map; the same array while they do not change */
  others?: readonly MaybePlace[];
  loading: string;
  /** an existing drawing of this place; created here if missing */
  drawing?: Drawing | null;
}

export function PlaceMap({
  place: { latitude, longitude },
  withinKm,
  loading,
  drawing = null,
  others,
  ...props
}: PlaceMapProps) {
  const [loaded, setLoaded] = useState<{ of: string; drawing: Drawing } | null>(null);
  const of = `${latitude} ${longitude} ${withinKm}`;
  const isGiven = drawing !== null;
  useEffect(() => {
    if (isGiven) return undefined;
    let isWanted = true;
    const show = (made: Drawing): void => {
      if (isWanted) setLoaded({ of: `${latitude} ${longitude} ${withinKm}`, drawing: made });
    };
    void import('./loadDrawing.ts').then(async ({ loadDrawing }) =>
      show(await loadDrawing({ latitude, longitude }, withinKm, others)),
    );
    return () => {
      isWanted = false;
    };
  }, [latitude, longitude, withinKm, others, isGiven]);
  const shown = drawing ?? (loaded?.of === of ? loaded.drawing : null);
  if (shown !== null) return <PlaceMapDrawing {...props} drawing={shown} />;
  return (
    <chakra.output display="block" aria-label={loading}>
      <Skeleton h="auto" aspectRatio={WIDTH / HEIGHT} borderRadius="panel" />
    </chakra.output>
  );
}

export function PlaceMapDrawing({ drawing, title, countryName, caption }: Described & { drawing: Drawing }) {
  const id = useId();
  const { shapes, labels, place: spot, others = [] } = drawing;
  return (
    <chakra.figure minW="0">
      <Box overflow="hidden" borderWidth="1px" borderColor="line" borderRadius="panel" bg="sky.subtle">
        <chakra.svg
          role="img"
          aria-labelledby={id}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
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
          {others.map(({ x, y }, index) => (
            <chakra.circle
              key={index}
              cx={x}
              cy={y}
              r={spot.radius}
              css={{ fill: 'leaf.solid', stroke: 'bg.raised', strokeWidth: '2px' }}
            />
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

/** Keeps a name inside the frame, using an estimate of its width. */
function withinFrame(x: number, name = ''): number {
  const half = name.length * 4 + 6;
  return half * 2 > WIDTH ? WIDTH / 2 : Math.min(Math.max(x, half), WIDTH - half);
}
