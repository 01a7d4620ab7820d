import { use } from 'react';
import { Alive } from '../hydratedContext.ts';
import { seenAt } from '../offline/offlineCopies.ts';
import { Given } from './givenLot.ts';
import type { LotAnswer } from './publicAnswers.ts';

export interface Seen {
  /** the answer came with the document, which may be one that this device kept; what was fetched since is as it is now */
  withDocument: boolean;
  /** when such a document was seen (ISO 8601); null for one that comes from the server, and where no script has run yet */
  at: string | null;
}

/** Whether what is shown of a lot may be what this device kept of it, and from when that is. */
export function useSeen(answer: LotAnswer): Seen {
  const given = use(Given);
  const isAlive = use(Alive);
  const withDocument = given?.lot.status === 'ready' && given.lot.value === answer;
  return { withDocument, at: withDocument && isAlive ? seenAt() : null };
}

/** Selects what stands in a document that the service worker has marked, also where no script runs. */
export const IN_KEPT = 'html[data-seen] &';
