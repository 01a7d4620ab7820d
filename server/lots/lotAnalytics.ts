import type { Database } from '../database/database.ts';
import { VARIETIES, type Variety } from '../domain/cacao.ts';
import {
  complianceRate,
  DEFORESTATION_STATUSES,
  SATELLITE_FRESH_DAYS,
  type DeforestationStatus,
} from '../domain/deforestation.ts';
import type { LotScope } from '../domain/permissions.ts';
import { STAGES, type Stage } from '../domain/stages.ts';
import { kgFromGrams } from '../domain/units.ts';
import { lotCondition, type LotCondition } from './lotQuery.ts';

/** Series for the charts (interfaces, GET /lots/analytics); every step of a series is there, also when it is 0. */
export interface LotAnalyticsView {
  lotsByStage: { stage: Stage; count: number }[];
  /** by harvest month, the last 12, oldest first */
  complianceByMonth: {
    month: string;
    lots: number;
    compliant: number;
    complianceRate: number | null;
    weight: number;
  }[];
  /** steps of ten points; the last one takes 100 as well */
  qualityHistogram: { from: number; to: number; count: number }[];
  /** lots without a score, which the histogram leaves out */
  ungradedLots: number;
  /** by the Monday that a week begins with (UTC), the last 12, oldest first */
  alertsByWeek: { week: string; raised: number; high: number }[];
}

/** Counts over all lots (interfaces, GET /lots/admin/stats). */
export interface AdminStatsView {
  byStage: Record<Stage, number>;
  byVariety: Record<Variety, number>;
  byStatus: Record<DeforestationStatus, number>;
  /** the 100 farms with most lots */
  byFarm: { farmId: string; lots: number; compliantLots: number; weight: number }[];
  ledger: { recorded: number; pending: number; failed: number };
  /** by the newest check: inconclusive; else by the last conclusive one: fresh, or older than 30 days or missing */
  satellite: { fresh: number; outdated: number; inconclusive: number };
}

const STEPS = 12;
const FARMS = 100;

/** Figures over many lots, each in one statement. */
export class LotAnalytics {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async series(scope: LotScope, now: Date): Promise<LotAnalyticsView> {
    const { where, values } = lotCondition(scope, {});
    const [stages, months, scores, alerts] = await Promise.all([
      this.#counts('stage', { where, values }),
      this.#months({ where, values }, now),
      this.#scores({ where, values }),
      this.#weeks({ where, values }, now),
    ]);
    return {
      lotsByStage: STAGES.map((stage, position) => ({ stage, count: stages.get(String(position)) ?? 0 })),
      complianceByMonth: months,
      ...scores,
      alertsByWeek: alerts,
    };
  }

  /** The caller has the right to see all lots. */
  async admin(now: Date): Promise<AdminStatsView> {
    const all: LotCondition = lotCondition({ kind: 'all' }, {});
    const [stages, varieties, statuses, ledger, byFarm, satellite] = await Promise.all([
      this.#counts('stage', all),
      this.#counts('variety', all),
      this.#counts('deforestation_status', all),
      this.#counts('ledger_status', all),
      this.#farms(),
      this.#satellite(now),
    ]);
    return {
      byStage: recordOf(STAGES, (_, position) => stages.get(String(position)) ?? 0),
      byVariety: recordOf(VARIETIES, (variety) => varieties.get(variety) ?? 0),
      byStatus: recordOf(DEFORESTATION_STATUSES, (status) => statuses.get(status) ?? 0),
      byFarm,
      ledger: recordOf(['recorded', 'pending', 'failed'] as const, (state) => ledger.get(state) ?? 0),
      satellite,
    };
  }

  async #counts(
    column: 'stage' | 'variety' | 'deforestation_status' | 'ledger_status',
    { where, values }: LotCondition,
  ): Promise<Map<string, number>> {
    const rows = await this.#database.lists.rows<{ name: string; count: number }>(
      `select l.${column}::text as name, count(*) as count from lot l where ${where} group by l.${column}`,
      values,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  }

  async #months({ where, values }: LotCondition, now: Date): Promise<LotAnalyticsView['complianceByMonth']> {
    const months = Array.from({ length: STEPS }, (_, i) => monthsBefore(now, STEPS - 1 - i));
    const rows = await this.#database.lists.rows<{ month: string; lots: number; compliant: number; grams: number }>(
      `select to_char(l.harvest_date, 'YYYY-MM') as month, count(*) as lots, sum(l.weight_grams::bigint)::bigint as grams,
         count(*) filter (where l.deforestation_status = 'No Deforestation') as compliant
       from lot l where ${where} and l.harvest_date >= $${values.length + 1}::date and l.harvest_date < $${values.length + 2}::date
       group by 1`,
      [...values, `${months[0]}-01`, `${monthsBefore(now, -1)}-01`],
    );
    return months.map((month) => {
      const { lots, compliant, grams } = rows.find((row) => row.month === month) ?? { lots: 0, compliant: 0, grams: 0 };
      return {
        month,
        lots,
        compliant,
        complianceRate: complianceRate(compliant, lots),
        weight: kgFromGrams(grams),
      };
    });
  }

  async #scores({ where, values }: LotCondition): Promise<Pick<LotAnalyticsView, 'qualityHistogram' | 'ungradedLots'>> {
    const rows = await this.#database.lists.rows<{ step: number | null; count: number }>(
      `select case when l.quality_tenths = 1000 then 9 else l.quality_tenths / 100 end as step, count(*) as count from lot l where ${where} group by 1`,
      values,
    );
    const countOf = (step: number | null): number => rows.find((row) => row.step === step)?.count ?? 0;
    return {
      qualityHistogram: Array.from({ length: 10 }, (_, i) => ({ from: i * 10, to: i * 10 + 10, count: countOf(i) })),
      ungradedLots: countOf(null),
    };
  }

  async #weeks({ where, values }: LotCondition, now: Date): Promise<LotAnalyticsView['alertsByWeek']> {
    const weeks = Array.from({ length: STEPS }, (_, i) => mondayBefore(now, STEPS - 1 - i));
    const rows = await this.#database.lists.rows<{ week: string; raised: number; high: number }>(
      `select to_char(date_trunc('week', a.created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*) as raised,
         count(*) filter (where a.severity = 'high') as high
       from alert a join lot l on l.id = a.lot_id
       where ${where} and a.created_at >= $${values.length + 1} group by 1`,
      [...values, new Date(`${weeks[0]}T00:00:00Z`)],
    );
    return weeks.map((week) => rows.find((row) => row.week === week) ?? { week, raised: 0, high: 0 });
  }

  async #farms(): Promise<AdminStatsView['byFarm']> {
    const rows = await this.#database.lists.rows<{
      farmId: string;
      lots: number;
      compliantLots: number;
      grams: number;
    }>(
      `select l.farm_id as "farmId", count(*) as lots, sum(l.weight_grams::bigint)::bigint as grams,
         count(*) filter (where l.deforestation_status = 'No Deforestation') as "compliantLots"
       from lot l where l.deleted_at is null and l.farm_id is not null
       group by l.farm_id order by count(*) desc, l.farm_id limit ${FARMS}`,
    );
    return rows.map(({ grams, ...farm }) => ({ ...farm, weight: kgFromGrams(grams) }));
  }

  async #satellite(now: Date): Promise<AdminStatsView['satellite']> {
    const row = await this.#database.lists.row<AdminStatsView['satellite']>(
      `select count(*) filter (where c.conclusion = 'inconclusive') as inconclusive,
         count(*) filter (where c.conclusion is distinct from 'inconclusive' and l.satellite_at >= $1) as fresh,
         count(*) filter (where c.conclusion is distinct from 'inconclusive'
           and (l.satellite_at is null or l.satellite_at < $1)) as outdated
       from lot l left join lateral (
         select conclusion from satellite_check where lot_id = l.id order by ended_at desc limit 1) c on true
       where l.deleted_at is null`,
      [new Date(now.getTime() - SATELLITE_FRESH_DAYS * 86_400_000)],
    );
    return { fresh: row?.fresh ?? 0, outdated: row?.outdated ?? 0, inconclusive: row?.inconclusive ?? 0 };
  }
}

function recordOf<Name extends string>(
  names: readonly Name[],
  count: (name: Name, position: number) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name, position) => [name, count(name, position)])) as Record<Name, number>;
}

/** YYYY-MM, in UTC. */
function monthsBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

/** The Monday of the week that many weeks before this one, YYYY-MM-DD, in UTC. */
function mondayBefore(now: Date, weeks: number): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - sinceMonday - 7 * weeks);
  return new Date(monday).toISOString().slice(0, 10);
}
