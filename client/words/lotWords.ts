import { blockchain } from './en/staff/blockchain.ts';
import { lotDetail } from './en/staff/lotDetail.ts';
import { lotSaid } from './en/staff/lotSaid.ts';
import { addWords } from './language.ts';
import type { PlainId } from './messages.ts';
import './recordInEnglish.ts';
import type { RecordCatalogue } from './recordWords.ts';
import { richWords } from './rich.tsx';
import './lotListWords.ts';
import type { LotListCatalogue } from './lotListWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* What the views of one lot say: loaded with them, not with the staff area. */
const english = { ...lotDetail, ...blockchain, ...lotSaid };
addWords('en', english);

export type LotWordsCatalogue = LotListCatalogue & RecordCatalogue & typeof english;
export type LotWords = Words<LotWordsCatalogue>;
export type LotId = PlainId<LotWordsCatalogue>;

export const { useWords: useLotWords, wordsIn: lotWordsIn } = areaWords<LotWordsCatalogue>();
export const LotRich = richWords<LotWordsCatalogue>();

/** The name of a compliance check; one that this version does not know stands as the server names it. */
export function checkName({ say }: LotWords, name: string): string {
  const id = `comply.check.${name}`;
  const known = (text: string): text is Extract<LotId, `comply.check.${string}`> => Object.hasOwn(lotDetail, text);
  return known(id) ? say(id) : name;
}
