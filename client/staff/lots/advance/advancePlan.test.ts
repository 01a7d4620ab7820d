import { expect, it } from 'vitest';
import { advancePlan, type AdvanceResult } from './advancePlan.ts';

const said = { code: 'stage.delivered', values: {}, text: 'Delivered' };
const result = (lotId: string, more: Partial<AdvanceResult>): AdvanceResult => {
  return { lotId, from: null, to: null, warnings: [], refusal: null, lot: null, ...more };
};

it('the plan counts what moves, names what stays, and keeps condemned lots out', () => {
  const ships = { from: 'processed', to: 'shipped' } as const;
  const plan = advancePlan([
    result('LOT1', { from: 'harvested', to: 'fermented' }),
    result('LOT2', { ...ships, warnings: ['open_alert', 'high_moisture'] }),
    result('LOT3', { ...ships, warnings: ['high_moisture'] }),
    result('LOT4', { ...ships, warnings: ['deforestation_detected'] }),
    result('LOT5', { refusal: said }),
  ]);
  expect(plan.moves).toEqual([
    { from: 'harvested', to: 'fermented', count: 1 },
    { ...ships, count: 2 },
  ]);
  expect(plan.lotIds).toEqual(['LOT1', 'LOT2', 'LOT3']);
  expect(plan.warnings).toEqual([
    { warning: 'open_alert', count: 1 },
    { warning: 'high_moisture', count: 2 },
  ]);
  expect(plan.condemned.map(({ lotId }) => lotId)).toEqual(['LOT4']);
  expect(plan.stays.map(({ lotId }) => lotId)).toEqual(['LOT5']);
});
