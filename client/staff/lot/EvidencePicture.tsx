import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, useState, type ReactNode } from 'react';
import { CUT_OFF_YEAR } from '../../../server/domain/forest/deforestation.ts';
import {
  countSights,
  pixelSize,
  placeInWindow,
  sightsOf,
  type PixelSight,
  type SightCount,
  type WindowPixels,
} from '../../../server/domain/forest/evidencePicture.ts';
import type { Window } from '../../../server/domain/forest/forest.ts';
import { Keys } from '../../design/shortcuts/Keys.tsx';
import { useShortcuts } from '../../design/shortcuts/useShortcuts.ts';
import { type LotWords, useLotWords } from '../../words/lotWords.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Drawing units per pixel. */
const SIDE = 40;
/** With more pixels per row the years would be unreadable; the legend lists them. */
const MOST_WITH_YEARS = 10;

/** Positions of the slider: 0 is the cut-off, all of it the check. */
const WHOLE = 100;

export interface EvidencePictureProps {
  lotId: string;
  pixels: WindowPixels;
  window: Window;
  /** degrees; null when it was erased */
  place: GeoPoint | null;
  /** corners of each checked plot */
  outlines?: readonly (readonly GeoPoint[])[];
  /** large, with a slider between the cut-off and the check */
  compares?: boolean;
}

const NONE: readonly never[] = [];

/**
 * The pixels of a check, with a legend that counts them. Color is never the only sign: loss pixels show their year, and
 * the legend names all kinds.
 */
export function EvidencePicture({
  lotId,
  pixels,
  window,
  place,
  outlines = NONE,
  compares = false,
}: EvidencePictureProps) {
  const words = useLotWords();
  const { say, formatCount, formatDecimals } = words;
  const id = useId();
  const sights = sightsOf(pixels);
  const [split, setSplit] = useState(WHOLE);
  const counts = countSights(sights);
  const { hectares } = pixelSize(window, pixels);
  const spot = place === null ? null : placeInWindow(window, pixels, place);
  const drawn = outlines.filter(({ length }) => length > 2).map((corners) => wayOf(corners, window, pixels));
  const after = sumOf(counts, (year) => year > CUT_OFF_YEAR);
  const before = sumOf(counts, (year) => year <= CUT_OFF_YEAR);
  const clear = counts.find(({ kind }) => kind === 'land')?.count ?? 0;
  return (
    <Beside isLarge={compares}>
      <Box maxW={compares ? '34rem' : '22rem'} minW="0">
        <Box overflow="hidden" borderWidth="1px" borderColor="edge" borderRadius="control">
          <chakra.svg
            role="img"
            aria-labelledby={id}
            viewBox={`0 0 ${pixels.width * SIDE} ${pixels.height * SIDE}`}
            display="block"
            w="full"
            h="auto"
          >
            <title id={id}>
              {say('sat.pictureOf', {
                width: pixels.width,
                height: pixels.height,
                lotId,
                clear,
                before,
                after,
                cutOff: CUT_OFF_YEAR,
              })}
            </title>
            <Squares sights={sights} width={pixels.width} />
            {compares && split < WHOLE && <Before id={id} pixels={pixels} share={split / WHOLE} />}
            {drawn.map((way) => (
              <Outline key={way} way={way} />
            ))}
            {spot !== null && <Ring x={spot.x * SIDE} y={spot.y * SIDE} />}
          </chakra.svg>
        </Box>
        {compares && <CompareSlider split={split} onChange={setSplit} />}
      </Box>
      <chakra.table w="full" fontSize="sm" css={{ borderCollapse: 'collapse' }}>
        <chakra.caption srOnly>{say('sat.legend')}</chakra.caption>
        <chakra.thead>
          <tr>
            <Head>{say('sat.kind')}</Head>
            <Head end>{say('sat.pixels')}</Head>
            <Head end>{say('sat.area')}</Head>
          </tr>
        </chakra.thead>
        <chakra.tbody>
          {counts.map((line) => (
            <chakra.tr key={keyOf(line)} borderTopWidth="1px" borderColor="line">
              <chakra.td py="1.5" pe="2">
                <Box display="grid" gridTemplateColumns="1.25rem minmax(0, 1fr)" gap="2" alignItems="center">
                  <Sample line={line} />
                  <span>{lineInWords(words, line)}</span>
                </Box>
              </chakra.td>
              <chakra.td py="1.5" ps="2" textAlign="end" fontVariantNumeric="tabular-nums">
                {formatCount(line.count)}
              </chakra.td>
              <chakra.td py="1.5" ps="2" textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
                {say('sat.hectares', { area: formatDecimals(line.count * hectares, 2) })}
              </chakra.td>
            </chakra.tr>
          ))}
          {drawn.length > 0 && (
            <chakra.tr borderTopWidth="1px" borderColor="line">
              <chakra.td py="1.5" colSpan={3}>
                <Box display="grid" gridTemplateColumns="1.25rem minmax(0, 1fr)" gap="2" alignItems="center">
                  <chakra.svg aria-hidden viewBox={`0 0 ${SIDE} ${SIDE}`} w="5" h="5">
                    <Outline way={`M6 10L34 6L32 32L8 34Z`} />
                  </chakra.svg>
                  <span>{say('sat.kind.outline')}</span>
                </Box>
              </chakra.td>
            </chakra.tr>
          )}
          {spot !== null && (
            <chakra.tr borderTopWidth="1px" borderColor="line">
              <chakra.td py="1.5" colSpan={3}>
                <Box display="grid" gridTemplateColumns="1.25rem minmax(0, 1fr)" gap="2" alignItems="center">
                  <chakra.svg aria-hidden viewBox={`0 0 ${SIDE} ${SIDE}`} w="5" h="5">
                    <Ring x={SIDE / 2} y={SIDE / 2} />
                  </chakra.svg>
                  <span>{say('sat.kind.place')}</span>
                </Box>
              </chakra.td>
            </chakra.tr>
          )}
        </chakra.tbody>
      </chakra.table>
    </Beside>
  );
}

function Squares({ sights, width }: { sights: readonly PixelSight[]; width: number }) {
  return sights.map((sight, index) => (
    <PixelSquare
      // Pixels have no identity besides their position.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      sight={sight}
      x={(index % width) * SIDE}
      y={Math.floor(index / width) * SIDE}
      withYear={width <= MOST_WITH_YEARS}
    />
  ));
}

/** The same pixels at the cut-off, over the part right of the share. */
function Before({ id, pixels, share }: { id: string; pixels: WindowPixels; share: number }) {
  const [width, height] = [pixels.width * SIDE, pixels.height * SIDE];
  return (
    <>
      <clipPath id={`${id}-before`}>
        <rect x={width * share} y="0" width={width * (1 - share)} height={height} />
      </clipPath>
      <g clipPath={`url(#${id}-before)`}>
        <chakra.rect x="0" y="0" width={width} height={height} css={{ fill: 'bg.raised' }} />
        <Squares sights={sightsOf(pixels, CUT_OFF_YEAR)} width={pixels.width} />
      </g>
      {share > 0 && (
        <>
          <chakra.path d={`M${width * share} 0V${height}`} css={{ stroke: 'bg.raised', strokeWidth: '10px' }} />
          <chakra.path d={`M${width * share} 0V${height}`} css={{ stroke: 'fg', strokeWidth: '4px' }} />
        </>
      )}
    </>
  );
}

function CompareSlider({ split, onChange }: { split: number; onChange: (split: number) => void }) {
  const { say } = useLotWords();
  const id = useId();
  const [before, after] = [say('sat.before', { cutOff: String(CUT_OFF_YEAR) }), say('sat.after')];
  useShortcuts([
    {
      id: 'before-after',
      keys: 'b',
      label: say('sat.compare'),
      group: say('sat.keys'),
      run: () => onChange(split === WHOLE ? 0 : WHOLE),
    },
  ]);
  return (
    <Box mt="2">
      <chakra.label htmlFor={id} srOnly>
        {say('sat.compare')}
      </chakra.label>
      <chakra.input
        id={id}
        type="range"
        min={0}
        max={WHOLE}
        step={5}
        value={split}
        aria-valuetext={split === WHOLE ? after : split === 0 ? before : say('sat.both', { before, after })}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        accentColor="leaf.solid"
        w="full"
        h={{ base: '11', md: '8' }}
      />
      <Flex justify="space-between" gap="3" fontSize="sm" color="fg.muted">
        <chakra.span>{before}</chakra.span>
        <Flex as="span" gap="2" align="center">
          {after}
          <chakra.span hideBelow="md">
            <Keys keys="b" />
          </chakra.span>
        </Flex>
      </Flex>
    </Box>
  );
}

/** Places the legend beside the picture if the column is wide enough (container query), else below it. */
function Beside({ isLarge, children }: { isLarge: boolean; children: ReactNode }) {
  return (
    <Box css={{ containerType: 'inline-size' }}>
      <chakra.figure
        display="grid"
        gap="4"
        gridTemplateColumns="minmax(0, 1fr)"
        alignItems="start"
        css={
          isLarge
            ? { '@container (min-width: 40rem)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } }
            : { '@container (min-width: 28rem)': { gridTemplateColumns: 'minmax(0, 15rem) minmax(0, 1fr)' } }
        }
      >
        {children}
      </chakra.figure>
    </Box>
  );
}

function Head({ children, end = false }: { children: string; end?: boolean }) {
  return (
    <chakra.th
      scope="col"
      py="1"
      ps={end ? '2' : '0'}
      textAlign={end ? 'end' : 'start'}
      fontSize="xs"
      fontWeight="500"
      color="fg.muted"
    >
      {children}
    </chakra.th>
  );
}

/** Marks the lot's place. A light line under a dark one stays visible on every pixel color. */
function Ring({ x, y }: { x: number; y: number }) {
  return (
    <>
      <chakra.circle cx={x} cy={y} r={SIDE * 0.32} css={{ fill: 'none', stroke: 'bg.raised', strokeWidth: '7px' }} />
      <chakra.circle cx={x} cy={y} r={SIDE * 0.32} css={{ fill: 'none', stroke: 'fg', strokeWidth: '3px' }} />
    </>
  );
}

/** Boundary of a plot. A light line under a dark one stays visible on every pixel color. */
function Outline({ way }: { way: string }) {
  return (
    <>
      <chakra.path d={way} strokeLinejoin="round" css={{ fill: 'none', stroke: 'bg.raised', strokeWidth: '8px' }} />
      <chakra.path d={way} strokeLinejoin="round" css={{ fill: 'none', stroke: 'fg', strokeWidth: '4px' }} />
    </>
  );
}

function wayOf(
  corners: readonly GeoPoint[],
  [west, south, east, north]: Window,
  { width, height }: Pick<WindowPixels, 'width' | 'height'>,
): string {
  const spots = corners.map(({ latitude, longitude }) => {
    // West longitudes of a window across the date line exceed 180.
    const turned = longitude < west - 180 ? longitude + 360 : longitude;
    const x = ((turned - west) / (east - west)) * width * SIDE;
    const y = ((north - latitude) / (north - south)) * height * SIDE;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${spots.join('L')}Z`;
}

function PixelSquare({ sight, x, y, withYear }: { sight: PixelSight; x: number; y: number; withYear: boolean }) {
  return (
    <>
      <chakra.rect
        x={x}
        y={y}
        width={SIDE}
        height={SIDE}
        css={{ ...LOOKS[lookOf(sight)], stroke: 'bg.raised', strokeWidth: '1px' }}
      />
      {sight.kind === 'land' && (
        <chakra.rect
          x={x}
          y={y}
          width={SIDE}
          height={SIDE}
          fillOpacity={0.08 + 0.72 * (sight.cover / 100)}
          css={{ fill: 'leaf.solid', stroke: 'bg.raised', strokeWidth: '1px' }}
        />
      )}
      {sight.kind === 'unread' && (
        <chakra.path
          d={`M${x} ${y}l${SIDE} ${SIDE}M${x + SIDE} ${y}l-${SIDE} ${SIDE}`}
          css={{ stroke: 'edge', strokeWidth: '2px' }}
        />
      )}
      {sight.kind === 'loss' && withYear && (
        <chakra.text
          aria-hidden
          x={x + SIDE / 2}
          y={y + SIDE / 2}
          textAnchor="middle"
          dominantBaseline="central"
          css={{
            fill: lookOf(sight) === 'after' ? 'alarm.on' : 'pod',
            fontSize: '13px',
            fontWeight: '600',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {sight.year}
        </chakra.text>
      )}
    </>
  );
}

type Look = 'land' | 'before' | 'after' | 'water' | 'unread';
const LOOKS = {
  land: { fill: 'bg.raised' },
  before: { fill: 'pod.subtle' },
  after: { fill: 'alarm.solid' },
  water: { fill: 'sky' },
  unread: { fill: 'bg.sunken' },
} as const;

function lookOf(sight: { kind: 'loss'; year: number } | { kind: 'land' | 'water' | 'unread' }): Look {
  if (sight.kind !== 'loss') return sight.kind;
  return sight.year > CUT_OFF_YEAR ? 'after' : 'before';
}

function keyOf(line: SightCount): string {
  return line.kind === 'loss' ? String(line.year) : line.kind;
}

function sumOf(counts: readonly SightCount[], isCounted: (year: number) => boolean): number {
  return counts.reduce((sum, line) => sum + (line.kind === 'loss' && isCounted(line.year) ? line.count : 0), 0);
}

function lineInWords({ say }: LotWords, line: SightCount): string {
  if (line.kind !== 'loss') return say(`sat.kind.${line.kind}`);
  // Format the year as text: no thousands separator.
  const year = String(line.year);
  return line.year > CUT_OFF_YEAR ? say('sat.kind.after', { year }) : say('sat.kind.before', { year });
}

/** Sample pixel for a legend entry. */
function sampleOf(line: SightCount): PixelSight {
  if (line.kind === 'loss') return { kind: 'loss', year: line.year };
  return line.kind === 'land' ? { kind: 'land', cover: 80 } : { kind: line.kind };
}

/** The legend entry's symbol. */
function Sample({ line }: { line: SightCount }) {
  return (
    <chakra.svg aria-hidden viewBox={`0 0 ${SIDE} ${SIDE}`} w="5" h="5" borderWidth="1px" borderColor="edge">
      <PixelSquare sight={sampleOf(line)} x={0} y={0} withYear={false} />
    </chakra.svg>
  );
}
