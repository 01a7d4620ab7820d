import { analytics } from './en/staff/analytics.ts';
import { addWords } from './language.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import type { Word } from './messages.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the charts say: loaded with their page, not with the tabs. */
addWords('en', analytics);

export type AnalyticsCatalogue = StaffCatalogue & typeof analytics;
export type AnalyticsWords = Words<AnalyticsCatalogue>;
export type AnalyticsWord = Word<AnalyticsCatalogue>;

export const { useWords: useAnalyticsWords, wordsIn: analyticsWordsIn } = areaWords<AnalyticsCatalogue>();
