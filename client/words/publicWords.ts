import { frame } from './en/public/frame.ts';
import { addWords } from './language.ts';
import './sharedWords.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords } from './words.tsx';

/* What stands around every public page. */
addWords('en', frame);

export type PublicCatalogue = SharedCatalogue & typeof frame;

export const { useWords: usePublicWords } = areaWords<PublicCatalogue>();
