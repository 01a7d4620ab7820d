import { farms } from './en/staff/farms.ts';
import { plotSaid } from './en/staff/plotSaid.ts';
import { addWords } from './language.ts';
import type { PlainId } from './messages.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the page of a farm says, and what is wrong with a plot: loaded with it, not with the tabs. */
const english = { ...farms, ...plotSaid };
addWords('en', english);

export type FarmCatalogue = StaffCatalogue & typeof english;
export type FarmWords = Words<FarmCatalogue>;
export type FarmId = PlainId<FarmCatalogue>;

export const { useWords: useFarmWords, wordsIn: farmWordsIn } = areaWords<FarmCatalogue>();
