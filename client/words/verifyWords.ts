import { lotFields } from './en/lotFields.ts';
import { verify } from './en/public/verify.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from './messages.ts';
import './publicWords.ts';
import './recordWords.ts';
import type { RecordCatalogue } from './recordWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords, type Words } from './words.tsx';

/* What is said while a product is checked. */
const english = { ...lotFields, ...verify };
addWords('en', english);

type VerifyCatalogue = PublicCatalogue & RecordCatalogue & typeof english;
export type VerifyWords = Words<VerifyCatalogue>;
export type VerifyWord = Word<VerifyCatalogue>;
export type VerifyId = PlainId<VerifyCatalogue>;

export const { useWords: useVerifyWords, wordsIn: verifyWordsIn } = areaWords<VerifyCatalogue>();
