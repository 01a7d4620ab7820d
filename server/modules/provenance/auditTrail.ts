import { actionOf, momentOf, readContent, type CommittedField, type LotAction } from '../../domain/ledger/content.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { Endorser } from '../../domain/public/publicAnswers.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { requireChain, type SeenLots } from './seenLots.ts';
import type { Verifications } from './verifications.ts';

/** One thing that happened to a lot, and where the ledger has it (GET /lots/{id}/audit-trail-blockchain). */
export interface AuditEntryView {
  action: LotAction;
  /** the stage that the event set; null for one that set none */
  stage: Stage | null;
  /** for a step of an alert only the day */
  timestamp: string;
  /** null until recorded */
  blockNumber: number | null;
  /** name of the account that acted; null for the system, and once it was erased */
  user: string | null;
  /** the ledger holds this event with our content, and its hashes and signatures are valid */
  blockchainVerified: boolean;
  details: string | null;
  transactionId: string | null;
  /** the first endorser's, hex (DER) */
  digitalSignature: string | null;
  endorsers: Endorser[];
}

/** A lot's own events beside those of the ledger: also waiting ones, and those on one side only. */
export class AuditTrail {
  readonly #lots: AuthorizedLots;
  readonly #seen: SeenLots;
  readonly #verifications: Verifications;

  constructor(parts: { lots: AuthorizedLots; seen: SeenLots; verifications: Verifications }) {
    this.#lots = parts.lots;
    this.#seen = parts.seen;
    this.#verifications = parts.verifications;
  }

  /**
   * Newest first; null if the caller may not see the lot.
   * @throws LedgerAway when the ledger cannot be reached
   */
  async read(caller: Caller, idOrLotId: string): Promise<AuditEntryView[] | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    return lot === null ? null : this.#verifications.run('staff', null, () => this.#trailOf(lot.id));
  }

  async #trailOf(id: string): Promise<AuditEntryView[] | null> {
    const lot = await this.#seen.readOne(id);
    if (lot === null) return null;
    const { dossier, values } = lot;
    const chain = requireChain(lot);
    const own = new Map(dossier.events.map((event) => [event.eventId, event]));
    const entries = new Map(chain.entries.map((entry) => [entry.eventId, entry]));
    const kept = (eventId: string, field: CommittedField): string | null => values.text(eventId, field);
    return [...new Set([...own.keys(), ...entries.keys()])]
      .map((eventId) => {
        const [event, entry] = [own.get(eventId), entries.get(eventId)];
        const content = readContent(event?.content ?? entry?.content ?? null);
        const view: AuditEntryView = {
          action: actionOf(content),
          stage: content?.set.stage ?? null,
          timestamp:
            content === null
              ? (entry?.blockTime.toISOString() ?? dossier.row.updatedAt.toISOString())
              : momentOf(content),
          blockNumber: entry?.blockNumber ?? null,
          user: kept(eventId, 'userName'),
          blockchainVerified:
            entry !== undefined &&
            entry.transactionValid &&
            entry.blockValid &&
            event?.content === entry.content &&
            event.sealed &&
            !values.faulty(entry.seq),
          details: kept(eventId, 'processDetails') ?? content?.set.stage ?? content?.set.deforestationStatus ?? null,
          transactionId: entry?.transactionId ?? null,
          digitalSignature: entry?.endorsers[0]?.signature ?? null,
          endorsers: entry?.endorsers ?? [],
        };
        return { seq: event?.seq ?? entry?.seq ?? 0, view };
      })
      .sort((a, b) => b.seq - a.seq)
      .map(({ view }) => view);
  }
}
