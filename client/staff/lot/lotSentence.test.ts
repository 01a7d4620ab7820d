import { expect, it } from 'vitest';
import { leadingAction, lotSentence } from './lotSentence.ts';

type LotState = Parameters<typeof lotSentence>[0];

const CLEAR: LotState = {
  stage: 'fermented',
  status: 'No Deforestation',
  checkedAt: '2026-11-20T08:00:00Z',
  openAlerts: [],
  mayAdvance: true,
};
const low = { id: 'low', severity: 'low' };
const high = { id: 'high', severity: 'high' };

it.each<[string, Partial<LotState>, ReturnType<typeof lotSentence>]>([
  ['is ready for its next stage', {}, { kind: 'ready', to: 'drying' }],
  ['waits for those who may move it on', { mayAdvance: false }, { kind: 'waiting' }],
  ['is delivered', { stage: 'delivered' }, { kind: 'delivered' }],
  [
    'is blocked by its worst open alert',
    { status: 'Deforestation Detected', openAlerts: [low, high] },
    { kind: 'blocked', alertId: 'high' },
  ],
  ['has an open alert', { openAlerts: [low] }, { kind: 'alert', alertId: 'low' }],
  [
    'has an open alert while it is investigated',
    { status: 'Under Investigation', openAlerts: [high] },
    { kind: 'alert', alertId: 'high' },
  ],
  ['had trees lost, and its alerts are closed', { status: 'Deforestation Detected' }, { kind: 'deforested' }],
  [
    'had trees lost, whatever its alerts',
    { status: 'Deforestation Detected', openAlerts: undefined },
    { kind: 'deforested' },
  ],
  ['is investigated', { status: 'Under Investigation' }, { kind: 'investigated' }],
  ['was never checked', { status: 'Pending Review', checkedAt: null }, { kind: 'unchecked' }],
  ['waits for a conclusion', { status: 'Pending Review' }, { kind: 'pending' }],
  ['has no sentence before its alerts are known', { openAlerts: undefined }, null],
  [
    'delivered with an open alert has the alert first',
    { stage: 'delivered', openAlerts: [high] },
    { kind: 'alert', alertId: 'high' },
  ],
])('a lot %s', (_name, state, sentence) => {
  expect(lotSentence({ ...CLEAR, ...state })).toEqual(sentence);
});

it.each<[string, Partial<LotState>, ReturnType<typeof leadingAction>]>([
  ['may move on', {}, { kind: 'update' }],
  ['is investigated', { status: 'Under Investigation' }, { kind: 'update' }],
  ['may be moved by others alone', { mayAdvance: false }, null],
  ['is blocked', { status: 'Deforestation Detected', openAlerts: [high] }, { kind: 'alert', alertId: 'high' }],
  ['has an open alert', { openAlerts: [low], mayAdvance: false }, { kind: 'alert', alertId: 'low' }],
  ['had trees lost, and its alerts are closed', { status: 'Deforestation Detected' }, null],
  ['has alerts that are not known yet', { openAlerts: undefined }, null],
])('the leading action of a lot that %s', (_name, state, action) => {
  const lot = { ...CLEAR, ...state };
  expect(leadingAction(lotSentence(lot), lot.mayAdvance)).toEqual(action);
});
