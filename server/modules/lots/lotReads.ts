import type { Caller, RequestInfo } from '../../platform/access/caller.ts';
import { auditAll, type AuditEntry } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuthorizedLots } from './authorizedLots.ts';

/** What somebody takes out of the program: rows of chosen lots, or a paper about them. */
export type LotRead =
  | { action: 'lot.exported'; details: { format: string } }
  | { action: 'lot.paper-read'; details: { paper: 'dossier' | 'evidence' | 'evidence-picture' | 'qr-sheet' } };

/** Who took what of which lots, a line of the audit table for each lot, before it is handed out. */
export class LotReads {
  readonly #database: Pick<Database, 'write'>;
  readonly #lots: AuthorizedLots;

  constructor(parts: { database: Pick<Database, 'write'>; lots: AuthorizedLots }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
  }

  /** @param idOrLotId of a lot; nothing is written if the caller may not see it */
  async logOne(by: { caller: Caller; info: RequestInfo }, idOrLotId: string, read: LotRead): Promise<void> {
    const lot = await this.#lots.find(by.caller, idOrLotId);
    if (lot !== null) await this.#write(by, [lot.id], read);
  }

  /** @param ids UUIDs; only visible lots are written */
  async log(by: { caller: Caller; info: RequestInfo }, ids: readonly string[], read: LotRead): Promise<void> {
    const lots = await this.#lots.byIds(by.caller, ids);
    if (lots.length > 0) await this.#write(by, [...new Set(lots.map(({ id }) => id))], read);
  }

  async #write(
    { caller, info }: { caller: Caller; info: RequestInfo },
    lotUuids: readonly string[],
    read: LotRead,
  ): Promise<void> {
    const entries = lotUuids.map((id): AuditEntry => ({ caller, info, target: { kind: 'lot', id }, ...read }));
    await this.#database.write((em) => auditAll(em, entries));
  }
}
