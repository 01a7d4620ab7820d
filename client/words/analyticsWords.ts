import messages from '../../messages/en/analytics.json';
import type { AnalyticsMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import type { Word } from '../../server/domain/messages/say.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the charts: loaded with their page, not with the tabs. */
addWords('en', messages);

export type AnalyticsCatalogue = StaffCatalogue & AnalyticsMessages;
export type AnalyticsWords = Words<AnalyticsCatalogue>;
export type AnalyticsWord = Word<AnalyticsCatalogue>;

export const { useWords: useAnalyticsWords, wordsIn: analyticsWordsIn } = areaWords<AnalyticsCatalogue>();
