import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import type { StatementState } from '../../domain/statement/statement.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { CONSIGNMENT_IDS, CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';
import { statementReader } from './statementAccess.ts';
import type { StatementParts } from './statementParts.ts';

/** What was filed in one calendar year (UTC), by the day of submission or hand-over; for the yearly report (Article 12(3)). */
export interface StatementSummaryView {
  year: number;
  /** without parts; amended versions are not counted again */
  statements: number;
  byState: { state: StatementState; statements: number }[];
  /** kg, without withdrawn and rejected ones */
  netMass: number;
  consignments: number;
  lots: number;
  origins: number;
  producers: number;
  plots: number;
  /** countries of production with their origin lots */
  countries: string[];
  /** the conclusions on the origin lots as they stand now */
  conclusions: { status: DeforestationStatus; origins: number }[];
}

/** A statement that must be kept until a day. */
export interface RetainedStatement {
  id: string;
  consignmentId: string;
  consignmentNumber: string;
  internalReference: string;
  referenceNumber: string | null;
  state: StatementState;
  filedAt: Date;
  retainedUntil: Date;
}

const MOST_RETAINED = 500;
/** When a statement left the house: submitted, or its package made. */
const FILED_AT = `coalesce(t.submitted_at, (select p.made_at from statement_package p where p.statement_id = t.id))`;
const OF_YEAR = `filed as (
  select t.id, t.consignment_id, t.state, t.net_grams, t.producers, t.plots, t.countries from statement t
  where t.group_id is null and t.state not in ('draft', 'checked', 'amended')
    and ${FILED_AT} >= make_timestamptz($1, 1, 1, 0, 0, 0, 'UTC') and ${FILED_AT} < make_timestamptz($1 + 1, 1, 1, 0, 0, 0, 'UTC')),
  lots as (select distinct h.lot_id as id from ${CONSIGNMENT_LOTS} h
    where h.consignment_id in (select consignment_id from filed where state not in ('withdrawn', 'rejected'))),
  origins as (select l.id from lots join ${ALL_LOTS} l on l.id = lots.id where l.kind = 'origin'
    union select o.origin_id from lots join ${LOT_ORIGINS} o on o.lot_id = lots.id)`;
const SUMS = `with ${OF_YEAR}
  select count(*)::int as statements, count(distinct consignment_id)::int as consignments,
    coalesce(sum(net_grams) filter (where counts), 0) as grams, coalesce(sum(producers) filter (where counts), 0)::int as producers,
    coalesce(sum(plots) filter (where counts), 0)::int as plots,
    (select count(*)::int from lots) as lots, (select count(*)::int from origins) as origins,
    array(select distinct country from filed, unnest(countries) country where state not in ('withdrawn', 'rejected')
      order by country) as countries
  from (select *, state not in ('withdrawn', 'rejected') as counts from filed) f`;
const BY_STATE = `with ${OF_YEAR} select state, count(*)::int as statements from filed group by 1 order by 1`;
const CONCLUSIONS = `with ${OF_YEAR} select l.deforestation_status as status, count(*)::int as origins
  from origins join ${ALL_LOTS} l on l.id = origins.id group by 1 order by 1`;
const RETAINED = `select t.id, t.consignment_id as "consignmentId", c.number as "consignmentNumber",
    t.internal_reference as "internalReference", t.reference_number as "referenceNumber", t.state,
    ${FILED_AT} as "filedAt", ${FILED_AT} + interval '${KEPT_YEARS} years' as "retainedUntil"
  from statement t join ${CONSIGNMENT_IDS} c on c.id = t.consignment_id
  where t.group_id is null and ${FILED_AT} is not null and ${FILED_AT} + interval '${KEPT_YEARS} years' < $1
  order by "filedAt", t.id limit ${MOST_RETAINED}`;

/** Figures over statements: the yearly summary, and what the duty to keep ends for. */
export class StatementFigures {
  readonly #parts: Pick<StatementParts, 'database' | 'permissions' | 'clock'>;

  constructor(parts: Pick<StatementParts, 'database' | 'permissions' | 'clock'>) {
    this.#parts = parts;
  }

  /** @throws Refused unauthenticated, forbidden */
  async summary(caller: Caller, year: number): Promise<StatementSummaryView> {
    const { permissions, database } = this.#parts;
    statementReader(permissions, caller);
    const [sums, byState, conclusions] = await Promise.all([
      database.row<Omit<StatementSummaryView, 'year' | 'netMass'> & { grams: number } & Record<string, unknown>>(SUMS, [
        year,
      ]),
      database.rows<StatementSummaryView['byState'][number] & Record<string, unknown>>(BY_STATE, [year]),
      database.rows<StatementSummaryView['conclusions'][number] & Record<string, unknown>>(CONCLUSIONS, [year]),
    ]);
    return {
      year,
      statements: sums?.statements ?? 0,
      byState,
      netMass: kgFromGrams(Number(sums?.grams ?? 0)),
      consignments: sums?.consignments ?? 0,
      lots: sums?.lots ?? 0,
      origins: sums?.origins ?? 0,
      producers: sums?.producers ?? 0,
      plots: sums?.plots ?? 0,
      countries: sums?.countries ?? [],
      conclusions,
    };
  }

  /**
   * Statements whose five years end within so many days, or have ended, those first.
   * @throws Refused unauthenticated, forbidden
   */
  async retained(caller: Caller, days: number): Promise<RetainedStatement[]> {
    const { permissions, database, clock } = this.#parts;
    statementReader(permissions, caller);
    const until = new Date(clock().getTime() + days * 86_400_000);
    return database.rows<RetainedStatement & Record<string, unknown>>(RETAINED, [until]);
  }
}
