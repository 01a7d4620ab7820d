import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { VARIETIES, type Variety } from '../../domain/lot/cacao.ts';
import { complianceRate, DEFORESTATION_STATUSES, type DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { LotScope, PermissionTable } from '../../domain/access/permissions.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { STAGES, type Stage } from '../../domain/lot/stages.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import { calendarDay } from '../../platform/validation/inputSchemas.ts';
import { requireGrant, scopeOf, type Caller } from '../../platform/access/caller.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { alikeLots, LotStatistics, type Summed } from './lotStatistics.ts';
import type { Rows } from '../../platform/database/rows.ts';

/** What series are of: lots harvested within days (both included; null: however long ago), and so many months and weeks. */
export interface AnalyticsPeriod {
  harvestedFrom: string | null;
  harvestedTo: string | null;
  months: number;
  weeks: number;
}

export interface FarmFigures {
  farmId: string;
  lots: number;
  compliantLots: number;
  weight: number;
}

/** Series of origin lots for the charts (GET /lots/analytics); every step of a series is there, also when it is 0. */
export interface LotAnalyticsView {
  lotsByStage: { stage: Stage; count: number }[];
  /** by harvest month, the last ones, oldest first */
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
  /** by the Monday that a week begins with (UTC), the last ones, oldest first */
  alertsByWeek: { week: string; raised: number; high: number }[];
  /** the farms with most lots */
  lotsByFarm: FarmFigures[];
}

/** Counts over all origin lots (GET /lots/admin/stats), but for those by ledger state, which are of all lots (docs/spec/figures.md). */
export interface AdminStatsView {
  byStage: Record<Stage, number>;
  byVariety: Record<Variety, number>;
  byStatus: Record<DeforestationStatus, number>;
  /** the 100 farms with most lots */
  byFarm: FarmFigures[];
  ledger: { recorded: number; pending: number; failed: number };
  /** by the newest check: inconclusive; else by the last conclusive one: fresh, or older than 30 days or missing */
  satellite: { fresh: number; outdated: number; inconclusive: number };
}

/**
 * Counts the alerts in a scope by the Monday of the week in which they were raised, YYYY-MM-DD, UTC, from a Monday on.
 * Weeks without alerts may be missing.
 */
export type AlertsByWeek = (
  rows: Pick<Rows, 'rows'>,
  scope: LotScope,
  firstWeek: string,
) => Promise<LotAnalyticsView['alertsByWeek']>;

/** Replaces the quality of an ungraded lot. */
const UNGRADED = -1;
/** Beans of derived lots are in their origin lots. */
const ORIGINS = { kind: 'origin' } as const;
const FARMS = 100;
/** Farms of a chart: more bars than a person reads. */
const CHART_FARMS = 12;
/** How long the series by month and by week may be. */
export const MOST_MONTHS = 36;
export const MOST_WEEKS = 104;
export const DEFAULT_PERIOD: AnalyticsPeriod = { harvestedFrom: null, harvestedTo: null, months: 12, weeks: 12 };

const analyticsPeriod = z.object({
  harvestedFrom: calendarDay('harvestedFrom').nullable(),
  harvestedTo: calendarDay('harvestedTo').nullable(),
  months: steps('months', MOST_MONTHS),
  weeks: steps('weeks', MOST_WEEKS),
});

function steps(name: string, most: number) {
  const error = encodeMessage(CALL.wholeNumber({ field: name, min: 1, max: most }));
  return z.int({ error }).min(1, error).max(most, error);
}

/** A period as it came from a client. @throws Refused invalid, naming the field */
export function parseAnalyticsPeriod(period: AnalyticsPeriod): AnalyticsPeriod {
  return parseInput(analyticsPeriod, period);
}

/** Figures over the origin lots in a caller's sight (docs/spec/figures.md), each in one statement. Every method throws Refused 'unauthenticated'. */
export class LotAnalyticsType {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #figures: LotStatistics;
  readonly #alertsByWeek: AlertsByWeek;

  constructor(database: Database, permissions: PermissionTable, alertsByWeek: AlertsByWeek) {
    this.#database = database;
    this.#permissions = permissions;
    this.#figures = new LotStatistics(database);
    this.#alertsByWeek = alertsByWeek;
  }

  #sight(caller: Caller): LotScope {
    return scopeOf(this.#permissions, caller);
  }

  async series(caller: Caller, period: AnalyticsPeriod, now: Date): Promise<LotAnalyticsView> {
    const [lotsByStage, complianceByMonth, quality, alertsByWeek, lotsByFarm] = await Promise.all([
      this.byStage(caller, period),
      this.byMonth(caller, period.months, now),
      this.quality(caller, period),
      this.alertsByWeek(caller, period.weeks, now),
      this.byFarm(caller, period),
    ]);
    return { lotsByStage, complianceByMonth, ...quality, alertsByWeek, lotsByFarm };
  }

  /** Lots harvested in the period by the stage that they are in now. */
  async byStage(caller: Caller, period: AnalyticsPeriod): Promise<LotAnalyticsView['lotsByStage']> {
    const { from, where, values } = alikeLots('lots', this.#sight(caller), { ...daysOf(period), ...ORIGINS });
    const rows = await this.#database.lists.rows<{ stage: Stage; count: number }>(
      `select l.stage, sum(l.lots) as count ${from} where ${where} group by l.stage`,
      values,
    );
    return STAGES.map((stage) => ({ stage, count: rows.find((row) => row.stage === stage)?.count ?? 0 }));
  }

  /** @throws Refused unauthenticated; forbidden for who may not see all lots */
  async admin(caller: Caller): Promise<AdminStatsView> {
    requireGrant(this.#permissions, caller, 'view_all_lots');
    const all = alikeLots('lots', { kind: 'all' }, {});
    const [{ stages, varieties, statuses, ledger }, byFarm, satellite] = await Promise.all([
      this.#allCounts(all),
      this.#farms(alikeLots('farms', { kind: 'all' }, {}), FARMS),
      this.#figures.checksByAge(),
    ]);
    return {
      byStage: recordOf(STAGES, (stage) => stages.get(stage) ?? 0),
      byVariety: recordOf(VARIETIES, (variety) => varieties.get(variety) ?? 0),
      byStatus: recordOf(DEFORESTATION_STATUSES, (status) => statuses.get(status) ?? 0),
      byFarm,
      ledger: recordOf(['recorded', 'pending', 'failed'] as const, (state) => ledger.get(state) ?? 0),
      satellite: { fresh: satellite.fresh, outdated: satellite.outdated, inconclusive: satellite.inconclusive },
    };
  }

  /** Origin lots by every attribute of the list, and all lots by ledger state, in one statement. */
  async #allCounts({ from, where, values }: Summed) {
    const rows = await this.#database.lists.rows<{ by: string; name: string; count: number }>(
      `select case grouping(l.stage, l.variety, l.deforestation_status, l.ledger_status) when 7 then 'stage' when 11 then 'variety' when 13 then 'status'
           else 'ledger' end as by,
         coalesce(l.stage, l.variety, l.deforestation_status, l.ledger_status) as name,
         coalesce(case grouping(l.ledger_status) when 0 then sum(l.lots) else sum(l.lots) filter (where l.kind = 'origin') end, 0) as count
       ${from} where ${where} group by grouping sets ((l.stage), (l.variety), (l.deforestation_status), (l.ledger_status))`,
      values,
    );
    const countsBy = (by: string): Map<string, number> =>
      new Map(rows.filter((row) => row.by === by).map(({ name, count }) => [name, count]));
    return {
      stages: countsBy('stage'),
      varieties: countsBy('variety'),
      statuses: countsBy('status'),
      ledger: countsBy('ledger'),
    };
  }

  /** Lots by the month of their harvest, with their status of today. @param count months, up to this one */
  async byMonth(caller: Caller, count: number, now: Date): Promise<LotAnalyticsView['complianceByMonth']> {
    const months = Array.from({ length: count }, (_, i) => monthsBefore(now, count - 1 - i));
    const { from, where, values } = alikeLots('lots', this.#sight(caller), {
      harvestedFrom: `${months[0]}-01`,
      harvestedTo: new Date(Date.parse(`${monthsBefore(now, -1)}-01`) - 86_400_000).toISOString().slice(0, 10),
      ...ORIGINS,
    });
    const rows = await this.#database.lists.rows<{ month: string; lots: number; compliant: number; grams: number }>(
      `select to_char(l.harvest_date, 'YYYY-MM') as month, sum(l.lots) as lots, sum(l.grams) as grams,
         coalesce(sum(l.lots) filter (where l.deforestation_status = 'No Deforestation'), 0) as compliant
       ${from} where ${where} group by 1`,
      values,
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

  /** Lots harvested in the period by their quality score. */
  async quality(
    caller: Caller,
    period: AnalyticsPeriod,
  ): Promise<Pick<LotAnalyticsView, 'qualityHistogram' | 'ungradedLots'>> {
    const { from, where, values } = alikeLots('quality', this.#sight(caller), { ...daysOf(period), ...ORIGINS });
    const rows = await this.#database.lists.rows<{ step: number; count: number }>(
      `select l.step, sum(l.lots) as count ${from} where ${where} group by 1`,
      values,
    );
    const countOf = (step: number): number => rows.find((row) => row.step === step)?.count ?? 0;
    return {
      qualityHistogram: Array.from({ length: 10 }, (_, i) => ({ from: i * 10, to: i * 10 + 10, count: countOf(i) })),
      ungradedLots: countOf(UNGRADED),
    };
  }

  /** Alerts by the week that they were raised in. @param count weeks, up to this one */
  async alertsByWeek(caller: Caller, count: number, now: Date): Promise<LotAnalyticsView['alertsByWeek']> {
    const weeks = Array.from({ length: count }, (_, i) => mondayBefore(now, count - 1 - i));
    const rows = await this.#alertsByWeek(this.#database.lists, this.#sight(caller), weeks[0] ?? '');
    return weeks.map((week) => rows.find((row) => row.week === week) ?? { week, raised: 0, high: 0 });
  }

  /** Farms with most lots harvested in the period. */
  byFarm(caller: Caller, period: AnalyticsPeriod): Promise<FarmFigures[]> {
    return this.#farms(alikeLots('farms', this.#sight(caller), daysOf(period)), CHART_FARMS);
  }

  async #farms({ from, where, values }: Summed, most: number): Promise<FarmFigures[]> {
    const rows = await this.#database.lists.rows<Omit<FarmFigures, 'weight'> & { grams: number }>(
      `select l.farm_id as "farmId", sum(l.lots) as lots, sum(l.grams) as grams, sum(l.compliant) as "compliantLots"
       ${from} where ${where} and l.farm_id is not null
       group by l.farm_id having sum(l.lots) > 0 order by sum(l.lots) desc, l.farm_id limit ${most}`,
      values,
    );
    return rows.map(({ grams, ...farm }) => ({ ...farm, weight: kgFromGrams(grams) }));
  }
}

function daysOf({
  harvestedFrom,
  harvestedTo,
}: AnalyticsPeriod): Pick<AnalyticsPeriod, 'harvestedFrom' | 'harvestedTo'> {
  return { harvestedFrom, harvestedTo };
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
