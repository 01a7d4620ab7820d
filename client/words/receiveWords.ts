import messages from '../../messages/en/receive.json';
import type { ReceiveMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './lotListWords.ts';
import type { LotListCatalogue } from './lotListWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of deliveries and their receipts: loaded with them, not with the tabs. */
addWords('en', messages);

export type ReceiveCatalogue = LotListCatalogue & ReceiveMessages;
export type ReceiveWords = Words<ReceiveCatalogue>;

export const { useWords: useReceiveWords } = areaWords<ReceiveCatalogue>();
