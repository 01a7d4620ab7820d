import { use } from 'react';
import { Alive } from '../hydratedContext.ts';
import { seenAt } from '../offline/offlineCopies.ts';
import { Given } from './givenLot.ts';
import type { LotAnswer } from './publicAnswers.ts';

export interface Seen {
  /** the data came with the document, which may be an offline copy; data fetched later is current */
  withDocument: boolean;
  /** when an offline copy was stored (ISO 8601); null for a document from the server, and before a script runs */
  at: string | null;
}

/** Whether the lot shown may come from an offline copy, and that copy's date. */
export function useSeen(answer: LotAnswer): Seen {
  const given = use(Given);
  const isAlive = use(Alive);
  const withDocument = given?.lot.status === 'ready' && given.lot.value === answer;
  return { withDocument, at: withDocument && isAlive ? seenAt() : null };
}

/** Selects elements in an offline copy, which the service worker has marked; works without scripts. */
export const IN_KEPT = 'html[data-seen] &';
