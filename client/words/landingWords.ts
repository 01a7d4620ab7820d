import type { LandingMessages } from '../../messages/types.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';

/* What the first page says. */
type LandingCatalogue = PublicCatalogue & LandingMessages;

export const { useWords: useLandingWords, wordsIn: landingWordsIn } = areaWords<LandingCatalogue>();
export const LandingRich = richWords<LandingCatalogue>();
