import messages from '../../messages/en/farms.json';
import type { FarmsMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import type { PlainId } from '../../server/domain/messages/say.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the farm page and of plot validation: loaded with it, not with the tabs. */
addWords('en', messages);

export type FarmCatalogue = StaffCatalogue & FarmsMessages;
export type FarmWords = Words<FarmCatalogue>;
export type FarmId = PlainId<FarmCatalogue>;

export const { useWords: useFarmWords, wordsIn: farmWordsIn } = areaWords<FarmCatalogue>();
