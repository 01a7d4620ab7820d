import { session } from './en/staff/session.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from './messages.ts';
import './sharedWords.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { richWords } from './rich.tsx';
import { areaWords, type Words } from './words.tsx';

/* What the staff area says: one catalogue for each of its folders, loaded with the area alone. */
const english = { ...session };
addWords('en', english);

export type StaffCatalogue = SharedCatalogue & typeof english;
export type StaffWords = Words<StaffCatalogue>;
export type StaffWord = Word<StaffCatalogue>;
export type StaffId = PlainId<StaffCatalogue>;

export const { useWords: useStaffWords, wordsIn: staffWordsIn } = areaWords<StaffCatalogue>();
export const StaffRich = richWords<StaffCatalogue>();
