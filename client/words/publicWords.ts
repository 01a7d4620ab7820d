import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords } from './words.tsx';

/* What stands around every public page. */
export type PublicCatalogue = SharedCatalogue;

export const { useWords: usePublicWords } = areaWords<PublicCatalogue>();
