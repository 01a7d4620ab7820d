import { loadMoreWords } from '../../words/publicLanguages.ts';

/** What is shown once the record has come, with its words: asked for with the record, so that neither waits for the other. */
export async function loadLedgerParts() {
  const [parts] = await Promise.all([import('./LedgerParts.tsx'), loadMoreWords('details')]);
  return parts;
}
