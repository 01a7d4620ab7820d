import messages from '../../messages/en/reports.json';
import type { ReportsMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the reports: loaded with their tab, not with the shell. */
addWords('en', messages);

export type ReportsCatalogue = StaffCatalogue & ReportsMessages;
export type ReportsWords = Words<ReportsCatalogue>;

export const { useWords: useReportsWords, wordsIn: reportsWordsIn } = areaWords<ReportsCatalogue>();
