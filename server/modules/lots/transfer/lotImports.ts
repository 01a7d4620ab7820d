import type { EntityManager } from '@mikro-orm/postgresql';
import { mayUndoImportOf, type PermissionTable } from '../../../domain/access/permissions.ts';
import type { Ledger } from '../../../domain/ledger/ledger.ts';
import { IMPORT, REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { pageOf, type Pagination } from '../../../domain/public/publicRoutes.ts';
import { mayUndoImport, undoUntil, type EventKind, type UndoFault } from '../../../domain/spreadsheet/importUndo.ts';
import { kgFromGrams } from '../../../domain/text/units.ts';
import {
  requireUser,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import { carriedOutTarget, currentRequest } from '../../../platform/database/requestScope.ts';
import type { StoredRow } from '../../../platform/database/tableRow.ts';
import { pause } from '../../../platform/concurrency/pause.ts';
import { forbidden, notFound, Refused } from '../../../platform/errors/refusal.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../../identity/identityViews.ts';
import type { Lot } from '../lot.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { eventParts, makeLotEvent, rowsOfEvents, type Actor, type LotEvent } from '../lotEvents.ts';
import { lotsByTheirEvents } from '../matchesEvents.ts';
import { importCondition } from './storedImports.ts';
import { actorOf } from '../lotService.ts';

/** Lots that are deleted together, as many as other requests can wait for. */
const BATCH = 200;
/** Lots that a refusal names. */
const NAMED = 20;

/** An import as staff see it. */
export interface ImportView {
  id: string;
  createdAt: string;
  /** name of the account or key; null once erased */
  createdBy: string | null;
  /** empty once erased */
  fileName: string;
  sha256: string;
  lots: number;
  weightKg: number;
  farms: number;
  undoneAt: string | null;
  /** until when the caller may undo it; null: no more, or not theirs */
  undoUntil: string | null;
}

const COLUMNS = `i.id, i.created_at as "createdAt", i.created_by as "createdBy", i.created_key as "createdKey",
  i.file_name as "fileName", i.sha256, i.lots, i.grams, i.farms, i.undone_at as "undoneAt"`;
interface ImportRecord {
  id: string;
  createdAt: Date;
  createdBy: string | null;
  createdKey: string | null;
  fileName: string;
  sha256: string;
  lots: number;
  grams: string;
  farms: number;
  undoneAt: Date | null;
}

type ImportedLot = Pick<Lot, 'id' | 'lotId' | 'lotKey' | 'headSeq' | 'headHash'>;

const LOCK_LOTS = new PreparedStatement<ImportedLot>(
  `select l.id, l.lot_id as "lotId", l.lot_key as "lotKey", l.head_seq as "headSeq", l.head_hash as "headHash"
   from lot l where ${importCondition('$1')} and l.deleted_at is null order by l.id for update`,
);
const LOCK_IMPORT = new PreparedStatement<StoredRow<'lot_import', 'undone_at'>>(
  'select undone_at from lot_import where id = $1 for update',
);
const END = new PreparedStatement(
  'update lot_import set undone_at = $2, undone_by = $3, undone_key = $4 where id = $1',
);
const COUNT_DELETED = `select count(*)::int as count from lot l where ${importCondition('$1')} and l.deleted_at = $2`;
const EVENT_KINDS = new PreparedStatement<EventKind & { lotId: string }>(
  `select e.lot_id as "lotId", e.type, e.content::jsonb ->> 'step' as step from lot_event e
   where e.lot_id = any($1::uuid[]) and e.seq > 1`,
);
/** As a single deletion does it. */
const DELETE = new PreparedStatement(`with gone as (
    update lot set deleted_at = r.deleted_at, head_seq = r.head_seq, head_hash = r.head_hash, updated_at = r.updated_at,
      version = lot.version + 1,
      ledger_status = case lot.ledger_status when 'recorded' then 'pending' else lot.ledger_status end
    from json_populate_recordset(null::lot, $1::json) r where lot.id = r.id
  ), ${eventParts(2)}
  select from event where false`);

/** Imports that were carried out: their list, and taking one back. */
export class LotImports {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    ledger: Pick<Ledger, 'mspId'>;
    permissions: PermissionTable;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** Newest first; those who see one farm alone see their own imports. */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ imports: ImportView[]; pagination: Pagination }> {
    const user = requireUser(caller);
    const { where, values } = this.#visible(caller, user);
    const [rows, counted] = await Promise.all([
      this.#database.rows<ImportRecord & { name: string | null }>(
        `select ${COLUMNS}, coalesce(nullif(u.name, ''), k.name) as name from lot_import i
         left join ${ACCOUNT_NAMES} u on u.id = i.created_by left join ${KEY_NAMES} k on k.id = i.created_key
         where ${where} order by i.created_at desc, i.id limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      this.#database.row<{ count: number }>(`select count(*)::int as count from lot_import i where ${where}`, values),
    ]);
    const now = this.#clock();
    return {
      imports: rows.map(({ name, ...made }) => this.#view(made, name, user, now)),
      pagination: pageOf(counted?.count ?? 0, page, limit),
    };
  }

  /**
   * Deletes the lots of an import, each with its event, while nothing was built on any of them.
   * @throws Refused not-found, forbidden; conflict, naming the lots on which something was built
   */
  async undo(caller: Caller, id: string, info: RequestInfo): Promise<{ deleted: number }> {
    const user = requireUser(caller);
    const { where, values } = this.#visible(caller, user);
    const made = isUuid(id)
      ? await this.#database.row<ImportRecord>(
          `select ${COLUMNS} from lot_import i where ${where} and i.id = $${values.length + 1}`,
          [...values, id],
        )
      : null;
    if (made === null) throw notFound('Import');
    if (!this.#mayUndo(made, user)) throw forbidden();
    if (carriedOutTarget('lot-import') !== null) {
      const gone = await this.#database.row<{ count: number }>(COUNT_DELETED, [made.id, made.undoneAt]);
      return { deleted: gone?.count ?? 0 };
    }
    const deleted = await this.#database.write((em) => this.#undone(em, made, user, info), made.lots);
    return { deleted };
  }

  async #undone(em: EntityManager, made: ImportRecord, user: UserCaller, info: RequestInfo): Promise<number> {
    await lockCaller(em, user);
    const lots = await LOCK_LOTS.run(em, [made.id]);
    const [locked] = await LOCK_IMPORT.run(em, [made.id]);
    const kinds = Map.groupBy(await EVENT_KINDS.run(em, [lots.map(({ id }) => id)]), ({ lotId }) => lotId);
    const at = this.#clock();
    const fault = mayUndoImport(
      { at: made.createdAt, isUndone: locked === undefined || locked.undone_at !== null },
      at,
      lots.map(({ id, lotId }) => ({ lotId, events: kinds.get(id) ?? [] })),
    );
    if (fault !== null) throw refusalOf(fault);
    for (let from = 0; from < lots.length; from += BATCH) {
      currentRequest()?.signal.throwIfAborted();
      await this.#delete(em, lots.slice(from, from + BATCH), actorOf(user, info), at);
      await pause();
    }
    await END.run(em, [made.id, at, user.userId, user.via.kind === 'key' ? user.via.keyId : null]);
    const target = { kind: 'lot-import', id: made.id };
    await audit(em, { caller: user, action: 'lot.import-undone', target, info, details: { deleted: lots.length } });
    return lots.length;
  }

  async #delete(em: EntityManager, lots: readonly ImportedLot[], actor: Actor, at: Date): Promise<void> {
    const states = await lotsByTheirEvents(
      em,
      lots.map(({ id }) => id),
    );
    if (lots.some(({ id }) => !states.get(id))) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
    const events = await Promise.all(
      lots.map((lot): Promise<LotEvent> =>
        makeLotEvent(lot, { type: 'deleted', set: {}, personal: {}, actor, at }, this.#ledger.mspId),
      ),
    );
    const rows = events.map(({ lotUuid, seq, hash }) => ({
      id: lotUuid,
      deleted_at: at,
      head_seq: seq,
      head_hash: hash,
      updated_at: at,
    }));
    await DELETE.run(em, [JSON.stringify(rows), ...rowsOfEvents(em, events)]);
  }

  #visible(caller: Caller, user: UserCaller): { where: string; values: unknown[] } {
    if (scopeOf(this.#permissions, caller).kind === 'all') return { where: 'true', values: [] };
    const [column, id] = user.via.kind === 'key' ? ['created_key', user.via.keyId] : ['created_by', user.userId];
    return { where: `i.${column} = $1`, values: [id] };
  }

  #mayUndo(made: ImportRecord, user: UserCaller): boolean {
    const isOwn = user.via.kind === 'key' ? made.createdKey === user.via.keyId : made.createdBy === user.userId;
    return mayUndoImportOf(this.#permissions, user.role, isOwn);
  }

  #view(made: ImportRecord, name: string | null, user: UserCaller, now: Date): ImportView {
    const until = undoUntil(made.createdAt);
    const isOpen = made.undoneAt === null && now < until && this.#mayUndo(made, user);
    return {
      id: made.id,
      createdAt: made.createdAt.toISOString(),
      createdBy: name,
      fileName: made.fileName,
      sha256: made.sha256,
      lots: made.lots,
      weightKg: kgFromGrams(Number(made.grams)),
      farms: made.farms,
      undoneAt: made.undoneAt?.toISOString() ?? null,
      undoUntil: isOpen ? until.toISOString() : null,
    };
  }
}

function refusalOf(fault: Exclude<UndoFault, null>): Refused {
  switch (fault.kind) {
    case 'undone':
      return new Refused({ kind: 'conflict', said: IMPORT.undone({}) });
    case 'late':
      return new Refused({ kind: 'conflict', said: IMPORT.late({}) });
    case 'built': {
      const { lotIds } = fault;
      return new Refused({
        kind: 'conflict',
        said: IMPORT.builtUpon({ lots: lotIds.length, lotIds: lotIds.slice(0, NAMED) }),
      });
    }
  }
}
