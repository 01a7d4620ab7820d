import type { PlainId, Word } from '../../server/domain/messages/say.ts';
import type { RecordCatalogue } from './recordWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the verification page. */
export type VerifyCatalogue = PublicCatalogue & RecordCatalogue;
export type VerifyWords = Words<VerifyCatalogue>;
export type VerifyWord = Word<VerifyCatalogue>;
export type VerifyId = PlainId<VerifyCatalogue>;

export const { useWords: useVerifyWords, wordsIn: verifyWordsIn } = areaWords<VerifyCatalogue>();
