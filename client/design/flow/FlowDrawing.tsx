import { Box, chakra } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FLOW_BAR, flowLayout, type FlowLink, type FlowNode, type PlacedNode } from './flowLayout.ts';

export interface FlowDrawingProps {
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
  /** what the drawing shows, in words */
  title: string;
  /** called instead of following the address of a node */
  onOpen?: (id: string) => void;
}

/** px, before the first measurement */
const FIRST_WIDTH = 640;
const TEXT = { fontSize: 12, fill: 'var(--chakra-colors-fg)' } as const;

/**
 * A Sankey diagram as SVG. Nodes with an address are links in reading order; without any, the drawing is one picture
 * whose text alternative is its title. Show the same figures as text beside it.
 */
export function FlowDrawing({ nodes, links, title, onOpen }: FlowDrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const measured = frame.current;
    if (measured === null) return;
    const measure = (): void => setWidth(Math.max(240, measured.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  const drawn = useMemo(() => flowLayout(nodes, links, width), [nodes, links, width]);
  const opens = nodes.some(({ href }) => href !== undefined);
  const toneOf = new Map(nodes.map(({ id, tone }) => [id, tone]));
  const lastColumn = Math.max(1, ...nodes.map(({ column }) => column));
  return (
    <Box ref={frame} minW="0" overflow="hidden">
      <svg
        role={opens ? 'group' : 'img'}
        aria-label={title}
        width={width}
        height={drawn.height}
        viewBox={`0 0 ${width} ${drawn.height}`}
        style={{ display: 'block', maxWidth: '100%' }}
      >
        {drawn.links.map(({ from, to, path }) => (
          <path key={`${from} ${to}`} d={path} fill={colorOf(toneOf.get(from) ?? 'leaf')} fillOpacity={0.22} />
        ))}
        {drawn.nodes.map((node) => (
          <Bar
            key={node.id}
            node={node}
            room={width / lastColumn}
            isLast={node.column === lastColumn}
            onOpen={onOpen}
          />
        ))}
      </svg>
    </Box>
  );
}

function colorOf(tone: FlowNode['tone']): string {
  return tone === 'brand' ? 'var(--chakra-colors-brand)' : `var(--chakra-colors-${tone}-solid)`;
}

interface BarProps {
  node: PlacedNode;
  /** px, for the label */
  room: number;
  isLast: boolean;
  onOpen: ((id: string) => void) | undefined;
}

/** px: about the width of a character of the labels */
const CHARACTER = 6.6;

function Bar({ node, room, isLast, onOpen }: BarProps) {
  const { x, y, height, label, note, href, tone, id } = node;
  const text = `${label} · ${note}`;
  const fits = Math.max(6, Math.floor((room - 2 * FLOW_BAR) / CHARACTER));
  const shown = text.length <= fits ? text : label.length <= fits ? label : `${label.slice(0, fits - 1)}…`;
  const look = (
    <>
      <title>{text}</title>
      <rect x={x} y={y} width={FLOW_BAR} height={height} rx={2} fill={colorOf(tone)} />
      <text
        x={isLast ? x - 6 : x + FLOW_BAR + 6}
        y={y + height / 2}
        dominantBaseline="central"
        textAnchor={isLast ? 'end' : 'start'}
        style={TEXT}
        textDecoration={href === undefined ? undefined : 'underline'}
      >
        {shown}
      </text>
    </>
  );
  if (href === undefined) return look;
  return (
    <chakra.a
      href={href}
      aria-label={text}
      onClick={(event) => {
        if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(id);
      }}
    >
      {look}
    </chakra.a>
  );
}
