import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { complianceRate } from '../../domain/forest/deforestation.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { ALL_LOTS, LOT_EVENTS } from '../lots/lotViews.ts';

/** The dashboard's figures of origin lots as they were at a moment. */
export interface EarlierFiguresView {
  /** ISO 8601, UTC */
  at: string;
  totalLots: number;
  compliantLots: number;
  /** %, one decimal */
  complianceRate: number | null;
  /** 0-100, one decimal; null when no lot was graded */
  averageQuality: number | null;
  highAlerts: number;
}

/** Where the lots and their events are read, and the figures of past days. */
type LotsThen = Pick<Database, 'rows'> & { lists: Pick<Database['lists'], 'row'> };

interface DayRow {
  lots: number;
  compliant: number;
  /** tenths of points, of all graded lots together */
  quality: number;
  graded: number;
  high_alerts: number;
}

/** How far back the dashboard looks. */
export const TREND_DAYS = 30;
const DAY_MS = 86_400_000;
/** For more lots only a job reads the events. */
const READ_AT_ONCE = 20_000;
/** Limit of scopes, one for each farm and one for all, whose figures of the day are cached. */
const MOST_KEPT = 500;

/**
 * The dashboard's figures at the beginning of the day (UTC) 30 days ago: the base of trends. The past does not change,
 * so it is read once a day for each scope.
 */
export class EarlierFiguresType {
  readonly #database: LotsThen;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #kept = new LRUCache<string, Promise<EarlierFiguresView | null>>({ max: MOST_KEPT });

  constructor(database: LotsThen, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
  }

  /** Null when no lot in scope was there yet, and where it could not be read: a trend is not worth a page. */
  read(scope: LotScope, now: Date): Promise<EarlierFiguresView | null> {
    if (scope.kind === 'none') return Promise.resolve(null);
    const at = dayBefore(now);
    const key = `${at.toISOString()} ${scope.kind === 'farm' ? scope.farmId : ''}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const figures = this.#figures(scope, at, false).catch((error: unknown) => {
      this.#kept.delete(key);
      if (!(error instanceof NotNoted)) this.#log.warn({ err: error }, 'The figures of 30 days ago could not be read');
      return null;
    });
    this.#kept.set(key, figures);
    return figures;
  }

  /** Has the figures of all lots at hand before anybody asks: of today, and of tomorrow. */
  async readAhead(now: Date, signal?: AbortSignal): Promise<void> {
    for (const day of [now, new Date(now.getTime() + DAY_MS)]) {
      signal?.throwIfAborted();
      await this.#figures({ kind: 'all' }, dayBefore(day), true);
    }
  }

  /** Of all lots they are noted at the beginning of each day (decision 39); of days before that, they are read out of the events and noted then. */
  async #figures(scope: LotScope, at: Date, patient: boolean): Promise<EarlierFiguresView | null> {
    if (scope.kind !== 'all') return viewOf(at, await this.#read(scope, at));
    const day = at.toISOString().slice(0, 10);
    const [noted] = await this.#database.rows<DayRow>(
      'select lots, compliant, quality, graded, high_alerts from day_figure where day = $1::date',
      [day],
    );
    if (noted !== undefined) return viewOf(at, noted);
    // A job reads them ahead: of a country that takes longer than anybody waits for a page.
    if (!patient && (await this.#areMany())) throw new NotNoted();
    const read = await this.#read(scope, at);
    if (at.getTime() <= Date.now()) {
      await this.#database.rows(
        `insert into day_figure (day, lots, compliant, quality, graded, high_alerts) values ($1::date, $2, $3, $4, $5, $6)
         on conflict (day) do nothing`,
        [day, read.lots, read.compliant, read.quality, read.graded, read.high_alerts],
      );
    }
    return viewOf(at, read);
  }

  async #areMany(): Promise<boolean> {
    const rows = await this.#database.rows(`select 1 from ${ALL_LOTS} l offset ${READ_AT_ONCE} limit 1`);
    return rows.length > 0;
  }

  /** Out of the events. */
  async #read(scope: LotScope, at: Date): Promise<DayRow> {
    const values = scope.kind === 'farm' ? [at, scope.farmId] : [at];
    const there = `l.kind = 'origin' and l.created_at < $1 and (l.deleted_at is null or l.deleted_at >= $1)${scope.kind === 'farm' ? ' and l.farm_id = $2' : ''}`;
    // Contents are canonical JSON, each key once, with escaped quotes: a key's value follows directly. Searching for
    // the plain key takes a tenth of the time of a pattern, and a damaged content fails no page.
    const lastSet = (key: string): string =>
      `(select split_part(e.content, '"${key}":', 2) from ${LOT_EVENTS} e
        where e.lot_id = l.id and e.at < $1 and strpos(e.content, '"${key}":') > 0 order by e.seq desc limit 1)`;
    const [lots, alerts] = await Promise.all([
      this.#database.lists.row<Omit<DayRow, 'high_alerts'>>(
        `select count(*) as lots, count(*) filter (where starts_with(status, '"No Deforestation"')) as compliant,
           coalesce(sum(substring(quality from '^[0-9]{1,4}')::int), 0) as quality,
           count(substring(quality from '^[0-9]{1,4}')) as graded
         from (select ${lastSet('deforestationStatus')} as status, ${lastSet('qualityTenths')} as quality
           from ${ALL_LOTS} l where ${there}) then_`,
        values,
      ),
      this.#database.lists.row<{ count: number }>(
        `select count(*) as count from ${ALERT_FACTS} a join ${ALL_LOTS} l on l.id = a.lot_id
         where a.severity = 'high' and a.created_at < $1 and (a.closed_at is null or a.closed_at >= $1) and ${there}${scope.kind === 'farm' ? ' and a.farm_id = $2' : ''}`,
        values,
      ),
    ]);
    const none = { lots: 0, compliant: 0, quality: 0, graded: 0 };
    return { ...(lots ?? none), high_alerts: alerts?.count ?? 0 };
  }
}

/** They are being read by a job. */
class NotNoted extends Error {}

/** The beginning (UTC) of the day that the dashboard looks back to. */
function dayBefore(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS - TREND_DAYS) * DAY_MS);
}

function viewOf(at: Date, { lots, compliant, quality, graded, high_alerts }: DayRow): EarlierFiguresView | null {
  if (lots === 0) return null;
  return {
    at: at.toISOString(),
    totalLots: lots,
    compliantLots: compliant,
    complianceRate: complianceRate(compliant, lots),
    averageQuality: graded === 0 ? null : Math.round(quality / graded) / 10,
    highAlerts: high_alerts,
  };
}
