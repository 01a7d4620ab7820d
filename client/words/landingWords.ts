import { landing } from './en/public/landing.ts';
import { addWords } from './language.ts';
import './publicWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords } from './words.tsx';

/* What the first page says. */
addWords('en', landing);

export const { useWords: useLandingWords, wordsIn: landingWordsIn } = areaWords<PublicCatalogue & typeof landing>();
