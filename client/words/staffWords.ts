import { lotFields, units } from './en/lotFields.ts';
import { alerts } from './en/staff/alerts.ts';
import { dashboard } from './en/staff/dashboard.ts';
import { failures } from './en/staff/failures.ts';
import { palette } from './en/staff/palette.ts';
import { session } from './en/staff/session.ts';
import { shell } from './en/staff/shell.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from './messages.ts';
import './saidWords.ts';
import './sharedInEnglish.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the staff area says, other than its parts that bring their words with them (`lotListWords.ts`, `importWords.ts` and their like). */
const english = {
  ...session,
  ...shell,
  ...dashboard,
  ...lotFields,
  ...units,
  ...alerts,
  ...palette,
  ...failures,
};
addWords('en', english);

export type StaffCatalogue = SharedCatalogue & typeof english;
export type StaffWords = Words<StaffCatalogue>;
export type StaffWord = Word<StaffCatalogue>;
export type StaffId = PlainId<StaffCatalogue>;

export const { useWords: useStaffWords, wordsIn: staffWordsIn } = areaWords<StaffCatalogue>();
export const StaffRich = richWords<StaffCatalogue>();
