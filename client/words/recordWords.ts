import type { DetailsMessages } from '../../messages/types.ts';
import type { PlainId } from '../../server/domain/messages/say.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages about a lot's ledger record, on public pages and in the staff area. */
export type RecordCatalogue = SharedCatalogue & DetailsMessages;
export type RecordWords = Words<RecordCatalogue>;
export type RecordId = PlainId<RecordCatalogue>;

export const { useWords: useRecordWords, wordsIn: recordWordsIn } = areaWords<RecordCatalogue>();
