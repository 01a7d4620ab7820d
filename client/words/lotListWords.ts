import messages from '../../messages/en/lots.json';
import type { LotsMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from '../../server/domain/messages/say.ts';
import { richWords } from './rich.tsx';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the lot list and its dialogs: loaded with the first of them, not with the shell. */
addWords('en', messages);

export type LotListCatalogue = StaffCatalogue & LotsMessages;
export type LotListWords = Words<LotListCatalogue>;
export type LotListWord = Word<LotListCatalogue>;
export type LotListId = PlainId<LotListCatalogue>;

export const { useWords: useLotListWords, wordsIn: lotListWordsIn } = areaWords<LotListCatalogue>();
export const LotListRich = richWords<LotListCatalogue>();
