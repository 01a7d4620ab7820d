import { expect, it } from 'vitest';
import { satelliteNote } from './satelliteNote.ts';

const SAMPLE = 'Sample data: made up for demonstration, not an observation of this place.';

it.each([
  [null, { reason: null, sample: null }],
  ['The place is at sea.', { reason: 'The place is at sea.', sample: null }],
  [SAMPLE, { reason: null, sample: SAMPLE }],
  [`The place is at sea. ${SAMPLE}`, { reason: 'The place is at sea.', sample: SAMPLE }],
])('%s', (message, parts) => {
  expect(satelliteNote(message)).toEqual(parts);
});
