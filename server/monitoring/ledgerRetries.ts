import type { Database } from '../database/database.ts';
import { REFUSED } from '../domain/said/refusedSaid.ts';
import { requireUser, type Caller, type RequestInfo } from '../identity/caller.ts';
import { retryEvent } from '../ledger/outbox/outbox.ts';
import { forbidden, Refused } from '../refusal.ts';
import { audit } from './audit.ts';

/** Lets admins have the ledger try an event again that it refused (decisions, 'When the ledger refuses or is away'). */
export class LedgerRetries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Refused unauthenticated, forbidden, not-found (there is no refused event of this id) */
  async retry(caller: Caller, eventId: string, info: RequestInfo): Promise<void> {
    const user = requireUser(caller);
    if (user.role !== 'admin') throw forbidden();
    await this.#database.write(async (em) => {
      if (!(await retryEvent(em, eventId))) {
        throw new Refused({ kind: 'not-found', said: REFUSED.noRefusedEvent({}) });
      }
      await audit(em, { caller: user, action: 'ledger.event-retried', target: { kind: 'event', id: eventId }, info });
    });
  }
}
