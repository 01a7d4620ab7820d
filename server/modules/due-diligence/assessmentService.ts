import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { dayAfter } from '../../domain/due-diligence/documentClasses.ts';
import type { GivenAnswers, GivenConclusion, NewAssessment } from '../../domain/due-diligence/dueDiligenceInput.ts';
import {
  criteriaAtRisk,
  CRITERION_RISKS,
  MOST_REVIEW_DAYS,
  RISK_CRITERIA,
  unansweredCriteria,
} from '../../domain/due-diligence/riskCriteria.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { partnerKeyOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import {
  criterionAnswersOf,
  ASSESSMENT_SOURCE,
  ASSESSMENTS_SQL,
  assessmentView,
  intactAssessments,
  type AssessmentFilter,
  type AssessmentView,
  type WholeAssessment,
} from './assessmentView.ts';
import type { DueDiligenceParts } from './documentService.ts';
import { dueDiligenceManager, dueDiligenceReader, rowChangedOutside, utcDay } from './dueDiligenceAccess.ts';
import { ANSWER_ROWS, ASSESSMENT_ROWS, DOCUMENT_ROWS } from './signedDueDiligence.ts';

const lockedRow = z.array(
  z.object({
    id: z.string(),
    version: z.number(),
    country: z.string().nullable(),
    isConcluded: z.boolean(),
  }),
);
type LockedAssessment = z.output<typeof lockedRow>[number];

const riskRows = z.array(z.object({ id: z.string(), criterion: z.enum(RISK_CRITERIA), risk: z.enum(CRITERION_RISKS) }));

/** Risk assessments by the criteria of Article 10(2) (docs/spec/due-diligence.md). */
export class AssessmentService {
  readonly #parts: DueDiligenceParts;
  readonly #totals: TotalCache = new Map();

  constructor(parts: DueDiligenceParts) {
    this.#parts = parts;
  }

  /** One page, the newest first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit, scope, consignmentId }: AssessmentFilter & { page: number; limit: number },
  ): Promise<{ assessments: AssessmentView[]; pagination: Pagination }> {
    const { database, permissions } = this.#parts;
    dueDiligenceReader(permissions, caller);
    const where = 'where ($1::text is null or t.scope = $1) and ($2::uuid is null or t.consignment_id = $2)';
    const values = [scope ?? null, consignmentId ?? null];
    const [rows, total] = await Promise.all([
      database.rows(`${ASSESSMENTS_SQL} ${where} order by t.created_at desc, t.id desc limit $3 offset $4`, [
        ...values,
        limit,
        (page - 1) * limit,
      ]),
      boundedTotal(database, this.#totals, `${ASSESSMENT_SOURCE} ${where}`, values),
    ]);
    const day = utcDay(this.#parts.clock());
    const assessments = intactAssessments(database, rows).map((row) => assessmentView(row, day));
    return { assessments, pagination: pageOf(total, page, limit) };
  }

  /** One with its answers; null for none. @throws Refused unauthenticated, forbidden, conflict (changed outside) */
  async find(caller: Caller, id: string): Promise<WholeAssessment | null> {
    dueDiligenceReader(this.#parts.permissions, caller);
    return this.#read(id);
  }

  /** Starts an assessment. @throws Refused unauthenticated, forbidden, invalid (no such consignment) */
  async create(caller: Caller, given: NewAssessment, info: RequestInfo): Promise<WholeAssessment> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('assessment');
    if (again !== null) return this.#existing(again);
    const id = randomUUID();
    const { scope, title, country } = given;
    const farmIds = scope === 'farm_group' ? [...new Set(given.farmIds)] : [];
    const consignmentId = scope === 'consignment' ? given.consignmentId : null;
    await database.write(async (em) => {
      await lockCaller(em, user);
      if (consignmentId !== null) await assertConsignment(em, consignmentId);
      await em.execute(
        `insert into dd_assessment (id, scope, title, country, farm_ids, consignment_id, version, created_by, created_key, created_at)
         values (?, ?, ?, ?, array(select json_array_elements_text(?::json)), ?, 1, ?, ?, ?)`,
        [id, scope, title, country, JSON.stringify(farmIds), consignmentId, user.userId, partnerKeyOf(user), clock()],
      );
      await signRows(em, ASSESSMENT_ROWS, [id]);
      const target = { kind: 'assessment', id };
      await audit(em, { caller: user, action: 'assessment.created', target, info, details: { scope } });
    });
    return this.#existing(id);
  }

  /**
   * Answers criteria, or answers them again, until the assessment is concluded.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid (evidence that is no document),
   *   conflict (it is concluded)
   */
  async answer(
    caller: Caller,
    id: string,
    { answers, version }: GivenAnswers,
    info: RequestInfo,
  ): Promise<WholeAssessment> {
    const { database, permissions } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('assessment');
    if (again !== null) return this.#existing(again);
    await database.write(async (em) => {
      await lockCaller(em, user);
      const assessment = await lockedAssessment(em, id, version);
      if (assessment.isConcluded) throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.concluded({}) });
      await assertEvidence(
        em,
        answers.flatMap(({ evidence }) => evidence),
      );
      await this.#storeAnswers(em, assessment.id, answers, user);
      await em.execute('update dd_assessment set version = version + 1 where id = ?', [assessment.id]);
      await signRows(em, ASSESSMENT_ROWS, [assessment.id]);
      const details = { criteria: answers.map(({ criterion }) => criterion) };
      const target = { kind: 'assessment', id: assessment.id };
      await audit(em, { caller: user, action: 'assessment.answered', target, info, details });
    });
    return this.#existing(id);
  }

  /**
   * Concludes an assessment, with the day of its next review.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid (the day), conflict (it is concluded;
   *   criteria are not answered, or speak against a negligible risk)
   */
  async conclude(caller: Caller, id: string, given: GivenConclusion, info: RequestInfo): Promise<WholeAssessment> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    const again = carriedOutTarget('assessment');
    if (again !== null) return this.#existing(again);
    const { conclusion, nextReviewOn, version } = given;
    const today = utcDay(clock());
    if (nextReviewOn < today || nextReviewOn > dayAfter(today, MOST_REVIEW_DAYS)) {
      throw invalid({ field: 'nextReviewOn', said: DUE_DILIGENCE.reviewDay({ mostDays: MOST_REVIEW_DAYS }) });
    }
    await database.write(async (em) => {
      await lockCaller(em, user);
      const assessment = await lockedAssessment(em, id, version);
      if (assessment.isConcluded) throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.concluded({}) });
      await assertConclusion(em, assessment, conclusion);
      await em.execute(
        `update dd_assessment set conclusion = ?, concluded_at = ?, concluded_by = ?, concluded_key = ?, next_review_on = ?,
           version = version + 1 where id = ?`,
        [conclusion, clock(), user.userId, partnerKeyOf(user), nextReviewOn, assessment.id],
      );
      await signRows(em, ASSESSMENT_ROWS, [assessment.id]);
      const target = { kind: 'assessment', id: assessment.id };
      await audit(em, {
        caller: user,
        action: 'assessment.concluded',
        target,
        info,
        details: { conclusion, nextReviewOn },
      });
    });
    return this.#existing(id);
  }

  async #storeAnswers(
    em: EntityManager,
    assessmentId: string,
    answers: GivenAnswers['answers'],
    user: UserCaller,
  ): Promise<void> {
    const criteria = JSON.stringify(answers.map(({ criterion }) => criterion));
    const known: { id: string }[] = await em.execute(
      `select id from dd_answer where assessment_id = ? and criterion in (select json_array_elements_text(?::json)) for update`,
      [assessmentId, criteria],
    );
    const ids = known.map(({ id }) => id);
    if ((await verifiedRows(em, ANSWER_ROWS, ids)).size < ids.length) throw rowChangedOutside();
    const written: { id: string }[] = await em.execute(
      `insert into dd_answer (id, assessment_id, criterion, risk, reason, evidence, answered_by, answered_key, answered_at)
       select gen_random_uuid(), ?, criterion, risk, reason, array(select json_array_elements_text(evidence)::uuid), ?, ?, ?
       from json_to_recordset(?::json) as given (criterion text, risk text, reason text, evidence json)
       on conflict (assessment_id, criterion) do update set risk = excluded.risk, reason = excluded.reason,
         evidence = excluded.evidence, answered_by = excluded.answered_by, answered_key = excluded.answered_key,
         answered_at = excluded.answered_at
       returning id`,
      [assessmentId, user.userId, partnerKeyOf(user), this.#parts.clock(), JSON.stringify(answers)],
    );
    await signRows(
      em,
      ANSWER_ROWS,
      written.map(({ id }) => id),
    );
  }

  async #read(id: string): Promise<WholeAssessment | null> {
    const { database, clock } = this.#parts;
    if (!isUuid(id)) return null;
    const rows = await database.rows(`${ASSESSMENTS_SQL} where t.id = $1`, [id]);
    if (rows.length === 0) return null;
    const [row] = intactAssessments(database, rows);
    if (row === undefined) throw rowChangedOutside();
    return { ...assessmentView(row, utcDay(clock())), answers: await criterionAnswersOf(database, row.id) };
  }

  /** @throws Refused not-found, conflict */
  async #existing(id: string): Promise<WholeAssessment> {
    const assessment = await this.#read(id);
    if (assessment === null) throw notFound('Assessment');
    return assessment;
  }
}

/** An assessment, locked until the transaction ends. @throws Refused not-found, stale-version, conflict */
async function lockedAssessment(em: EntityManager, id: string, version: number): Promise<LockedAssessment> {
  if (!isUuid(id)) throw notFound('Assessment');
  const [row] = lockedRow.parse(
    await em.execute(
      `select id, version, country, conclusion is not null as "isConcluded" from dd_assessment where id = ? for update`,
      [id],
    ),
  );
  if (row === undefined) throw notFound('Assessment');
  if (!(await verifiedRows(em, ASSESSMENT_ROWS, [row.id])).has(row.id)) throw rowChangedOutside();
  if (row.version !== version)
    throw new Refused({ kind: 'stale-version', currentVersion: row.version, of: 'assessment' });
  return row;
}

/** @throws Refused conflict, also when an answer was changed outside of the program */
async function assertConclusion(
  em: EntityManager,
  { id, country }: LockedAssessment,
  conclusion: GivenConclusion['conclusion'],
): Promise<void> {
  const answers = riskRows.parse(
    await em.execute('select id, criterion, risk from dd_answer where assessment_id = ?', [id]),
  );
  const answerIds = answers.map((answer) => answer.id);
  if ((await verifiedRows(em, ANSWER_ROWS, answerIds)).size < answerIds.length) throw rowChangedOutside();
  const unanswered = unansweredCriteria(country, answers);
  if (unanswered.length > 0) {
    throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.unanswered({ criteria: unanswered }) });
  }
  const atRisk = criteriaAtRisk(answers);
  if (conclusion === 'negligible' && atRisk.length > 0) {
    throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.atRisk({ criteria: atRisk }) });
  }
}

/** @throws Refused invalid */
async function assertConsignment(em: EntityManager, id: string): Promise<void> {
  const found: unknown[] = await em.execute(`select 1 from ${CONSIGNMENT_IDS} c where id = ?`, [id]);
  if (found.length === 0) throw invalid({ field: 'consignmentId', said: DUE_DILIGENCE.noSubject({}) });
}

/** @throws Refused invalid for evidence that is no stored document */
async function assertEvidence(em: EntityManager, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found: { id: string }[] = await em.execute(
    `select id from dd_document where removed_at is null and id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify(wanted)],
  );
  const whole = await verifiedRows(
    em,
    DOCUMENT_ROWS,
    found.map(({ id }) => id),
  );
  if (whole.size < wanted.length) throw invalid({ field: 'evidence', said: DUE_DILIGENCE.noEvidence({}) });
}
