import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { NewMeasure } from '../../domain/due-diligence/dueDiligenceInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import type { DueDiligenceParts } from './documentService.ts';
import { dueDiligenceManager, dueDiligenceReader, rowChangedOutside, utcDay } from './dueDiligenceAccess.ts';
import { intactMeasures, MEASURE_SOURCE, MEASURES_SQL, type MeasureView } from './measureView.ts';
import { MEASURE_ROWS } from './signedDueDiligence.ts';

/** Measures that lower a risk (Article 11). */
export class MeasureService {
  readonly #parts: DueDiligenceParts;
  readonly #totals: TotalCache = new Map();

  constructor(parts: DueDiligenceParts) {
    this.#parts = parts;
  }

  /** One page: open ones first, each by its day. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit, openOnly }: { page: number; limit: number; openOnly: boolean },
  ): Promise<{ measures: MeasureView[]; pagination: Pagination }> {
    const { database, permissions, clock } = this.#parts;
    dueDiligenceReader(permissions, caller);
    const where = openOnly ? 'where t.done_at is null' : '';
    const [rows, total] = await Promise.all([
      database.rows(`${MEASURES_SQL} ${where} order by t.done_at is not null, t.due_on, t.id limit $1 offset $2`, [
        limit,
        (page - 1) * limit,
      ]),
      boundedTotal(database, this.#totals, `${MEASURE_SOURCE} ${where}`, []),
    ]);
    return { measures: intactMeasures(database, rows, utcDay(clock())), pagination: pageOf(total, page, limit) };
  }

  /** Adds a measure. @throws Refused unauthenticated, forbidden, invalid (no such assessment or consignment) */
  async create(caller: Caller, given: NewMeasure, info: RequestInfo): Promise<MeasureView> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('measure');
    if (again !== null) return this.#existing(again);
    const id = randomUUID();
    const { assessmentId, consignmentId, what, responsible, dueOn } = given;
    await database.write(async (em) => {
      await lockCaller(em, user);
      await assertKnown(em, given);
      await em.execute(
        `insert into dd_measure (id, assessment_id, consignment_id, what, responsible, due_on, created_by, created_key, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [id, assessmentId, consignmentId, what, responsible, dueOn, user.userId, partnerKeyOf(user), clock()],
      );
      await signRows(em, MEASURE_ROWS, [id]);
      await audit(em, {
        caller: user,
        action: 'measure.created',
        target: { kind: 'measure', id },
        info,
        details: { dueOn },
      });
    });
    return this.#existing(id);
  }

  /** Records that a measure is done. @throws Refused unauthenticated, forbidden, not-found, conflict (it is done) */
  async complete(caller: Caller, id: string, info: RequestInfo): Promise<MeasureView> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('measure');
    if (again !== null) return this.#existing(again);
    if (!isUuid(id)) throw notFound('Measure');
    await database.write(async (em) => {
      await lockCaller(em, user);
      const [row]: { id: string; done: boolean }[] = await em.execute(
        'select id, done_at is not null as done from dd_measure where id = ? for update',
        [id],
      );
      if (row === undefined) throw notFound('Measure');
      if (!(await verifiedRows(em, MEASURE_ROWS, [row.id])).has(row.id)) throw rowChangedOutside();
      if (row.done) throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.measureDone({}) });
      await em.execute('update dd_measure set done_at = ?, done_by = ?, done_key = ? where id = ?', [
        clock(),
        user.userId,
        partnerKeyOf(user),
        row.id,
      ]);
      await signRows(em, MEASURE_ROWS, [row.id]);
      await audit(em, { caller: user, action: 'measure.done', target: { kind: 'measure', id: row.id }, info });
    });
    return this.#existing(id);
  }

  /** @throws Refused not-found, conflict */
  async #existing(id: string): Promise<MeasureView> {
    const { database, clock } = this.#parts;
    const rows = await database.rows(`${MEASURES_SQL} where t.id = $1`, [id]);
    if (rows.length === 0) throw notFound('Measure');
    const [measure] = intactMeasures(database, rows, utcDay(clock()));
    if (measure === undefined) throw rowChangedOutside();
    return measure;
  }
}

/** @throws Refused invalid */
async function assertKnown(
  em: EntityManager,
  { assessmentId, consignmentId }: Pick<NewMeasure, 'assessmentId' | 'consignmentId'>,
): Promise<void> {
  const [known]: { assessment: boolean; consignment: boolean }[] = await em.execute(
    `select ?::uuid is null or exists (select from dd_assessment where id = ?::uuid) as assessment,
       ?::uuid is null or exists (select from ${CONSIGNMENT_IDS} c where id = ?::uuid) as consignment`,
    [assessmentId, assessmentId, consignmentId, consignmentId],
  );
  if (known?.assessment === false) throw invalid({ field: 'assessmentId', said: DUE_DILIGENCE.noSubject({}) });
  if (known?.consignment === false) throw invalid({ field: 'consignmentId', said: DUE_DILIGENCE.noSubject({}) });
}
