import { expect, it } from 'vitest';
import { ALERT } from '../../server/domain/messages/alertMessages.ts';
import { KEEPS_OUT } from '../../server/domain/messages/consignmentMessages.ts';
import { encodeMessage } from '../../server/domain/messages/encodeMessage.ts';
import { INPUT } from '../../server/domain/messages/inputMessages.ts';
import { REFUSED } from '../../server/domain/messages/refusalMessages.ts';
import { SATELLITE } from '../../server/domain/messages/satelliteMessages.ts';
import { MESSAGES } from '../../server/domain/messages/registry.ts';
import { STAGES } from '../../server/domain/lot/stages.ts';
import codes from '../../messages/en/codes.json';
import { staffWordsIn } from './staffWords.ts';
import { messageWord, localizedText, localizedTexts } from './localizedTexts.ts';

const words = staffWordsIn();
// Times are shown in the reader's time zone, days in the reader's form.
const WITH_WORDS = MESSAGES.filter(
  ({ code, shape }) =>
    Object.hasOwn(codes, `code.${code}`) && !Object.hasOwn(shape, 'since') && !Object.hasOwn(shape, 'day'),
);

it.each(WITH_WORDS.map((entry) => [entry.code, entry] as const))('%s: in English as the server says it', (_, entry) => {
  const sentence = entry.read(entry.example);
  // An empty text, so that the result must come from the catalogue.
  expect(localizedText(words, { code: entry.code, values: { ...entry.example }, text: '' })).toBe(sentence?.text);
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
  expect(localizedText(words, { ...sentence, text: '' })).toBe(sentence.text);
});

it('a moment is told as the page tells moments', () => {
  const since = '2026-11-23T08:15:00.000Z';
  expect(localizedText(words, { ...SATELLITE.sourceAway({ since }), text: '' })).toBe(
    `The satellite data has not been reachable since ${words.formatDateTime(since)}; the check is made once it is.`,
  );
});

it('a day is told as the page tells days', () => {
  const day = '2026-03-14';
  expect(localizedText(words, { ...KEEPS_OUT.oldCheck({ day, validDays: 30 }), text: '' })).toBe(
    `The last conclusive satellite check of the lot was on ${words.formatDate(day)}. It is valid for 30 days.`,
  );
});

it('the message of a rule is said by its code, another one is words already', () => {
  const wrong = encodeMessage({ ...INPUT.tooLong({ field: 'farmerName', most: 2000 }), text: '' });
  expect(messageWord(words, wrong)).toBe('Farmer name can be at most 2,000 characters');
  expect(messageWord(words, 'Lot ID LOT701 is already taken')).toBe('Lot ID LOT701 is already taken');
});

it('what has no words of the page stands as the server says it', () => {
  const unknown = { code: 'later.news', values: {}, text: 'Something new.' };
  const known = { code: 'satellite.no_data', values: {}, text: '' };
  expect(localizedText(words, unknown)).toBe('Something new.');
  expect(localizedTexts(words, [known, unknown])).toBe('The dataset holds no data for this place. Something new.');
  expect(localizedTexts(words, [])).toBeNull();
});
