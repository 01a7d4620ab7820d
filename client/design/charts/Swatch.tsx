import { useId } from 'react';
import { toneColor, type ChartKind, type ChartTone } from './chartData.ts';

/*
 * Distinguishes series without color: textures for surfaces, dashes and marks for lines. Indexed by the series'
 * position.
 */
export const DASHES = ['0', '7 4', '2 4', '10 3 2 3'] as const;
const TEXTURES = 4;
const GROUND = 'var(--chakra-colors-bg-raised)';

/** An SVG pattern for `url(#id)`: plain, hatched, dotted, crossed. */
export function Texture({ id, tone, index }: { id: string; tone: ChartTone; index: number }) {
  const kind = index % TEXTURES;
  return (
    <pattern
      id={id}
      width="8"
      height="8"
      patternUnits="userSpaceOnUse"
      patternTransform={kind === 1 ? 'rotate(45)' : undefined}
    >
      <rect width="8" height="8" fill={toneColor(tone)} />
      {kind === 1 && <rect width="2.5" height="8" fill={GROUND} />}
      {kind === 2 && <circle cx="4" cy="4" r="1.75" fill={GROUND} />}
      {kind === 3 && <path d="M0 4H8M4 0V8" stroke={GROUND} strokeWidth="1.5" />}
    </pattern>
  );
}

/** The mark of a line at a point: circle, square, diamond, cross. */
export function PointMark({ x, y, tone, index }: { x: number; y: number; tone: ChartTone; index: number }) {
  const color = toneColor(tone);
  const look = { fill: GROUND, stroke: color, strokeWidth: 2 };
  switch (index % 4) {
    case 0:
      return <circle cx={x} cy={y} r="3.5" {...look} />;
    case 1:
      return <rect x={x - 3.5} y={y - 3.5} width="7" height="7" {...look} />;
    case 2:
      return <path d={`M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z`} {...look} />;
    default:
      return <path d={`M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x + 4} ${y - 4}L${x - 4} ${y + 4}`} {...look} />;
  }
}

/** A sample for the legend. */
export function Swatch({ kind, tone, index }: { kind: ChartKind; tone: ChartTone; index: number }) {
  const id = useId();
  if (kind === 'line') {
    return (
      <svg aria-hidden width="28" height="14" viewBox="0 0 28 14">
        <line
          x1="0"
          y1="7"
          x2="28"
          y2="7"
          stroke={toneColor(tone)}
          strokeWidth="2"
          strokeDasharray={DASHES[index % DASHES.length]}
        />
        <PointMark x={14} y={7} tone={tone} index={index} />
      </svg>
    );
  }
  return (
    <svg aria-hidden width="14" height="14" viewBox="0 0 14 14">
      <defs>
        <Texture id={id} tone={tone} index={index} />
      </defs>
      <rect width="14" height="14" rx="3" fill={`url(#${id})`} />
    </svg>
  );
}
