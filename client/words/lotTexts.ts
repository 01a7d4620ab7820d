import { factsOf, LOT_TEXTS, type LotText } from '../../server/domain/lot/lotTable.ts';
import type { PageMessages } from '../../messages/types.ts';
import { DASH } from './format.ts';
import type { Words } from './wordsIn.ts';

/** Names and values of the optional texts of a lot; screens place the others, such as the farmer's name, themselves. */
export function optionalTextFacts(
  { say }: Words<PageMessages>,
  lot: Readonly<Record<LotText, string | null>>,
): (readonly [name: string, value: string])[] {
  return LOT_TEXTS.filter((field) => factsOf(field).optional).map((field) => [
    say(`label.${field}`),
    lot[field] ?? DASH,
  ]);
}
