import messages from '../../messages/en/alert.json';
import type { AlertMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './lotWords.ts';
import type { LotWordsCatalogue } from './lotWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the page of an alert says: loaded with it, not with the tabs. It shows evidence as the views of a lot do. */
addWords('en', messages);

type AlertCatalogue = LotWordsCatalogue & AlertMessages;
export type AlertWords = Words<AlertCatalogue>;

export const { useWords: useAlertWords, wordsIn: alertWordsIn } = areaWords<AlertCatalogue>();
