import { reports } from './en/staff/reports.ts';
import { addWords } from './language.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the reports say: loaded with their tab, not with the shell. */
addWords('en', reports);

export type ReportsCatalogue = StaffCatalogue & typeof reports;
export type ReportsWords = Words<ReportsCatalogue>;

export const { useWords: useReportsWords, wordsIn: reportsWordsIn } = areaWords<ReportsCatalogue>();
