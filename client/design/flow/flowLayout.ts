/** A bar of a flow drawing. */
export interface FlowNode {
  id: string;
  label: string;
  /** its amount as text */
  note: string;
  /** in any unit, the same for all nodes and links */
  value: number;
  /** from 0, left to right */
  column: number;
  tone: 'leaf' | 'brand' | 'sky' | 'pod';
  /** address that opens the node */
  href?: string;
}

/** A band between two bars of different columns. */
export interface FlowLink {
  from: string;
  to: string;
  value: number;
}

export interface PlacedNode extends FlowNode {
  x: number;
  y: number;
  height: number;
}

export interface PlacedLink extends FlowLink {
  /** SVG path of the band's outline */
  path: string;
}

export interface FlowLayout {
  height: number;
  nodes: readonly PlacedNode[];
  links: readonly PlacedLink[];
}

/** px: width of a bar, and the least distance of two labels */
export const FLOW_BAR = 10;
const LABEL_PITCH = 22;
const GAP = 6;
/** px: height of the largest column's amounts, without gaps */
const AMOUNTS = 220;

/**
 * Places a flow drawing (a Sankey diagram): heights in proportion to the values, columns at equal distances, nodes and
 * bands of a column in the given order. Every node has enough height for its label.
 * @param width px
 */
export function flowLayout(nodes: readonly FlowNode[], links: readonly FlowLink[], width: number): FlowLayout {
  const columns = Map.groupBy(nodes, ({ column }) => column);
  const totals = [...columns.values()].map((column) => column.reduce((sum, { value }) => sum + value, 0));
  const scale = AMOUNTS / Math.max(...totals, Number.MIN_VALUE);
  const slot = ({ value }: FlowNode): number => Math.max(LABEL_PITCH, value * scale) + GAP;
  const heights = new Map([...columns].map(([at, column]) => [at, column.reduce((sum, node) => sum + slot(node), 0)]));
  const height = Math.max(0, ...heights.values());
  const last = Math.max(1, ...columns.keys());
  const placed = new Map<string, PlacedNode>();
  for (const [at, column] of columns) {
    let top = (height - (heights.get(at) ?? 0)) / 2;
    for (const node of column) {
      const own = Math.max(1, node.value * scale);
      const y = top + (slot(node) - own) / 2;
      placed.set(node.id, { ...node, x: (at * (width - FLOW_BAR)) / last, y, height: own });
      top += slot(node);
    }
  }
  return { height, nodes: [...placed.values()], links: placedLinks(placed, links, scale) };
}

function placedLinks(nodes: ReadonlyMap<string, PlacedNode>, links: readonly FlowLink[], scale: number): PlacedLink[] {
  const leaving = new Map<string, number>();
  const arriving = new Map<string, number>();
  return links.flatMap((link) => {
    const [from, to] = [nodes.get(link.from), nodes.get(link.to)];
    if (from === undefined || to === undefined) return [];
    const thick = Math.max(1, link.value * scale);
    const [out, into] = [leaving.get(from.id) ?? 0, arriving.get(to.id) ?? 0];
    leaving.set(from.id, out + thick);
    arriving.set(to.id, into + thick);
    return [{ ...link, path: bandPath(from.x + FLOW_BAR, from.y + out, to.x, to.y + into, thick) }];
  });
}

function bandPath(x1: number, y1: number, x2: number, y2: number, thick: number): string {
  const middle = (x1 + x2) / 2;
  return (
    `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2} ` +
    `L${x2},${y2 + thick} C${middle},${y2 + thick} ${middle},${y1 + thick} ${x1},${y1 + thick} Z`
  );
}
