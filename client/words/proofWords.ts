import type { ProofMessages } from '../../messages/types.ts';
import type { VerifyCatalogue } from './verifyWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages about proofs; loaded with the proof checker, after those of a lot. */
export type ProofCatalogue = VerifyCatalogue & ProofMessages;
export type ProofWords = Words<ProofCatalogue>;

export const { useWords: useProofWords, wordsIn: proofWordsIn } = areaWords<ProofCatalogue>();
