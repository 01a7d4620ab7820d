import messages from '../../messages/en/statements.json';
import type { StatementsMessages } from '../../messages/types.ts';
import './adminMessages.ts';
import type { OfficeCatalogue } from './adminMessages.ts';
import { addWords } from './language.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of due diligence statements: loaded with their pages, and with the page of a consignment. */
addWords('en', messages);

type StatementCatalogue = OfficeCatalogue & StatementsMessages;
export type StatementWords = Words<StatementCatalogue>;

export const { useWords: useStatementWords, wordsIn: statementWordsIn } = areaWords<StatementCatalogue>();
