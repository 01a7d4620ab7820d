import { describe, expect, it } from 'vitest';
import { flowLayout, type FlowNode } from './flowLayout.ts';

const node = (id: string, column: number, value: number): FlowNode => ({
  id,
  column,
  value,
  label: id,
  note: `${value} kg`,
  tone: 'leaf',
});

describe('a flow drawing', () => {
  const nodes = [node('a', 0, 300), node('b', 0, 100), node('c', 1, 380), node('loss', 1, 20)];
  const links = [
    { from: 'a', to: 'c', value: 300 },
    { from: 'b', to: 'c', value: 80 },
    { from: 'b', to: 'loss', value: 20 },
  ];
  const drawing = flowLayout(nodes, links, 500);
  const placed = (id: string) => drawing.nodes.find((one) => one.id === id);

  it('has heights in proportion to the amounts', () => {
    expect((placed('a')?.height ?? 0) / (placed('b')?.height ?? 1)).toBeCloseTo(3);
    expect((placed('c')?.height ?? 0) / (placed('loss')?.height ?? 1)).toBeCloseTo(19);
  });

  it('keeps the order in a column, and room for each label', () => {
    const middle = (id: string) => (placed(id)?.y ?? 0) + (placed(id)?.height ?? 0) / 2;
    expect(middle('b')).toBeGreaterThan(middle('a') + 22);
    expect(middle('loss')).toBeGreaterThan(middle('c') + 22);
  });

  it('reaches from edge to edge, inside its height', () => {
    expect(placed('a')?.x).toBe(0);
    expect(placed('c')?.x).toBe(490);
    for (const { y, height } of drawing.nodes) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(drawing.height);
    }
  });

  it('stacks the bands of a bar without overlap', () => {
    const bar = placed('c');
    const [first, second] = drawing.links;
    expect(first?.path).toContain(`490,${bar?.y}`);
    expect(second?.path).toContain(`490,${(bar?.y ?? 0) + 300 * 0.55}`);
  });

  it('leaves out a band without a bar, and draws nothing of nothing', () => {
    expect(flowLayout(nodes, [{ from: 'a', to: 'nowhere', value: 1 }], 500).links).toEqual([]);
    expect(flowLayout([], [], 500)).toEqual({ height: 0, nodes: [], links: [] });
  });
});
