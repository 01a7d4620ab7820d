import messages from '../../messages/en/admin.json';
import type { AdminMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import { richWords } from './rich.tsx';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import type { PlainId } from '../../server/domain/messages/say.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the account menu's pages: loaded with them, not with the tabs. */
addWords('en', messages);

export type OfficeCatalogue = StaffCatalogue & AdminMessages;
export type OfficeWords = Words<OfficeCatalogue>;
export type OfficeId = PlainId<OfficeCatalogue>;

export const { useWords: useOfficeWords, wordsIn: adminMessagesIn } = areaWords<OfficeCatalogue>();
export const OfficeRich = richWords<OfficeCatalogue>();
