import { chakra } from '@chakra-ui/react';

const WIDTH = 72;
const HEIGHT = 24;
const EDGE = 2;

/**
 * <Sparkline values={[3, null, 5]} />: the course of a figure in the size of a word; null: not measured. Decoration: the
 * caller says the figure and its trend, and a chart elsewhere has the values. Nothing is drawn of fewer than two.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const measured = values.filter((value) => value !== null);
  if (measured.length < 2) return null;
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  const x = (index: number) => EDGE + (index * (WIDTH - 2 * EDGE)) / (values.length - 1);
  // Equal values lie on the middle line.
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  const points = values.flatMap((value, index) => (value === null ? [] : [[x(index), y(value)] as const]));
  const last = points.at(-1);
  return (
    <chakra.svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      w={{ base: '3.5rem', md: '4.5rem' }}
      h="1.5rem"
      flexShrink="0"
      color="brand"
    >
      <polyline
        points={points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity="0.7"
      />
      {last !== undefined && <circle cx={last[0]} cy={last[1]} r="2" fill="currentColor" />}
    </chakra.svg>
  );
}
