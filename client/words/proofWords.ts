import type { ProofMessages } from '../../messages/types.ts';
import type { VerifyCatalogue } from './verifyWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What is said of a proof; it is loaded with what checks it, where the words of a lot are. */
export type ProofCatalogue = VerifyCatalogue & ProofMessages;
export type ProofWords = Words<ProofCatalogue>;

export const { useWords: useProofWords, wordsIn: proofWordsIn } = areaWords<ProofCatalogue>();
