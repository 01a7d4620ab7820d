import type { EntityManager } from '@mikro-orm/postgresql';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';
import { STATEMENT_ROWS } from './signedStatements.ts';
import { deleteFrozen, DRAFT_AGAIN, unfreeze } from './statementService.ts';
import { changeStatement, lockedStatement } from './statementStore.ts';

/** SQL condition on a consignment's id: it has beans of some lots. `?`: the lots, twice */
const WITH_BEANS = `in (select h.consignment_id from ${CONSIGNMENT_LOTS} h
    where h.lot_id in (select value::uuid from json_array_elements_text(?::json))
      or h.lot_id in (select o.lot_id from ${LOT_ORIGINS} o
        where o.origin_id in (select value::uuid from json_array_elements_text(?::json))))`;
/** SQL condition on `t`: nobody has got it, and nothing of it is on its way. */
const UNFILED = `t.state in ('draft', 'checked') and coalesce(t.filing, 'queued') = 'queued'`;

/**
 * Makes drafts again of checked statements that name producers of some lots, in an erasure's transaction: their frozen
 * contents are deleted, and requests that the registry refused. What was handed over or filed is kept for five years
 * (Regulation (EU) 2023/1115, Article 9).
 * @returns how many
 */
export async function eraseUnfiledContents(em: EntityManager, lotUuids: readonly string[], at: Date): Promise<number> {
  const ids = JSON.stringify(lotUuids);
  const found: { id: string }[] = await em.execute(
    `select t.id from statement t where t.group_id is null and t.state = 'checked' and ${UNFILED}
       and t.consignment_id ${WITH_BEANS} order by t.id`,
    [ids, ids],
  );
  let erased = 0;
  for (const { id } of found) if (await madeDraft(em, id, at)) erased += 1;
  await em.execute(
    `delete from statement_exchange where statement_id in (
       select t.id from statement t where ${UNFILED} and t.consignment_id ${WITH_BEANS})`,
    [ids, ids],
  );
  return erased;
}

/** @returns false when it was filed meanwhile, or in parts: then it is kept */
async function madeDraft(em: EntityManager, id: string, at: Date): Promise<boolean> {
  const [held]: { isUnfiled: boolean }[] = await em.execute(
    `select t.state = 'checked' and ${UNFILED} as "isUnfiled" from statement t where t.id = ? for no key update`,
    [id],
  );
  const parts: { isUnfiled: boolean }[] = await em.execute(
    `select t.state = 'checked' and t.filing is null as "isUnfiled" from statement t where t.group_id = ?
     order by t.part_number for no key update`,
    [id],
  );
  if (held?.isUnfiled !== true || parts.some(({ isUnfiled }) => !isUnfiled)) return false;
  if (!(await verifiedRows(em, STATEMENT_ROWS, [id])).has(id)) {
    // Nobody acts on a statement that was changed outside of the program: its names go all the same.
    await deleteFrozen(em, id);
    return true;
  }
  const row = await lockedStatement(em, id);
  await unfreeze(em, row);
  await changeStatement(em, row, { ...DRAFT_AGAIN, kind: row.filedAs, filing: null, filingStep: null }, at);
  return true;
}

/** SQL of when the duty to keep a statement `t` begins. */
const FILED_AT = `greatest(t.checked_at, t.submitted_at,
  (select p.made_at from statement_package p where p.statement_id = coalesce(t.group_id, t.id)))`;
/** SQL condition on `t`: somebody has got it, or another part of the same statement. */
const FILED = `(t.state not in ('draft', 'checked')
  or exists (select from statement other where other.group_id = t.group_id and other.state <> 'checked'))`;
/** SQL of consignments with statements that somebody has got, and when the duty to keep the newest of them begins. */
export const CONSIGNMENTS_FILED = `(select t.consignment_id, max(${FILED_AT}) as filed_at from statement t
  where ${FILED} group by t.consignment_id)`;
/** SQL condition on `statement_id`, `$1`: now. What names producers goes when the duty to keep it is over. */
export const NO_LONGER_KEPT = `statement_id in (select t.id from statement t
  where ${FILED} and ${FILED_AT} < $1::timestamptz - interval '${KEPT_YEARS} years')`;
/** SQL condition on requests to the registry, `$1`: now. Those of a year ago about what was not filed in the end. */
export const UNFILED_REQUESTS = `at < $1::timestamptz - interval '1 year' and (statement_id is null
  or statement_id in (select t.id from statement t where ${UNFILED} and not ${FILED}))`;
/** SQL condition on pieces of packages: their package was never finished, and nobody makes it any more. */
export const UNFINISHED_PACKAGE = `not exists (select from statement_package p
    where p.statement_id = statement_package_piece.statement_id)
  and statement_id not in (select t.id from statement t where t.filing_step = 'hand_over')`;

/** Statements that are kept with names and plots of some lots, and the day after which the last of them lose these. */
export async function statementsKeptOf(
  em: EntityManager,
  lotUuids: readonly string[],
): Promise<{ statements: number; until: string } | null> {
  const ids = JSON.stringify(lotUuids);
  const [row]: { statements: number; until: string | null }[] = await em.execute(
    `select count(*)::int as statements,
       to_char(max(${FILED_AT} + interval '${KEPT_YEARS} years') at time zone 'UTC', 'YYYY-MM-DD') as until
     from statement t where ${FILED} and t.consignment_id ${WITH_BEANS}
       and exists (select from statement_content c where c.statement_id = t.id)`,
    [ids, ids],
  );
  return row === undefined || row.until === null ? null : { statements: row.statements, until: row.until };
}

/** What a person gets of the statements that they made, first ones first. `?`: the account */
export const STATEMENTS_MADE_BY = `select internal_reference as "internalReference", state, created_at as "createdAt"
  from statement where created_by = ? order by created_at, id`;
/** What a person gets of the numbers that they had verified, first ones first. `?`: the account */
export const DECLARATIONS_VERIFIED_BY = `select reference_number as "referenceNumber", verdict, checked_at as "checkedAt"
  from supplier_declaration where checked_by = ? order by checked_at, id`;
