import messages from '../../messages/en/lot.json';
import type { LotMessages } from '../../messages/types.ts';
import { addWords, hasWords } from './language.ts';
import type { PlainId } from '../../server/domain/messages/say.ts';
import './recordInEnglish.ts';
import type { RecordCatalogue } from './recordWords.ts';
import { richWords } from './rich.tsx';
import './lotListWords.ts';
import type { LotListCatalogue } from './lotListWords.ts';
import { areaWords } from './words.tsx';
import type { Words } from './wordsIn.ts';

/* Messages of the views of one lot: loaded with them, not with the staff area. */
addWords('en', messages);

export type LotWordsCatalogue = LotListCatalogue & RecordCatalogue & LotMessages;
export type LotWords = Words<LotWordsCatalogue>;
export type LotId = PlainId<LotWordsCatalogue>;

export const { useWords: useLotWords, wordsIn: lotWordsIn } = areaWords<LotWordsCatalogue>();
export const LotRich = richWords<LotWordsCatalogue>();

/** The name of a compliance check; the server's name if this version does not know it. */
export function checkName({ say, locale }: LotWords, name: string): string {
  const id = `comply.check.${name}`;
  const known = (text: string): text is Extract<LotId, `comply.check.${string}`> => hasWords(locale, text);
  return known(id) ? say(id) : name;
}
