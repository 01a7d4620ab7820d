import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../domain/messages/filingMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { HS_HEADING_NAMES } from '../../domain/statement/hsHeadings.ts';
import type { NewStatement, StatementPatch } from '../../domain/statement/statementInput.ts';
import { statementContentRefusal } from '../../domain/statement/states.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { removeSignedRows, signRows } from '../../platform/row-signatures/signedRows.ts';
import { lockedConsignment } from '../consignments/lockedConsignment.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { assertReferenceFree, freeReference } from './internalReference.ts';
import { STATEMENT_ROWS } from './signedStatements.ts';
import { statementManager, statementReader } from './statementAccess.ts';
import type { StatementParts } from './statementParts.ts';
import type { StatementRow } from './statementRow.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from './statementStore.ts';
import type { StatementView } from './statementView.ts';

/** Statements of one consignment, amended and withdrawn ones among them. */
export const MOST_STATEMENTS = 100;

/** Makes, changes and shows statements of consignments (docs/spec/statements-and-packages.md). */
export class StatementService {
  readonly #parts: StatementParts;

  constructor(parts: StatementParts) {
    this.#parts = parts;
  }

  /** The statements of a consignment, the newest first. @throws Refused unauthenticated, forbidden */
  async list(caller: Caller, consignmentId: string): Promise<StatementView[]> {
    statementReader(this.#parts.permissions, caller);
    return this.#parts.reader.ofConsignment(consignmentId);
  }

  /** One by its UUID; null for none. @throws Refused unauthenticated, forbidden */
  async find(caller: Caller, id: string): Promise<StatementView | null> {
    statementReader(this.#parts.permissions, caller);
    return this.#parts.reader.find(id);
  }

  /**
   * Makes a draft for a consignment that is closed.
   * @throws Refused unauthenticated, forbidden, not-found, invalid, conflict (it is open, or the reference is taken)
   */
  async create(caller: Caller, consignmentId: string, given: NewStatement, info: RequestInfo): Promise<StatementView> {
    const { permissions, database, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    const again = carriedOutTarget('statement');
    if (again !== null) return this.view(again);
    const id = randomUUID();
    const at = clock();
    await database.write(async (em) => {
      await lockCaller(em, user);
      const consignment = await lockedConsignment(em, consignmentId);
      if (consignment.state === 'open') throw stepRefused(FILING.consignmentOpen({}));
      await assertFewStatements(em, consignment.id);
      if (given.internalReference !== null) await assertReferenceFree(em, given.internalReference, given.kind);
      const reference = given.internalReference ?? (await freeReference(em, consignment.number, given.kind));
      await insertDraft(em, {
        id,
        consignmentId: consignment.id,
        filedAs: given.kind,
        version: 1,
        supersedesId: null,
        internalReference: reference,
        createdBy: user.userId,
        createdKey: partnerKeyOf(user),
        at,
        ...fieldsOf(given),
      });
      await audit(em, {
        caller: user,
        action: 'statement.created',
        target: { kind: 'statement', id },
        info,
        details: { consignmentId: consignment.id },
      });
    });
    return this.view(id);
  }

  /**
   * Changes a draft. A checked statement is a draft again first (`reopen`).
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid, conflict
   */
  async change(caller: Caller, id: string, patch: StatementPatch, info: RequestInfo): Promise<StatementView> {
    const { permissions, database, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    const { version, internalReference, ...fields } = patch;
    await database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedStatement(em, id, version);
      assertWhole(before);
      assertIdle(before);
      const said = statementContentRefusal(before.state === 'checked' ? 'draft' : before.state);
      if (said !== null) throw stepRefused(said);
      const renamed = internalReference !== undefined && internalReference !== before.internalReference;
      if (renamed && internalReference !== null) await assertReferenceFree(em, internalReference, before.filedAs);
      await unfreeze(em, before);
      await changeStatement(em, before, { ...DRAFT_AGAIN, kind: before.filedAs, ...patchOf(fields) }, clock());
      if (renamed && internalReference !== null) await rename(em, before.id, internalReference);
      const target = { kind: 'statement', id: before.id };
      const details = { fields: Object.keys(patch).filter((name) => name !== 'version') };
      await audit(em, { caller: user, action: 'statement.changed', target, info, details });
    });
    return this.view(id);
  }

  /** Deletes a statement that was never handed over or sent. @throws Refused unauthenticated, forbidden, not-found, conflict */
  async discard(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const { permissions, database } = this.#parts;
    const user = statementManager(permissions, caller);
    await database.write(async (em) => {
      await lockCaller(em, user);
      const before = await lockedStatement(em, id);
      assertWhole(before);
      assertIdle(before);
      const said = statementContentRefusal(before.state === 'checked' ? 'draft' : before.state);
      if (said !== null) throw stepRefused(said);
      await unfreeze(em, before);
      await em.execute('delete from statement_exchange where statement_id = ?', [before.id]);
      await removeSignedRows(em, STATEMENT_ROWS, { condition: 'id = $1::uuid', value: before.id });
      await logEvent(em, { topic: 'consignment', kind: 'statement', consignmentId: before.consignmentId });
      const target = { kind: 'statement', id: before.id };
      await audit(em, { caller: user, action: 'statement.discarded', target, info });
    });
  }

  /** A statement after a change. @throws Refused not-found */
  async view(id: string): Promise<StatementView> {
    const view = await this.#parts.reader.find(id);
    if (view === null) throw notFound('Statement');
    return view;
  }
}

/** What a draft has no longer of the content that was checked. */
export const DRAFT_AGAIN = {
  state: 'draft',
  partCount: 0,
  contentHash: null,
  netGrams: null,
  producers: null,
  plots: null,
  countries: [],
  consignmentVersion: null,
  checkedAt: null,
  faults: [],
} satisfies StatementChanges;

/**
 * Deletes what was frozen of a statement that was not handed over: its content, and its parts.
 * @throws Refused conflict, when parts were filed
 */
export async function unfreeze(em: EntityManager, row: Pick<StatementRow, 'id' | 'partCount'>): Promise<void> {
  await assertPartsUnfiled(em, row);
  const { id } = row;
  await deleteFrozen(em, id);
  await em.execute(
    'delete from statement_exchange where statement_id in (select id from statement where group_id = ?)',
    [id],
  );
  await removeSignedRows(em, STATEMENT_ROWS, { condition: 'group_id = $1::uuid', value: id });
}

/** Deletes the content of a statement and its parts, and pieces of a package that was never finished. */
export async function deleteFrozen(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    'delete from statement_content where statement_id = ? or statement_id in (select id from statement where group_id = ?)',
    [id, id],
  );
  await em.execute(
    `delete from statement_package_piece where statement_id = ?
       and not exists (select from statement_package p where p.statement_id = statement_package_piece.statement_id)`,
    [id],
  );
}

/** What was filed in parts is kept as it is. @throws Refused conflict, when a part was filed, or is being filed */
export async function assertPartsUnfiled(
  em: EntityManager,
  { id, partCount }: Pick<StatementRow, 'id' | 'partCount'>,
): Promise<void> {
  if (partCount === 0) return;
  const parts = await lockedParts(em, id);
  if (parts.some(({ state, filing }) => state !== 'checked' || filing !== null))
    throw stepRefused(FILING.partsFiled({}));
}

/** @throws Refused conflict, while a job works on it */
export function assertIdle({ filing }: Pick<StatementRow, 'filing'>): void {
  if (filing !== null) throw stepRefused(FILING.underWay({}));
}

/** @throws Refused conflict, for a part: its steps are those of the grouped statement */
export function assertWhole({ groupId }: Pick<StatementRow, 'groupId'>): void {
  if (groupId !== null) throw stepRefused(FILING.isPart({}));
}

/** A step that cannot be taken now. */
export function stepRefused(said: Message): Refused {
  return new Refused({ kind: 'conflict', said });
}

type Fields = Pick<
  StatementRow,
  | 'activityType'
  | 'operatorRole'
  | 'representedOperator'
  | 'countryOfActivity'
  | 'borderCrossCountry'
  | 'comment'
  | 'geolocationConfidential'
  | 'hsHeading'
  | 'descriptionOfGoods'
  | 'deviationPercent'
>;

function fieldsOf(given: NewStatement): Fields {
  return {
    activityType: given.activityType,
    operatorRole: given.operatorRole,
    representedOperator: given.representedOperator,
    countryOfActivity: given.countryOfActivity,
    borderCrossCountry: given.borderCrossCountry,
    comment: given.comment,
    geolocationConfidential: given.geolocationConfidential,
    hsHeading: given.hsHeading,
    descriptionOfGoods: given.descriptionOfGoods ?? HS_HEADING_NAMES[given.hsHeading],
    deviationPercent: given.deviationPercent,
  };
}

/** The given fields of a change. */
function patchOf(fields: Omit<StatementPatch, 'version' | 'internalReference'>): StatementChanges {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

interface NewDraft extends Fields {
  id: string;
  consignmentId: string;
  filedAs: StatementRow['filedAs'];
  version: number;
  supersedesId: string | null;
  internalReference: string;
  createdBy: string | null;
  createdKey: string | null;
  at: Date;
  /** of a part */
  group?: { id: string; partNumber: number };
}

/** Inserts a draft, and signs it. */
export async function insertDraft(em: EntityManager, draft: NewDraft): Promise<void> {
  await em.execute(
    `insert into statement (id, consignment_id, kind, filed_as, version, supersedes_id, internal_reference, group_id,
       part_number, activity_type, operator_role, represented_operator, country_of_activity, border_country, comment,
       confidential, hs_heading, description, deviation_percent, created_by, created_key, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      draft.id,
      draft.consignmentId,
      draft.filedAs,
      draft.filedAs,
      draft.version,
      draft.supersedesId,
      draft.internalReference,
      draft.group?.id ?? null,
      draft.group?.partNumber ?? null,
      draft.activityType,
      draft.operatorRole,
      draft.representedOperator === null ? null : JSON.stringify(draft.representedOperator),
      draft.countryOfActivity,
      draft.borderCrossCountry,
      draft.comment,
      draft.geolocationConfidential,
      draft.hsHeading,
      draft.descriptionOfGoods,
      draft.deviationPercent,
      draft.createdBy,
      draft.createdKey,
      draft.at,
      draft.at,
    ],
  );
  await signRows(em, STATEMENT_ROWS, [draft.id]);
  await logEvent(em, { topic: 'consignment', kind: 'statement', consignmentId: draft.consignmentId });
}

async function rename(em: EntityManager, id: string, reference: string): Promise<void> {
  await em.execute('update statement set internal_reference = ? where id = ?', [reference, id]);
  await signRows(em, STATEMENT_ROWS, [id]);
}

/** The caller holds the consignment's lock, so that no two calls count at once. @throws Refused conflict */
async function assertFewStatements(em: EntityManager, consignmentId: string): Promise<void> {
  const [row]: { count: number }[] = await em.execute(
    'select count(*)::int as count from statement where consignment_id = ? and group_id is null',
    [consignmentId],
  );
  if ((row?.count ?? 0) >= MOST_STATEMENTS) throw stepRefused(FILING.manyStatements({ most: MOST_STATEMENTS }));
}
