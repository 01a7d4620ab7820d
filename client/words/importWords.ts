import messages from '../../messages/en/import.json';
import type { ImportMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import { richWords } from './rich.tsx';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the lot import: loaded with its page, not with the tabs. */
addWords('en', messages);

export type ImportCatalogue = StaffCatalogue & ImportMessages;
export type ImportWords = Words<ImportCatalogue>;

export const { useWords: useImportWords } = areaWords<ImportCatalogue>();
export const ImportRich = richWords<ImportCatalogue>();
