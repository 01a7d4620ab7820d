import { expect, it } from 'vitest';
import { LOT_ACTIONS } from '../../../server/domain/ledger/content.ts';
import { staffWordsIn } from '../../words/staffWords.ts';
import { deedOf } from './activityWords.ts';

const words = staffWordsIn();
const entry = {
  lotId: 'LOT701',
  farmerName: 'Maria Kaupa',
  deforestationStatus: 'No Deforestation',
  timestamp: '2026-11-20T08:00:00.000Z',
  action: 'created',
  stage: 'drying',
} as const;

it.each([
  [{ action: 'created' }, 'Registered'],
  [{ action: 'stage' }, 'Advanced to Drying'],
  [{ action: 'satellite' }, 'Checked, no loss found'],
  [{ action: 'satellite', deforestationStatus: 'Deforestation Detected' }, 'Loss found'],
  [{ action: 'satellite', deforestationStatus: 'Pending Review' }, 'Checked, no result yet'],
  [{ action: 'reviewed', deforestationStatus: 'No Deforestation' }, 'Reviewed: No Deforestation'],
  [{ action: 'alert raised' }, 'Alert raised'],
])('describes the event %j', (change, text) => {
  expect(deedOf(words, { ...entry, ...change }).text).toBe(text);
});

it('has a text for every event type of a history', () => {
  for (const action of LOT_ACTIONS) expect(deedOf(words, { ...entry, action }).text).not.toBe('');
  expect(deedOf(words, { ...entry, action: 'what a later version knows' }).text).toBe('Changed');
});
