import type { PageMessages, PiecesMessages } from '../../messages/types.ts';
import type { PlainId, Word } from '../../server/domain/messages/say.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of client/design, and those shared by several areas. */
export type SharedCatalogue = PageMessages & PiecesMessages;
export type SharedWords = Words<SharedCatalogue>;
export type SharedWord = Word<SharedCatalogue>;
export type SharedId = PlainId<SharedCatalogue>;

export const { useWords: useSharedWords, wordsIn: sharedWordsIn } = areaWords<SharedCatalogue>();
