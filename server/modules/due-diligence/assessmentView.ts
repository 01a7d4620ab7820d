import { z } from 'zod';
import {
  ASSESSMENT_SCOPES,
  CONCLUSIONS,
  CRITERION_RISKS,
  RISK_CRITERIA,
  type AssessmentScope,
} from '../../domain/due-diligence/riskCriteria.ts';
import type { CoveringAssessment } from '../../domain/due-diligence/missingDueDiligence.ts';
import type { Database } from '../../platform/database/database.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { ANSWER_ROWS, ASSESSMENT_ROWS } from './signedDueDiligence.ts';

const sealed = { facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() };

/** An assessment without its answers. */
const assessmentRow = z.object({
  id: z.string(),
  scope: z.enum(ASSESSMENT_SCOPES),
  /** null once erased */
  title: z.string().nullable(),
  country: z.string().nullable(),
  farmIds: z.array(z.string()),
  consignmentId: z.string().nullable(),
  consignmentNumber: z.string().nullable(),
  conclusion: z.enum(CONCLUSIONS).nullable(),
  concludedAt: z.coerce.date().nullable(),
  /** name of the account or partner key; null once erased, and while it is not concluded */
  concludedBy: z.string().nullable(),
  nextReviewOn: z.string().nullable(),
  version: z.number(),
  createdBy: z.string().nullable(),
  createdAt: z.coerce.date(),
});
export type AssessmentRow = z.output<typeof assessmentRow>;

const answerRow = z.object({
  id: z.string(),
  criterion: z.enum(RISK_CRITERIA),
  risk: z.enum(CRITERION_RISKS),
  /** null once erased */
  reason: z.string().nullable(),
  evidence: z.array(z.string()),
  answeredBy: z.string().nullable(),
  answeredAt: z.coerce.date(),
});
export type AnswerView = Omit<z.output<typeof answerRow>, 'id'>;

/** How far an assessment is: not concluded, in force, or past its review. */
export const ASSESSMENT_STATES = ['draft', 'current', 'review_due'] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];

export interface AssessmentView extends AssessmentRow {
  state: AssessmentState;
}
export interface WholeAssessment extends AssessmentView {
  /** by letter */
  answers: AnswerView[];
}

export const ASSESSMENT_SOURCE = `from dd_assessment t left join ${CONSIGNMENT_IDS} c on c.id = t.consignment_id
  left join ${ACCOUNT_NAMES} u on u.id = t.created_by left join ${KEY_NAMES} k on k.id = t.created_key
  left join ${ACCOUNT_NAMES} cu on cu.id = t.concluded_by left join ${KEY_NAMES} ck on ck.id = t.concluded_key`;

/** SQL of assessments; a condition and an order may follow. */
export const ASSESSMENTS_SQL = `select t.id, t.scope, t.title, t.country, t.farm_ids as "farmIds", t.consignment_id as "consignmentId",
    c.number as "consignmentNumber", t.conclusion, t.concluded_at as "concludedAt",
    coalesce(nullif(cu.name, ''), ck.name) as "concludedBy", t.next_review_on::text as "nextReviewOn", t.version,
    coalesce(nullif(u.name, ''), k.name) as "createdBy", t.created_at as "createdAt", ${ASSESSMENT_ROWS.facts('t')} as facts, t.seal
  ${ASSESSMENT_SOURCE}`;

const ANSWERS_SQL = `select t.id, t.criterion, t.risk, t.reason, t.evidence, coalesce(nullif(u.name, ''), k.name) as "answeredBy",
    t.answered_at as "answeredAt", ${ANSWER_ROWS.facts('t')} as facts, t.seal
  from dd_answer t left join ${ACCOUNT_NAMES} u on u.id = t.answered_by left join ${KEY_NAMES} k on k.id = t.answered_key
  where t.assessment_id = $1 order by t.criterion`;

/** The rows that the program wrote. */
export function intactAssessments({ seals }: Pick<Database, 'seals'>, rows: readonly unknown[]): AssessmentRow[] {
  return rows.flatMap((row) => {
    const { facts, seal, ...assessment } = assessmentRow.extend(sealed).parse(row);
    return seals.holds(ASSESSMENT_ROWS.kind, assessment.id, facts, seal) ? [assessment] : [];
  });
}

/** The answers of an assessment by letter, without those that were changed outside of the program. */
export async function criterionAnswersOf(
  database: Pick<Database, 'rows' | 'seals'>,
  assessmentId: string,
): Promise<AnswerView[]> {
  const rows = await database.rows(ANSWERS_SQL, [assessmentId]);
  return rows.flatMap((row) => {
    const { facts, seal, id, ...answer } = answerRow.extend(sealed).parse(row);
    return database.seals.holds(ANSWER_ROWS.kind, id, facts, seal) ? [answer] : [];
  });
}

/** @param day YYYY-MM-DD, of which the state is told */
export function assessmentView(row: AssessmentRow, day: string): AssessmentView {
  return { ...row, state: row.nextReviewOn === null ? 'draft' : row.nextReviewOn < day ? 'review_due' : 'current' };
}

const CONCLUDED = `${ASSESSMENTS_SQL} where t.conclusion is not null and t.next_review_on >= $1::date
  and (t.consignment_id = $2 or (t.scope = 'country' and t.country = any($3::text[]))
    or (t.scope = 'farm_group' and t.farm_ids && $4::text[]))
  order by t.concluded_at desc, t.id desc`;

/** Concluded assessments, not past their review, that may cover a consignment; the newest first. */
export async function concludedAssessments(
  database: Pick<Database, 'rows' | 'seals'>,
  of: { consignmentId: string; countries: readonly string[]; farmIds: readonly string[]; day: string },
): Promise<CoveringAssessment[]> {
  const rows = await database.rows(CONCLUDED, [of.day, of.consignmentId, of.countries, of.farmIds]);
  return intactAssessments(database, rows).flatMap(({ id, scope, country, farmIds, consignmentId, conclusion }) =>
    conclusion === null ? [] : [{ id, scope, country, farmIds, consignmentId, conclusion }],
  );
}

/** What a list of assessments is narrowed by. */
export interface AssessmentFilter {
  scope?: AssessmentScope | undefined;
  consignmentId?: string | undefined;
}
