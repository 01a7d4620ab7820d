import { expect, it } from 'vitest';
import { KEPT } from '../../server/domain/messages/retentionMessages.ts';
import { adminMessagesIn } from './adminMessages.ts';
import { localizedText } from './localizedTexts.ts';

const words = adminMessagesIn();

it.each([
  KEPT.record({}),
  KEPT.recordReason({}),
  KEPT.places({ lots: 1 }),
  KEPT.places({ lots: 1200 }),
  KEPT.placesReason({}),
])('a receipt says "$text" by its own words, in English as the server does', (sentence) => {
  expect(localizedText(words, { ...sentence, text: '' })).toBe(sentence.text);
});
