import type { TextsMessages } from '../../messages/types.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';

/* Messages of the plain text pages. */
type TextCatalogue = PublicCatalogue & TextsMessages;

export const { useWords: useTextWords, wordsIn: textWordsIn } = areaWords<TextCatalogue>();
export const TextRich = richWords<TextCatalogue>();
