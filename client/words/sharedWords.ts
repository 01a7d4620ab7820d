import type { pieces } from './en/pieces.ts';
import type { shared } from './en/shared.ts';
import type { PlainId, Word } from './messages.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the pieces of client/design say, and what several areas say alike. */
export type SharedCatalogue = typeof shared & typeof pieces;
export type SharedWords = Words<SharedCatalogue>;
export type SharedWord = Word<SharedCatalogue>;
export type SharedId = PlainId<SharedCatalogue>;

export const { useWords: useSharedWords, wordsIn: sharedWordsIn } = areaWords<SharedCatalogue>();
