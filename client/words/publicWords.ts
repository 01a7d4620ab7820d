import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords } from './words.tsx';

/* Messages of the frame of every public page. */
export type PublicCatalogue = SharedCatalogue;

export const { useWords: usePublicWords } = areaWords<PublicCatalogue>();
