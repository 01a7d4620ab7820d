import type { proof } from './en/public/proof.ts';
import type { RecordCatalogue } from './recordWords.ts';
import { areaWords, type Words } from './words.tsx';

/* What is said of a proof; it is loaded with what checks it. */
type ProofCatalogue = RecordCatalogue & typeof proof;
export type ProofWords = Words<ProofCatalogue>;

export const { useWords: useProofWords, wordsIn: proofWordsIn } = areaWords<ProofCatalogue>();
