import { account } from './en/office/account.ts';
import { audit } from './en/office/audit.ts';
import { checks } from './en/office/checks.ts';
import { hooks } from './en/office/hooks.ts';
import { ledger } from './en/office/ledger.ts';
import { mail } from './en/office/mail.ts';
import { users } from './en/office/users.ts';
import { addWords } from './language.ts';
import { richWords } from './rich.tsx';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import type { PlainId } from './messages.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the pages of the person's menu say: loaded with them, not with the tabs. */
const english = { ...users, ...account, ...audit, ...checks, ...hooks, ...mail, ...ledger };
addWords('en', english);

export type OfficeCatalogue = StaffCatalogue & typeof english;
export type OfficeWords = Words<OfficeCatalogue>;
export type OfficeId = PlainId<OfficeCatalogue>;

export const { useWords: useOfficeWords, wordsIn: officeWordsIn } = areaWords<OfficeCatalogue>();
export const OfficeRich = richWords<OfficeCatalogue>();
