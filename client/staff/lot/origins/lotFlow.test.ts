import { describe, expect, it } from 'vitest';
import { isGrouped, lotFlow, type FlowSource } from './lotFlow.ts';

const TEXTS = {
  kg: (weight: number) => `${weight} kg`,
  farm: (farmId: string | null, count: number) => `${farmId ?? '?'} (${count})`,
  left: 'left',
  other: 'other',
  more: 'more',
  hrefOf: (lotId: string) => `?lot=${lotId}`,
};
const SOURCE: FlowSource = {
  lotId: 'LOT801',
  weight: 100,
  available: 30,
  origins: [
    { lotId: 'LOT701', farmId: 'FARM001', weight: 60 },
    { lotId: 'LOT702', farmId: 'FARM002', weight: 40 },
  ],
  destinations: [
    { lotId: 'LOT901', weight: 65, depth: 1 },
    { lotId: 'LOT902', weight: 20, depth: 2 },
  ],
  steps: [{ name: 'Drying', weight: 70 }],
};
const drawn = (change: Partial<FlowSource> = {}) =>
  lotFlow({ ...SOURCE, ...change }, TEXTS).nodes.map(({ column, label, value }) => [column, label, value]);

describe('the flow of a lot', () => {
  it('has origins, direct destinations, what is left and what is gone', () => {
    expect(drawn()).toEqual([
      [0, 'LOT701', 60],
      [0, 'LOT702', 40],
      [1, 'LOT801', 100],
      [2, 'LOT901', 65],
      [2, 'left', 30],
      [2, 'other', 5],
    ]);
    expect(lotFlow(SOURCE, TEXTS).nodes[0]?.href).toBe('?lot=LOT701');
  });

  it('adds what the first page does not hold', () => {
    expect(drawn({ origins: SOURCE.origins.slice(0, 1) })).toContainEqual([0, 'more', 40]);
  });

  it('groups by farm and step above 60 nodes', () => {
    const origins = Array.from({ length: 58 }, (_, at) => ({
      lotId: `LOT${100 + at}`,
      farmId: at < 29 ? 'FARM001' : null,
      weight: 100 / 58,
    }));
    expect(isGrouped({ ...SOURCE, origins: origins.slice(0, 56) })).toBe(false);
    expect(isGrouped({ ...SOURCE, origins })).toBe(true);
    const labels = drawn({ origins }).map(([, label]) => label);
    expect(labels).toEqual(['FARM001 (29)', '? (29)', 'LOT801', 'Drying', 'left']);
  });
});
