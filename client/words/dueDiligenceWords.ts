import messages from '../../messages/en/dueDiligence.json';
import type { DueDiligenceMessages } from '../../messages/types.ts';
import type { OfficeCatalogue } from './adminMessages.ts';
import './adminMessages.ts';
import { addWords } from './language.ts';
import './lotWords.ts';
import type { LotWordsCatalogue } from './lotWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of due diligence: loaded with its page, and with its part of the page of a consignment. */
addWords('en', messages);

type DueDiligenceCatalogue = OfficeCatalogue & LotWordsCatalogue & DueDiligenceMessages;
export type DueDiligenceWords = Words<DueDiligenceCatalogue>;

export const { useWords: useDueDiligenceWords } = areaWords<DueDiligenceCatalogue>();
