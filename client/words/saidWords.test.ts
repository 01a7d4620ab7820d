import { expect, it } from 'vitest';
import { ALERT } from '../../server/domain/said/alertSaid.ts';
import { carried } from '../../server/domain/said/carried.ts';
import { INPUT } from '../../server/domain/said/inputSaid.ts';
import { REFUSED } from '../../server/domain/said/refusedSaid.ts';
import { SATELLITE } from '../../server/domain/said/satelliteSaid.ts';
import { ENTRIES } from '../../server/domain/said/table.ts';
import { STAGES } from '../../server/domain/lot/stages.ts';
import codes from '../../messages/en/codes.json';
import { staffWordsIn } from './staffWords.ts';
import { messageWord, saidWord, saidWords } from './saidWords.ts';

const words = staffWordsIn();
// A moment is told in the time of the place where it is read.
const WITH_WORDS = ENTRIES.filter(
  ({ code, shape }) => Object.hasOwn(codes, `code.${code}`) && !Object.hasOwn(shape, 'since'),
);

it.each(WITH_WORDS.map((entry) => [entry.code, entry] as const))('%s: in English as the server says it', (_, entry) => {
  const sentence = entry.read(entry.example);
  // A text of its own, so that the words are seen to come from the catalogue.
  expect(saidWord(words, { code: entry.code, values: { ...entry.example }, text: '' })).toBe(sentence?.text);
});

it.each([
  ALERT.lossSeen({ lossPixels: 1, pixels: 64, years: [2022], hectares: 0.0625, checkedHectares: 4 }),
  ALERT.lossSeen({ lossPixels: 3, pixels: 64, years: [2021, 2022, 2024], hectares: 1.5, checkedHectares: 4 }),
  INPUT.required({ field: 'processDetails' }),
  INPUT.outOfBounds({ field: 'moistureContent', min: 0, max: 100, measure: 'percent' }),
  INPUT.outOfBounds({ field: 'latitude', min: -90, max: 90, measure: 'plain' }),
  INPUT.oneOf({ field: 'currentProcess', choices: STAGES }),
  REFUSED.tooManyAttempts({ minutes: 1 }),
  REFUSED.alertResolvedAs({ outcome: 'Deforestation Detected' }),
])('$text', (sentence) => {
  expect(saidWord(words, { ...sentence, text: '' })).toBe(sentence.text);
});

it('a moment is told as the page tells moments', () => {
  const since = '2026-11-23T08:15:00.000Z';
  expect(saidWord(words, { ...SATELLITE.sourceAway({ since }), text: '' })).toBe(
    `The satellite data has not been reachable since ${words.formatDateTime(since)}; the check is made once it is.`,
  );
});

it('the message of a rule is said by its code, another one is words already', () => {
  const wrong = carried({ ...INPUT.tooLong({ field: 'farmerName', most: 2000 }), text: '' });
  expect(messageWord(words, wrong)).toBe('Farmer name can be at most 2,000 characters');
  expect(messageWord(words, 'Lot ID LOT701 is already taken')).toBe('Lot ID LOT701 is already taken');
});

it('what has no words of the page stands as the server says it', () => {
  const unknown = { code: 'later.news', values: {}, text: 'Something new.' };
  const known = { code: 'satellite.no_data', values: {}, text: '' };
  expect(saidWord(words, unknown)).toBe('Something new.');
  expect(saidWords(words, [known, unknown])).toBe('The dataset holds no data for this place. Something new.');
  expect(saidWords(words, [])).toBeNull();
});
