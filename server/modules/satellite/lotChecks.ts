import type { Database } from '../../platform/database/database.ts';
import type { CheckConclusion } from '../../domain/forest/forest.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { OTHER, type Message } from '../../domain/messages/message.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

/** One satellite check of a lot, without its data. */
export interface LotCheckView {
  /** UUID */
  id: string;
  /** ISO 8601, UTC */
  checkedAt: string;
  conclusion: CheckConclusion;
  driver: string;
  /** made up for demonstrations */
  sample: boolean;
  /** null when the check could read nothing */
  dataset: string | null;
  datasetVersion: string | null;
  /** pixels that were read */
  pixels: number;
  lossPixelsAfterCutoff: number;
  /** calendar years */
  lossYears: number[];
  /** why it could not conclude */
  reason: Message | null;
  /** whether it read the land that the lot is from now; null once that was erased */
  sameLand: boolean | null;
}

export interface LotChecksPage {
  /** newest first; empty where the record of the lot differs from the ledger */
  checks: LotCheckView[];
  /** the record of the lot differs from the ledger: its checks are not shown */
  differs: boolean;
  pagination: Pagination;
}

interface Row extends Omit<LotCheckView, 'checkedAt' | 'reason'> {
  endedAt: Date;
  reason: string | null;
}

const PAGE = `select c.id, c.ended_at as "endedAt", c.conclusion, c.driver, c.sample, nullif(c.dataset, '') as dataset,
    nullif(c.dataset_version, '') as "datasetVersion", c.pixels, c.loss_pixels as "lossPixelsAfterCutoff", c.loss_years as "lossYears", c.reason,
    c.lat_micro = l.lat_micro and c.lon_micro = l.lon_micro and coalesce(c.plots, '{}') = coalesce(l.plots, '{}') as "sameLand"
  from satellite_check c join ${ALL_LOTS} l on l.id = c.lot_id
  where c.lot_id = $1 order by c.ended_at desc, c.id desc limit $2 offset $3`;

/** The satellite checks of lots. */
export class LotChecks {
  readonly #database: Database;
  readonly #lots: Pick<AuthorizedLots, 'find'>;
  readonly #matchesLedger: (lotUuid: string) => Promise<boolean>;

  constructor(parts: {
    database: Database;
    lots: Pick<AuthorizedLots, 'find'>;
    /** whether a lot's record, its checks included, does not differ from the ledger */
    matchesLedger: (lotUuid: string) => Promise<boolean>;
  }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#matchesLedger = parts.matchesLedger;
  }

  /** Null if the caller may not see the lot. @throws Refused unauthenticated */
  async list(
    caller: Caller,
    idOrLotId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<LotChecksPage | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) return null;
    if (!(await this.#matchesLedger(lot.id))) return { checks: [], differs: true, pagination: pageOf(0, page, limit) };
    const [rows, counted] = await Promise.all([
      this.#database.rows<Row>(PAGE, [lot.id, limit, (page - 1) * limit]),
      this.#database.row<{ total: number }>(
        'select count(*)::integer as total from satellite_check where lot_id = $1',
        [lot.id],
      ),
    ]);
    const checks = rows.map(({ endedAt, reason, ...row }) => ({
      ...row,
      checkedAt: endedAt.toISOString(),
      reason: reason === null ? null : OTHER({ text: reason }),
    }));
    return { checks, differs: false, pagination: pageOf(counted?.total ?? 0, page, limit) };
  }
}
