import { account } from '../../words/en/office/account.ts';
import type { OfficeId, OfficeWords } from '../../words/officeWords.ts';

/** What a receipt calls by the name of a field; a name that this version does not know stands as it is. */
export function erasedWord({ say }: OfficeWords, field: string): string {
  const id = `gone.${field}`;
  return isKnown(id) ? say(id) : field;
}

function isKnown(id: string): id is Extract<OfficeId, `gone.${string}`> {
  return Object.hasOwn(account, id);
}
