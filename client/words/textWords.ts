import { texts } from './en/public/texts.ts';
import { addWords } from './language.ts';
import './publicWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';

/* What the pages of plain text say. */
addWords('en', texts);

type TextCatalogue = PublicCatalogue & typeof texts;

export const { useWords: useTextWords, wordsIn: textWordsIn } = areaWords<TextCatalogue>();
export const TextRich = richWords<TextCatalogue>();
