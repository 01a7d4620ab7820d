import { texts } from './en/public/texts.ts';
import { addWords } from './language.ts';
import './publicWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords } from './words.tsx';

/* What the pages of plain text say. */
addWords('en', texts);

export const { useWords: useTextWords, Rich: TextRich } = areaWords<PublicCatalogue & typeof texts>();
