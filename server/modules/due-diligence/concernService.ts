import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { ConcernAnswer, NewConcern } from '../../domain/due-diligence/dueDiligenceInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import type { DueDiligenceParts } from './documentService.ts';
import { dueDiligenceManager, dueDiligenceReader, rowChangedOutside } from './dueDiligenceAccess.ts';
import { CONCERN_ROWS } from './signedDueDiligence.ts';

const concernRow = z.object({
  id: z.string(),
  /** who raised it, and what; null once erased */
  raisedBy: z.string().nullable(),
  text: z.string().nullable(),
  receivedOn: z.string(),
  consignmentId: z.string().nullable(),
  consignmentNumber: z.string().nullable(),
  /** UUID of the lot */
  lotId: z.string().nullable(),
  lotNumber: z.string().nullable(),
  /** null while it is open, and once erased */
  answer: z.string().nullable(),
  answeredAt: z.coerce.date().nullable(),
  answeredBy: z.string().nullable(),
  loggedBy: z.string().nullable(),
  loggedAt: z.coerce.date(),
});
const sealedConcern = concernRow.extend({ facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() });
/** A substantiated concern as staff see it. */
export type ConcernView = z.output<typeof concernRow>;

const SOURCE = `from dd_concern t left join ${CONSIGNMENT_IDS} c on c.id = t.consignment_id
  left join ${LOT_IDS} l on l.id = t.lot_id
  left join ${ACCOUNT_NAMES} u on u.id = t.logged_by left join ${KEY_NAMES} k on k.id = t.logged_key
  left join ${ACCOUNT_NAMES} au on au.id = t.answered_by left join ${KEY_NAMES} ak on ak.id = t.answered_key`;
const CONCERNS_SQL = `select t.id, t.raised_by as "raisedBy", t.text, t.received_on::text as "receivedOn",
    t.consignment_id as "consignmentId", c.number as "consignmentNumber", t.lot_id as "lotId", l.lot_id as "lotNumber",
    t.answer, t.answered_at as "answeredAt", coalesce(nullif(au.name, ''), ak.name) as "answeredBy",
    coalesce(nullif(u.name, ''), k.name) as "loggedBy", t.logged_at as "loggedAt", ${CONCERN_ROWS.facts('t')} as facts, t.seal
  ${SOURCE}`;

/** Substantiated concerns that somebody outside raised, logged and answered (Article 31). */
export class ConcernService {
  readonly #parts: DueDiligenceParts;
  readonly #totals: TotalCache = new Map();

  constructor(parts: DueDiligenceParts) {
    this.#parts = parts;
  }

  /** One page: open ones first, each the newest first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit, openOnly }: { page: number; limit: number; openOnly: boolean },
  ): Promise<{ concerns: ConcernView[]; pagination: Pagination }> {
    const { database, permissions } = this.#parts;
    dueDiligenceReader(permissions, caller);
    const where = openOnly ? 'where t.answered_at is null' : '';
    const [rows, total] = await Promise.all([
      database.rows(
        `${CONCERNS_SQL} ${where} order by t.answered_at is not null, t.received_on desc, t.id desc limit $1 offset $2`,
        [limit, (page - 1) * limit],
      ),
      boundedTotal(database, this.#totals, `${SOURCE} ${where}`, []),
    ]);
    return { concerns: intactConcerns(database, rows), pagination: pageOf(total, page, limit) };
  }

  /** Logs a concern. @throws Refused unauthenticated, forbidden, invalid (no such consignment or lot) */
  async log(caller: Caller, given: NewConcern, info: RequestInfo): Promise<ConcernView> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('concern');
    if (again !== null) return this.#existing(again);
    const id = randomUUID();
    const { raisedBy, receivedOn, text, consignmentId, lotId } = given;
    await database.write(async (em) => {
      await lockCaller(em, user);
      await assertSubjects(em, given);
      await em.execute(
        `insert into dd_concern (id, raised_by, text, received_on, consignment_id, lot_id, logged_by, logged_key, logged_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [id, raisedBy, text, receivedOn, consignmentId, lotId, user.userId, partnerKeyOf(user), clock()],
      );
      await signRows(em, CONCERN_ROWS, [id]);
      await audit(em, { caller: user, action: 'concern.logged', target: { kind: 'concern', id }, info });
    });
    return this.#existing(id);
  }

  /** Answers a concern. @throws Refused unauthenticated, forbidden, not-found, conflict (it is answered) */
  async answer(caller: Caller, id: string, { answer }: ConcernAnswer, info: RequestInfo): Promise<ConcernView> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('concern');
    if (again !== null) return this.#existing(again);
    if (!isUuid(id)) throw notFound('Concern');
    await database.write(async (em) => {
      await lockCaller(em, user);
      const [row]: { id: string; answered: boolean }[] = await em.execute(
        'select id, answered_at is not null as answered from dd_concern where id = ? for update',
        [id],
      );
      if (row === undefined) throw notFound('Concern');
      if (!(await verifiedRows(em, CONCERN_ROWS, [row.id])).has(row.id)) throw rowChangedOutside();
      if (row.answered) throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.concernAnswered({}) });
      await em.execute(
        'update dd_concern set answer = ?, answered_at = ?, answered_by = ?, answered_key = ? where id = ?',
        [answer, clock(), user.userId, partnerKeyOf(user), row.id],
      );
      await signRows(em, CONCERN_ROWS, [row.id]);
      await audit(em, { caller: user, action: 'concern.answered', target: { kind: 'concern', id: row.id }, info });
    });
    return this.#existing(id);
  }

  /** @throws Refused not-found, conflict */
  async #existing(id: string): Promise<ConcernView> {
    const rows = await this.#parts.database.rows(`${CONCERNS_SQL} where t.id = $1`, [id]);
    if (rows.length === 0) throw notFound('Concern');
    const [concern] = intactConcerns(this.#parts.database, rows);
    if (concern === undefined) throw rowChangedOutside();
    return concern;
  }
}

function intactConcerns({ seals }: Pick<Database, 'seals'>, rows: readonly unknown[]): ConcernView[] {
  return rows.flatMap((row) => {
    const { facts, seal, ...concern } = sealedConcern.parse(row);
    return seals.holds(CONCERN_ROWS.kind, concern.id, facts, seal) ? [concern] : [];
  });
}

/** @throws Refused invalid */
async function assertSubjects(
  em: EntityManager,
  { consignmentId, lotId }: Pick<NewConcern, 'consignmentId' | 'lotId'>,
): Promise<void> {
  const [known]: { consignment: boolean; lot: boolean }[] = await em.execute(
    `select ?::uuid is null or exists (select from ${CONSIGNMENT_IDS} c where id = ?::uuid) as consignment,
       ?::uuid is null or exists (select from ${LOT_IDS} l where id = ?::uuid) as lot`,
    [consignmentId, consignmentId, lotId, lotId],
  );
  if (known?.consignment === false) throw invalid({ field: 'consignmentId', said: DUE_DILIGENCE.noSubject({}) });
  if (known?.lot === false) throw invalid({ field: 'lotId', said: DUE_DILIGENCE.noSubject({}) });
}
