import messages from '../../messages/en/consignments.json';
import type { ConsignmentsMessages } from '../../messages/types.ts';
import type { OfficeCatalogue } from './adminMessages.ts';
import './adminMessages.ts';
import { addWords } from './language.ts';
import './lotWords.ts';
import type { LotWordsCatalogue } from './lotWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of consignments and recalls: loaded with their pages. Their lots use the messages of the lot views. */
addWords('en', messages);

type ConsignmentCatalogue = OfficeCatalogue & LotWordsCatalogue & ConsignmentsMessages;
export type ConsignmentWords = Words<ConsignmentCatalogue>;

export const { useWords: useConsignmentWords, wordsIn: consignmentWordsIn } = areaWords<ConsignmentCatalogue>();
