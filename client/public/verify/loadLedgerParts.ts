import { loadMoreWords } from '../../words/publicLanguages.ts';

/**
 * The components that show the record, with their messages; requested together with the record, so that they load in
 * parallel.
 */
export async function loadLedgerParts() {
  const [parts] = await Promise.all([import('./LedgerParts.tsx'), loadMoreWords('details')]);
  return parts;
}
