import type { landing } from './en/public/landing.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';

/* What the first page says. */
type LandingCatalogue = PublicCatalogue & typeof landing;

export const { useWords: useLandingWords, wordsIn: landingWordsIn } = areaWords<LandingCatalogue>();
export const LandingRich = richWords<LandingCatalogue>();
