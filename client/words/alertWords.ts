import messages from '../../messages/en/alert.json';
import type { AlertMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './lotWords.ts';
import type { LotWordsCatalogue } from './lotWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the alert page: loaded with it, not with the tabs. Evidence uses the messages of the lot views. */
addWords('en', messages);

type AlertCatalogue = LotWordsCatalogue & AlertMessages;
export type AlertWords = Words<AlertCatalogue>;

export const { useWords: useAlertWords, wordsIn: alertWordsIn } = areaWords<AlertCatalogue>();
