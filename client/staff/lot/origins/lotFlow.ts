import type { FlowLink, FlowNode } from '../../../design/flow/flowLayout.ts';

/** Nodes of a drawing at most; more are grouped. */
export const MOST_NODES = 60;

export interface FlowOrigin {
  lotId: string;
  farmId: string | null;
  /** kg of the lot */
  weight: number;
}

export interface FlowDestination {
  lotId: string;
  /** kg that come from the lot */
  weight: number;
  depth: number;
}

export interface FlowSource {
  lotId: string;
  /** kg */
  weight: number;
  available: number;
  origins: readonly FlowOrigin[];
  destinations: readonly FlowDestination[];
  /** kg by step, for many destinations */
  steps: readonly { name: string; weight: number }[];
}

interface FlowTexts {
  kg: (weight: number) => string;
  farm: (farmId: string | null, count: number) => string;
  left: string;
  other: string;
  more: string;
  hrefOf: (lotId: string) => string;
}

type Part = Pick<FlowNode, 'id' | 'label' | 'value' | 'href'>;

/** Whether the drawing shows farms and steps in place of single lots. */
export function isGrouped({ origins, destinations }: Pick<FlowSource, 'origins' | 'destinations'>): boolean {
  return origins.length + destinations.filter(({ depth }) => depth === 1).length + 3 > MOST_NODES;
}

/**
 * The lot in the middle, its origins to the left, and to the right what was made of it directly, what is left, and what
 * neither of them has (loss and consignments). Later destinations are parts of the direct ones.
 */
export function lotFlow(source: FlowSource, texts: FlowTexts): { nodes: FlowNode[]; links: FlowLink[] } {
  const { lotId, weight, available } = source;
  const grouped = isGrouped(source);
  const left = grouped ? farmParts(source.origins, texts) : source.origins.map((one) => lotPart(one, texts));
  const known = left.reduce((sum, { value }) => sum + value, 0);
  // Origins beyond the first page.
  if (left.length > 0 && weight - known > 0.001) left.push({ id: 'more', label: texts.more, value: weight - known });
  const direct = source.destinations.filter(({ depth }) => depth === 1);
  const made = grouped
    ? source.steps.map(({ name, weight: value }) => ({ id: `step ${name}`, label: name, value }))
    : direct.map((one) => lotPart(one, texts));
  const other = weight - available - made.reduce((sum, { value }) => sum + value, 0);
  const node = (part: Part, column: number, tone: FlowNode['tone']): FlowNode => ({
    ...part,
    note: texts.kg(part.value),
    column,
    tone,
  });
  const right = [
    ...made.map((part) => node(part, 2, 'leaf')),
    ...(available > 0 ? [node({ id: 'left', label: texts.left, value: available }, 2, 'sky')] : []),
    ...(other > 0.001 ? [node({ id: 'other', label: texts.other, value: other }, 2, 'pod')] : []),
  ];
  return {
    nodes: [
      ...left.map((part) => node(part, 0, 'brand')),
      node({ id: 'lot', label: lotId, value: weight }, 1, 'sky'),
      ...right,
    ],
    links: [
      ...left.map(({ id, value }) => ({ from: id, to: 'lot', value })),
      ...right.map(({ id, value }) => ({ from: 'lot', to: id, value })),
    ],
  };
}

function lotPart({ lotId, weight }: { lotId: string; weight: number }, { hrefOf }: FlowTexts): Part {
  return { id: `lot ${lotId}`, label: lotId, value: weight, href: hrefOf(lotId) };
}

function farmParts(origins: readonly FlowOrigin[], { farm }: FlowTexts): Part[] {
  const farms = Map.groupBy(origins, ({ farmId }) => farmId);
  return [...farms].map(([farmId, lots]) => ({
    id: `farm ${farmId ?? ''}`,
    label: farm(farmId, lots.length),
    value: lots.reduce((sum, { weight }) => sum + weight, 0),
  }));
}
