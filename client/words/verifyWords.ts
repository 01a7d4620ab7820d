import { verify } from './en/public/verify.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from './messages.ts';
import './publicWords.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords, type Words } from './words.tsx';

/* What is said while a product is checked. */
addWords('en', verify);

type VerifyCatalogue = PublicCatalogue & typeof verify;
export type VerifyWords = Words<VerifyCatalogue>;
export type VerifyWord = Word<VerifyCatalogue>;
export type VerifyId = PlainId<VerifyCatalogue>;

export const { useWords: useVerifyWords, wordsIn: verifyWordsIn } = areaWords<VerifyCatalogue>();

/** The id of a name that the server gave: idOf('field.', 'weight') is 'field.weight'; null where this version knows no such name. */
export function idOf<Prefix extends string>(
  prefix: Prefix,
  name: string,
): Extract<VerifyId, `${Prefix}${string}`> | null {
  const known = (id: string): id is Extract<VerifyId, `${Prefix}${string}`> => Object.hasOwn(verify, id);
  const id = prefix + name;
  return known(id) ? id : null;
}
