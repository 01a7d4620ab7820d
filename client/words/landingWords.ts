import type { LandingMessages } from '../../messages/types.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';

/* Messages of the landing page. */
type LandingCatalogue = PublicCatalogue & LandingMessages;

export const { useWords: useLandingWords, wordsIn: landingWordsIn } = areaWords<LandingCatalogue>();
export const LandingRich = richWords<LandingCatalogue>();
