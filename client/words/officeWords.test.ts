import { expect, it } from 'vitest';
import { KEPT } from '../../server/domain/said/keptSaid.ts';
import { officeWordsIn } from './officeWords.ts';
import { saidWord } from './saidWords.ts';

const words = officeWordsIn();

it.each([
  KEPT.record({}),
  KEPT.recordReason({}),
  KEPT.places({ lots: 1 }),
  KEPT.places({ lots: 1200 }),
  KEPT.placesReason({}),
])('a receipt says "$text" by its own words, in English as the server does', (sentence) => {
  expect(saidWord(words, { ...sentence, text: '' })).toBe(sentence.text);
});
