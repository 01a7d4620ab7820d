import { expect, it } from 'vitest';
import { type ShownRisks, wereShown } from './useConsignmentRisks.ts';

type Warnings = ShownRisks['lots'][number]['warnings'];
const risks = (lots: Record<string, Warnings>, unconfirmedLots = 0): ShownRisks => ({
  step: 'shipped',
  warnings: [],
  lotCount: Object.keys(lots).length,
  unconfirmedLots,
  lots: Object.entries(lots).map(([id, warnings]) => ({ id, lotId: id, warnings, request: null })),
});
const damp = risks({ a: ['high_moisture'] });

it.each<[string, ShownRisks | null, ShownRisks, boolean]>([
  ['nothing speaks against it, and nothing was loaded before', null, risks({}), true],
  ['something does, and nothing was loaded before', null, damp, false],
  ['the same as before', damp, damp, true],
  ['less than before', damp, risks({}), true],
  ['another warning of the same lot', damp, risks({ a: ['open_alert', 'high_moisture'] }), false],
  ['another lot instead', damp, risks({ b: ['high_moisture'] }), false],
  ['one lot more', damp, risks({ a: ['high_moisture'], b: ['high_moisture'] }), false],
  [
    'a confirmation that is over',
    risks({ a: ['deforestation_detected'] }),
    risks({ a: ['deforestation_detected'] }, 1),
    false,
  ],
])('what was shown before a step: %s', (_what, shown, now, expected) => {
  expect(wereShown(shown, now)).toBe(expected);
});
