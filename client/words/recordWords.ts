import type { record } from './en/record.ts';
import type { recordDetails } from './en/recordDetails.ts';
import type { PlainId } from './messages.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What is said of a lot's record on the ledger, on public pages and in the staff area. */
export type RecordCatalogue = SharedCatalogue & typeof record & typeof recordDetails;
export type RecordWords = Words<RecordCatalogue>;
export type RecordId = PlainId<RecordCatalogue>;

export const { useWords: useRecordWords, wordsIn: recordWordsIn } = areaWords<RecordCatalogue>();
