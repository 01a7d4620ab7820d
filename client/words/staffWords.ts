import staff from '../../messages/en/staff.json';
import type { CodesMessages, StaffMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import type { PlainId, Word } from '../../server/domain/messages/say.ts';
import './localizedTexts.ts';
import './sharedInEnglish.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { richWords } from './rich.tsx';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/*
 * Messages of the staff area, except those of parts that load their own (`lotListWords.ts`, `importWords.ts` and
 * others).
 */
addWords('en', staff);

export type StaffCatalogue = SharedCatalogue & StaffMessages & CodesMessages;
export type StaffWords = Words<StaffCatalogue>;
export type StaffWord = Word<StaffCatalogue>;
export type StaffId = PlainId<StaffCatalogue>;

export const { useWords: useStaffWords, wordsIn: staffWordsIn } = areaWords<StaffCatalogue>();
export const StaffRich = richWords<StaffCatalogue>();
