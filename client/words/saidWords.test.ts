import { expect, it } from 'vitest';
import { ALERT } from '../../server/domain/said/alertSaid.ts';
import { REFUSED } from '../../server/domain/said/refusedSaid.ts';
import { ENTRIES } from '../../server/domain/said/table.ts';
import { said } from './en/staff/said.ts';
import { staffWordsIn } from './staffWords.ts';
import { saidWord, saidWords } from './saidWords.ts';

const words = staffWordsIn();
const WITH_WORDS = ENTRIES.filter(({ code }) => Object.hasOwn(said, `said.${code}`));

it.each(WITH_WORDS.map((entry) => [entry.code, entry] as const))('%s: in English as the server says it', (_, entry) => {
  const sentence = entry.read(entry.example);
  // A text of its own, so that the words are seen to come from the catalogue.
  expect(saidWord(words, { code: entry.code, values: { ...entry.example }, text: '' })).toBe(sentence?.text);
});

it.each([
  ALERT.lossSeen({ lossPixels: 1, pixels: 64, years: [2022], hectares: 0.0625, checkedHectares: 4 }),
  ALERT.lossSeen({ lossPixels: 3, pixels: 64, years: [2021, 2022, 2024], hectares: 1.5, checkedHectares: 4 }),
  REFUSED.tooManyAttempts({ minutes: 1 }),
  REFUSED.alertResolvedAs({ outcome: 'Deforestation Detected' }),
])('$text', (sentence) => {
  expect(saidWord(words, { ...sentence, text: '' })).toBe(sentence.text);
});

it('what has no words of the page stands as the server says it', () => {
  const unknown = { code: 'later.news', values: {}, text: 'Something new.' };
  const known = { code: 'satellite.no_data', values: {}, text: '' };
  expect(saidWord(words, unknown)).toBe('Something new.');
  expect(saidWords(words, [known, unknown])).toBe('The dataset holds no data for this place. Something new.');
  expect(saidWords(words, [])).toBeNull();
});
