import messages from '../../messages/en/mass.json';
import type { MassMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './lotListWords.ts';
import type { LotListCatalogue } from './lotListWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of transformations, weighings, origins and destinations: loaded with the first of their screens. */
addWords('en', messages);

export type MassCatalogue = LotListCatalogue & MassMessages;
export type MassWords = Words<MassCatalogue>;

export const { useWords: useMassWords } = areaWords<MassCatalogue>();
