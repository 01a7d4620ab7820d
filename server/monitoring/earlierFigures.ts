import type { Logger } from 'pino';
import { BoundedMemory } from '../bounds/boundedMemory.ts';
import type { Database } from '../database/database.ts';
import { complianceRate } from '../domain/deforestation.ts';
import type { LotScope } from '../domain/permissions.ts';

/** The dashboard's figures as they were at a moment. */
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

interface FiguresRow {
  lots: number;
  compliant: number;
  quality: number | null;
}

/** Where the lots and their events are read. */
interface LotsThen {
  lists: Pick<Database['lists'], 'row'>;
}

/** How far back the dashboard looks. */
export const TREND_DAYS = 30;
const DAY_MS = 86_400_000;
/** Scopes, one a farm and one for all, whose figures of the day are kept. */
const MOST_KEPT = 500;

/**
 * What the dashboard's figures were 30 days ago, at the beginning of that day (UTC), read out of the events of the lots: what a
 * trend is measured against. The past does not change, so it is read once a day for each scope.
 */
export class EarlierFigures {
  readonly #database: LotsThen;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #kept = new BoundedMemory<Promise<EarlierFiguresView | null>>(MOST_KEPT);

  constructor(database: LotsThen, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#log = log;
  }

  /** Null when no lot in scope was there yet, and where it could not be read: a trend is not worth a page. */
  read(scope: LotScope, now: Date): Promise<EarlierFiguresView | null> {
    if (scope.kind === 'none') return Promise.resolve(null);
    const at = new Date(Math.floor(now.getTime() / DAY_MS - TREND_DAYS) * DAY_MS);
    const key = `${at.toISOString()} ${scope.kind === 'farm' ? scope.farmId : ''}`;
    const known = this.#kept.find(key);
    if (known !== undefined) return known;
    const figures = this.#at(scope, at).catch((error: unknown) => {
      this.#kept.forget(key);
      this.#log.warn({ err: error }, 'The figures of 30 days ago could not be read');
      return null;
    });
    this.#kept.keep(key, figures);
    return figures;
  }

  async #at(scope: LotScope, at: Date): Promise<EarlierFiguresView | null> {
    const values = scope.kind === 'farm' ? [at, scope.farmId] : [at];
    const there = `l.created_at < $1 and (l.deleted_at is null or l.deleted_at >= $1)${scope.kind === 'farm' ? ' and l.farm_id = $2' : ''}`;
    // Contents are canonical JSON, each key once, and quotes within texts are escaped: what follows a key is its value. Looking for
    // the key as it stands takes a tenth of what a pattern takes, and a damaged content fails no page.
    const lastSet = (key: string): string =>
      `(select split_part(e.content, '"${key}":', 2) from lot_event e
        where e.lot_id = l.id and e.at < $1 and strpos(e.content, '"${key}":') > 0 order by e.seq desc limit 1)`;
    const [lots, alerts] = await Promise.all([
      this.#database.lists.row<FiguresRow>(
        `select count(*) as lots, count(*) filter (where starts_with(status, '"No Deforestation"')) as compliant,
           round(avg(substring(quality from '^[0-9]{1,4}')::int) / 10, 1) as quality
         from (select ${lastSet('deforestationStatus')} as status, ${lastSet('qualityTenths')} as quality
           from lot l where ${there}) then_`,
        values,
      ),
      this.#database.lists.row<{ count: number }>(
        `select count(*) as count from alert a join lot l on l.id = a.lot_id
         where a.severity = 'high' and a.created_at < $1 and (a.closed_at is null or a.closed_at >= $1) and ${there}`,
        values,
      ),
    ]);
    if (lots === null || lots.lots === 0) return null;
    return {
      at: at.toISOString(),
      totalLots: lots.lots,
      compliantLots: lots.compliant,
      complianceRate: complianceRate(lots.compliant, lots.lots),
      averageQuality: lots.quality,
      highAlerts: alerts?.count ?? 0,
    };
  }
}
