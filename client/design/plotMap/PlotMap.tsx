import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Skeleton } from '../Loading.tsx';
import { loadSheetNamed } from '../map/loadSheet.ts';
import { pathOf, pointsOf } from '../map/placeOnMap.ts';
import { MARGIN, sheetName, WORLD, type Sheet } from '../map/sheet.ts';
import { markColor, type MarkTone } from '../colors.ts';
import { halfWidthOf, PLOT_MAP, plotFrame, scaleBar, type PlotFrame, type FramePoint } from './plotFrame.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/*
 * <PlotMap shapes={[{ id, name: 'River field', tone: 'leaf', corners: [...] }]} title="Map of 3 plots"
 *     length={writeLength} loading="..." />
 *     plots on our own country outlines, with a scale bar. Nothing comes from other servers.
 * <PlotMap shapes={[{ ..., isNumbered: true, wrongSides: [1, 3] }]} wrongPlaces={[...]} ... />   an outline that is
 *     being edited, with its errors
 * <PlotMap shapes={...} lost={[{ latitude, longitude, year: 2022, side: 0.00025 }]} ... />   with the pixels of tree
 *     cover loss
 *
 * Pointer only: the caller shows a list of the same plots or corners beside it for keyboard and screen reader.
 */
export interface MapShape {
  id: string;
  /** label beside the shape, where it fits */
  name?: string | undefined;
  tone: MarkTone;
  /** corners of an outline in order; a single corner is a point */
  corners: readonly GeoPoint[];
  /** for a point: hectares of the square around it */
  areaHa?: number | undefined;
  isDashed?: boolean;
  /** drawn where visible, but does not extend the frame */
  isAside?: boolean;
  /** an unfinished outline, not closed */
  isOpen?: boolean;
  /** corners show their numbers from the list beside the map */
  isNumbered?: boolean;
  /** counted from 0; side 0 connects corner 0 and corner 1 */
  wrongSides?: readonly number[];
  wrongCorners?: readonly number[];
}

/** A pixel of satellite data, by its center. */
export interface LostPixel extends GeoPoint {
  /** calendar year */
  year: number;
  /** length of its side in degrees */
  side: number;
}

export interface PlotMapProps {
  shapes: readonly MapShape[];
  /** points where sides meet that must not */
  wrongPlaces?: readonly GeoPoint[];
  /** pixels of tree cover loss; too small for a year, only the list beside the map distinguishes them */
  lost?: readonly LostPixel[];
  /** places that set the frame while there is no shape */
  around?: readonly GeoPoint[];
  /** accessible description of the map */
  title: string;
  /** formats a length in meters */
  length: (metres: number) => string;
  /** id of the shape that is hovered or chosen elsewhere */
  marked?: string | null;
  onChoose?: (id: string) => void;
  loading: string;
  caption?: ReactNode;
}

const NONE: readonly never[] = [];
/** Below this width our outlines, accurate to about 2 km, would show land as sea. */
const OUTLINES_FROM_M = 25_000;
/** A plot drawn smaller than this gets a round marker. */
const LEAST_SEEN = 14;
/** Minimum size of a pixel, so that it is visible on a wide map. */
const LEAST_PIXEL = 2;
/** From this width on the year fits into the pixel. */
const YEAR_FITS = 18;
const MOST_NUMBERED = 40;
const MOST_NAMED = 12;

export function PlotMap(props: PlotMapProps) {
  const { shapes, wrongPlaces = NONE, around = NONE, loading } = props;
  const main = shapes.some(({ isAside }) => isAside !== true)
    ? shapes.filter(({ isAside }) => isAside !== true)
    : shapes;
  const places = [...main.flatMap(({ corners }) => corners), ...wrongPlaces];
  const frame = plotFrame(places.length > 0 ? places : around);
  const isWide = frame !== null && PLOT_MAP.width / frame.unitsPerMetre > OUTLINES_FROM_M;
  const name = isWide ? sheetOf(frame) : null;
  const sheet = useSheet(name);
  if (frame === null) return null;
  if (sheet === undefined) {
    return (
      <chakra.output display="block" aria-label={loading}>
        <Skeleton h="auto" aspectRatio={PLOT_MAP.width / PLOT_MAP.height} borderRadius="panel" />
      </chakra.output>
    );
  }
  return <PlotDrawing {...props} around={places.length > 0 ? NONE : around} frame={frame} sheet={sheet} />;
}

/** A fine sheet if it covers the frame, else the coarse one. */
function sheetOf({ west, east, south, north }: PlotFrame): string {
  const [latitude, longitude] = [(south + north) / 2, (west + east) / 2];
  const isNear = Math.max(east - west, north - south) < 2 * MARGIN;
  return isNear ? sheetName({ latitude, longitude: longitude > 180 ? longitude - 360 : longitude }) : WORLD;
}

/** @returns null if none is needed; undefined while loading; an empty sheet if loading fails */
function useSheet(name: string | null): Sheet | null | undefined {
  const [loaded, setLoaded] = useState<{ name: string; sheet: Sheet } | null>(null);
  useEffect(() => {
    if (name === null) return undefined;
    let isWanted = true;
    const show = (sheet: Sheet): void => {
      if (isWanted) setLoaded({ name, sheet });
    };
    loadSheetNamed(name).then(show, () => show([]));
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (name === null) return null;
  return loaded?.name === name ? loaded.sheet : undefined;
}

/**
 * Draws synchronously, also in Node.
 * @param sheet null: the frame is on land
 */
export function PlotDrawing({
  shapes,
  wrongPlaces = NONE,
  lost = NONE,
  around = NONE,
  title,
  length,
  marked,
  onChoose,
  caption,
  frame,
  sheet,
}: Omit<PlotMapProps, 'loading'> & { frame: PlotFrame; sheet: Sheet | null }) {
  const id = useId();
  return (
    <chakra.figure minW="0">
      <Box overflow="hidden" borderWidth="1px" borderColor="line" borderRadius="panel" bg="bg.sunken">
        <chakra.svg
          role="img"
          aria-labelledby={id}
          viewBox={`0 0 ${PLOT_MAP.width} ${PLOT_MAP.height}`}
          display="block"
          w="full"
          h="auto"
        >
          <title id={id}>{title}</title>
          <Ground sheet={sheet} frame={frame} />
          {shapes.map((shape) => (
            <Shape
              key={shape.id}
              shape={shape}
              frame={frame}
              isMarked={shape.id === marked}
              isNamed={shapes.length <= MOST_NAMED}
              onChoose={onChoose}
            />
          ))}
          {lost.map((pixel) => (
            <Lost key={`${pixel.latitude} ${pixel.longitude}`} pixel={pixel} frame={frame} />
          ))}
          {wrongPlaces.map((place) => {
            const { x, y } = frame.spotOf(place);
            return (
              <g key={`${place.latitude} ${place.longitude}`}>
                <chakra.circle
                  cx={x}
                  cy={y}
                  r={12}
                  css={{ fill: 'alarm.solid', stroke: 'bg.raised', strokeWidth: '2px' }}
                />
                <chakra.path
                  d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`}
                  css={{ stroke: 'alarm.on', strokeWidth: '3px', strokeLinecap: 'round' }}
                />
              </g>
            );
          })}
          {around.map((place) => {
            const { x, y } = frame.spotOf(place);
            return (
              <chakra.circle
                key={`${place.latitude} ${place.longitude}`}
                cx={x}
                cy={y}
                r={4}
                css={{ fill: 'brand.solid', stroke: 'bg.raised', strokeWidth: '1.5px' }}
              />
            );
          })}
          <Scale frame={frame} length={length} />
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

/** Land and sea if the frame is wide enough for the outlines; else a grid. */
function Ground({ sheet, frame }: { sheet: Sheet | null; frame: PlotFrame }) {
  if (sheet === null) {
    const { units } = scaleBar(frame);
    const steps = (most: number): number[] =>
      Array.from({ length: Math.floor(most / units) }, (_, at) => (at + 1) * units);
    const lines = [
      ...steps(PLOT_MAP.width).map((x) => `M${x} 0V${PLOT_MAP.height}`),
      ...steps(PLOT_MAP.height).map((y) => `M0 ${PLOT_MAP.height - y}H${PLOT_MAP.width}`),
    ];
    return <chakra.path d={lines.join('')} css={{ stroke: 'line', strokeWidth: '1px' }} />;
  }
  return (
    <>
      <chakra.rect width={PLOT_MAP.width} height={PLOT_MAP.height} css={{ fill: 'sky.subtle' }} />
      {sheet.map((outline, index) => (
        <chakra.path
          key={`${outline.code}-${index}`}
          d={pointsOf(outline)
            .flatMap((ring) => frame.spotsOfWorld(ring.map(({ x, y }) => ({ latitude: y, longitude: x }))))
            .map(pathOf)
            .join('')}
          fillRule="evenodd"
          strokeLinejoin="round"
          css={{ fill: 'bg.raised', stroke: 'edge', strokeWidth: '1px' }}
        />
      ))}
    </>
  );
}

interface ShapeProps {
  shape: MapShape;
  frame: PlotFrame;
  isMarked: boolean;
  isNamed: boolean;
  onChoose: ((id: string) => void) | undefined;
}

function Shape({ shape, frame, isMarked, isNamed, onChoose }: ShapeProps) {
  const {
    id,
    name,
    tone,
    corners,
    areaHa,
    isDashed,
    isOpen,
    isNumbered,
    wrongSides = NONE,
    wrongCorners = NONE,
  } = shape;
  const spots = corners.map(frame.spotOf);
  const [first] = spots;
  if (first === undefined) return null;
  const half = halfWidthOf(areaHa ?? 0) * frame.unitsPerMetre;
  const drawn = spots.length === 1 ? squareAround(first, half) : spots;
  const middle = centerOfSpots(drawn);
  const size = Math.max(...drawn.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y)));
  const below = Math.max(...drawn.map(({ y }) => y - middle.y), 8);
  const line = {
    stroke: markColor(tone),
    strokeWidth: isMarked ? '4px' : '2px',
    strokeDasharray: isDashed ? '6 5' : 'none',
  };
  return (
    <chakra.g
      cursor={onChoose === undefined ? undefined : 'pointer'}
      onClick={onChoose === undefined ? undefined : () => onChoose(id)}
    >
      <chakra.path
        d={wayOf(drawn, isOpen === true && spots.length > 1)}
        strokeLinejoin="round"
        css={{ ...line, fill: isDashed || isOpen ? 'none' : markColor(tone), fillOpacity: isMarked ? '0.45' : '0.25' }}
      />
      {wrongSides.map((side) => {
        const [from, to] = [spots[side], spots[(side + 1) % spots.length]];
        return from === undefined || to === undefined ? null : (
          <chakra.path key={side} d={wayOf([from, to], true)} css={{ stroke: 'alarm.solid', strokeWidth: '4px' }} />
        );
      })}
      {(spots.length === 1 || size < LEAST_SEEN) && !isNumbered && (
        <chakra.circle
          cx={middle.x}
          cy={middle.y}
          r={isMarked ? 8 : 6}
          css={{ fill: markColor(tone), stroke: 'bg.raised', strokeWidth: '2px' }}
        />
      )}
      {isNumbered && <Corners spots={spots} tone={tone} wrong={wrongCorners} />}
      {name !== undefined && (isNamed || isMarked) && <Name spot={middle} below={below} text={name} />}
    </chakra.g>
  );
}

/** A pixel with its year, if it fits; drawn above its plot. */
function Lost({ pixel: { latitude, longitude, year, side }, frame }: { pixel: LostPixel; frame: PlotFrame }) {
  const half = side / 2;
  const from = frame.spotOf({ latitude: latitude + half, longitude: longitude - half });
  const to = frame.spotOf({ latitude: latitude - half, longitude: longitude + half });
  const [width, height] = [Math.max(to.x - from.x, LEAST_PIXEL), Math.max(to.y - from.y, LEAST_PIXEL)];
  return (
    <>
      <chakra.rect
        x={from.x}
        y={from.y}
        width={width}
        height={height}
        css={{ fill: 'alarm.solid', stroke: 'bg.raised', strokeWidth: width < YEAR_FITS ? '0.5px' : '1px' }}
      />
      {width >= YEAR_FITS && (
        <chakra.text
          aria-hidden
          x={from.x + width / 2}
          y={from.y + height / 2}
          textAnchor="middle"
          dominantBaseline="central"
          css={{ fill: 'alarm.on', fontSize: '11px', fontWeight: '600' }}
        >
          {String(year).slice(2)}
        </chakra.text>
      )}
    </>
  );
}

/** With very many corners, shows only the first and the invalid ones, since numbers would overlap. */
function Corners({ spots, tone, wrong }: { spots: readonly FramePoint[]; tone: MarkTone; wrong: readonly number[] }) {
  const isFew = spots.length <= MOST_NUMBERED;
  return spots.map(({ x, y }, at) => {
    const isWrong = wrong.includes(at);
    const isBig = isFew || isWrong || at === 0;
    return (
      <g key={at}>
        <chakra.circle
          cx={x}
          cy={y}
          r={isBig ? 9 : 3}
          css={{
            fill: isWrong ? 'alarm.solid' : 'bg.raised',
            stroke: isWrong ? 'alarm.solid' : markColor(tone),
            strokeWidth: '2px',
          }}
        />
        {isBig && (
          <chakra.text
            aria-hidden
            x={x}
            y={y}
            textAnchor="middle"
            dominantBaseline="central"
            css={{ fill: isWrong ? 'alarm.on' : 'fg', fontSize: '11px', fontWeight: '600' }}
          >
            {at + 1}
          </chakra.text>
        )}
      </g>
    );
  });
}

function Name({ spot: { x, y }, below, text }: { spot: FramePoint; below: number; text: string }) {
  const shown = text.length > 22 ? `${text.slice(0, 20)}…` : text;
  const half = shown.length * 3.6 + 4;
  const under = y + below + 14;
  return (
    <chakra.text
      aria-hidden
      x={Math.min(Math.max(x, half), PLOT_MAP.width - half)}
      y={under > PLOT_MAP.height - 24 ? Math.max(y - below - 6, 14) : under}
      textAnchor="middle"
      css={{
        fill: 'fg',
        stroke: 'bg.sunken',
        paintOrder: 'stroke',
        strokeWidth: '4px',
        strokeLinejoin: 'round',
        fontSize: '13px',
        fontWeight: '600',
      }}
    >
      {shown}
    </chakra.text>
  );
}

/** The scale bar. North is up. */
function Scale({ frame, length }: { frame: PlotFrame; length: (metres: number) => string }) {
  const { metres, units } = scaleBar(frame);
  const [x, y] = [12, PLOT_MAP.height - 12];
  return (
    <g aria-hidden>
      <chakra.path
        d={`M${x} ${y - 5}v5h${units}v-5`}
        css={{ stroke: 'fg', strokeWidth: '2px', fill: 'none', strokeLinejoin: 'round' }}
      />
      <chakra.text
        x={x + units + 6}
        y={y}
        css={{ fill: 'fg', fontSize: '12px', stroke: 'bg.sunken', paintOrder: 'stroke', strokeWidth: '3px' }}
      >
        {length(metres)}
      </chakra.text>
    </g>
  );
}

function squareAround({ x, y }: FramePoint, half: number): FramePoint[] {
  return [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
  ];
}

function centerOfSpots(spots: readonly FramePoint[]): FramePoint {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

const wayOf = (spots: readonly FramePoint[], isOpen: boolean): string =>
  spots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('') + (isOpen ? '' : 'Z');
