import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { requireUser, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { retryEvent } from '../ledger/outbox/outbox.ts';
import { refusedEvents, type RefusedEvent } from '../ledger/outbox/refusedEvents.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { forbidden, Refused } from '../../platform/errors/refusal.ts';
import { audit } from '../../platform/audit-log/audit.ts';

/** An event of a lot, by the id that lists of refused events have. */
export const eventIdInput = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, encodeMessage(CALL.eventId({}))) });

/**
 * Shows admins the events that the ledger refused, and lets it try one again (docs/spec/ledger-and-verification.md,
 * 'Rejected events').
 */
export class LedgerRetries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** First ones first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ events: RefusedEvent[]; pagination: Pagination }> {
    admin(caller);
    const { events, total } = await refusedEvents(this.#database, { limit, offset: (page - 1) * limit });
    return { events, pagination: pageOf(total, page, limit) };
  }

  /** @throws Refused unauthenticated, forbidden, invalid, not-found (there is no refused event of this id) */
  async retry(caller: Caller, eventId: string, info: RequestInfo): Promise<void> {
    const user = admin(caller);
    const { id } = parseInput(eventIdInput, { id: eventId });
    await this.#database.write(async (em) => {
      if (!(await retryEvent(em, id))) {
        throw new Refused({ kind: 'not-found', said: REFUSED.noRefusedEvent({}) });
      }
      await audit(em, { caller: user, action: 'ledger.event-retried', target: { kind: 'event', id }, info });
    });
  }
}

function admin(caller: Caller): UserCaller {
  const user = requireUser(caller);
  if (user.role !== 'admin') throw forbidden();
  return user;
}
