import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { MEASURE_ROWS } from './signedDueDiligence.ts';

const measureRow = z.object({
  id: z.string(),
  assessmentId: z.string().nullable(),
  consignmentId: z.string().nullable(),
  consignmentNumber: z.string().nullable(),
  /** both null once erased */
  what: z.string().nullable(),
  responsible: z.string().nullable(),
  dueOn: z.string(),
  doneAt: z.coerce.date().nullable(),
  /** name of the account or partner key; null once erased, and while it is open */
  doneBy: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.coerce.date(),
});
const sealedMeasure = measureRow.extend({ facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() });
type MeasureRow = z.output<typeof measureRow>;

/** A mitigation measure as staff see it. */
export interface MeasureView extends MeasureRow {
  isOverdue: boolean;
}

export const MEASURE_SOURCE = `from dd_measure t left join ${CONSIGNMENT_IDS} c on c.id = t.consignment_id
  left join ${ACCOUNT_NAMES} u on u.id = t.created_by left join ${KEY_NAMES} k on k.id = t.created_key
  left join ${ACCOUNT_NAMES} du on du.id = t.done_by left join ${KEY_NAMES} dk on dk.id = t.done_key`;

/** SQL of measures; a condition and an order may follow. */
export const MEASURES_SQL = `select t.id, t.assessment_id as "assessmentId", t.consignment_id as "consignmentId",
    c.number as "consignmentNumber", t.what, t.responsible, t.due_on::text as "dueOn", t.done_at as "doneAt",
    coalesce(nullif(du.name, ''), dk.name) as "doneBy", coalesce(nullif(u.name, ''), k.name) as "createdBy",
    t.created_at as "createdAt", ${MEASURE_ROWS.facts('t')} as facts, t.seal
  ${MEASURE_SOURCE}`;

/** The rows that the program wrote. @param day YYYY-MM-DD, on which measures are overdue */
export function intactMeasures(
  { seals }: Pick<Database, 'seals'>,
  rows: readonly unknown[],
  day: string,
): MeasureView[] {
  return rows.flatMap((row) => {
    const { facts, seal, ...measure } = sealedMeasure.parse(row);
    const isOverdue = measure.doneAt === null && measure.dueOn < day;
    return seals.holds(MEASURE_ROWS.kind, measure.id, facts, seal) ? [{ ...measure, isOverdue }] : [];
  });
}

const MOST_OVERDUE = 20;

/** Overdue measures of a consignment or of assessments that cover it, first due first, at most 20. */
export async function overdueMeasures(
  database: Pick<Database, 'rows' | 'seals'>,
  { consignmentId, assessmentIds, day }: { consignmentId: string; assessmentIds: readonly string[]; day: string },
): Promise<{ id: string; what: string; dueOn: string }[]> {
  const rows = await database.rows(
    `${MEASURES_SQL} where t.done_at is null and t.due_on < $1::date
       and (t.consignment_id = $2 or t.assessment_id = any($3::uuid[])) order by t.due_on, t.id limit ${MOST_OVERDUE}`,
    [day, consignmentId, assessmentIds],
  );
  return intactMeasures(database, rows, day).map(({ id, what, dueOn }) => ({ id, what: what ?? '…', dueOn }));
}
