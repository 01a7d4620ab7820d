import type { EntityManager } from '@mikro-orm/postgresql';
import { eraseAlertPlaces } from '../alerts/alertErasure.ts';
import type { Database } from '../../platform/database/database.ts';
import type { CommittedField } from '../../domain/ledger/content.ts';
import { eraseAbandonedPlots } from '../farms/plotErasure.ts';
import type { LotErasure } from '../lots/lotErasure.ts';
import { SYSTEM } from '../lots/lotEvents.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { eraseReportFiles, holdReports } from '../reports/reportErasure.ts';
import { eraseEvidence } from '../satellite/evidenceErasure.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { lastTradeEvent } from './retentionYears.ts';
import { ERASURE_LOTS } from './signedErasures.ts';
import { isOfLots } from '../lots/lotsOfPlots.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

const PLACE_FIELDS = new Set<CommittedField>([
  'farmId',
  'place',
  'place2',
  'place1',
  'geometry',
  'evidenceHash',
  'alertPlace',
]);
const AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Erases farm, place, geometry and evidence of erased people's lots, in stored reports too, once the law no longer asks to keep them. */
export class RetainedLocations {
  readonly #database: Database;
  readonly #lots: LotErasure;

  constructor(parts: { database: Database; lots: LotErasure }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
  }

  /** @returns how many lots were done; @param signal ends it between batches */
  async eraseDue(now: Date, signal?: AbortSignal): Promise<number> {
    let done = 0;
    for (let after: string | null = FIRST_ID; after !== null;) {
      const batch: { erased: number; last: string | null } = await this.#batch(now, after);
      done += batch.erased;
      after = signal?.aborted === true ? null : batch.last;
    }
    return done;
  }

  /** @returns `last`: the lot after which to go on; null when there are no more */
  async #batch(now: Date, after: string): Promise<{ erased: number; last: string | null }> {
    // A lot that has a farmer again is that farmer's. Read on past those that the program did not put down.
    const due = await this.#database.rows<{ id: string }>(
      `select w.lot_id as id from erasure_lot w join ${ALL_LOTS} l on l.id = w.lot_id
       where w.done_at is null and l.farmer_name is null and w.lot_id > $2
         and ${lastTradeEvent('w.lot_id')} + interval '${KEPT_YEARS} years' < $1
       order by w.lot_id limit ${AT_ONCE}`,
      [now, after],
    );
    const found = due.map(({ id }) => id);
    const last = found.length < AT_ONCE ? null : (found.at(-1) ?? null);
    if (found.length === 0) return { erased: 0, last };
    return this.#database.write(async (em) => {
      await holdReports(em);
      const ids = [...(await verifiedRows(em, ERASURE_LOTS, found))];
      if (ids.length === 0) return { erased: 0, last };
      await this.#lots.lock(em, ids);
      const farms = await farmsOf(em, ids);
      await this.#lots.erase(em, ids, ({ field }) => PLACE_FIELDS.has(field), SYSTEM, now);
      await eraseEvidence(em, ids);
      await eraseAlertPlaces(em, ids);
      await eraseAbandonedPlots(em, farms, isOfLots);
      // Also reports that were made after the person's name went: they hold farm and place without it.
      await eraseReportFiles(em, ids);
      await em.execute(
        `update erasure_lot set done_at = ? where lot_id in (select value::uuid from json_array_elements_text(?::json))`,
        [now, JSON.stringify(ids)],
      );
      await signRows(em, ERASURE_LOTS, ids);
      await audit(em, { caller: 'system', action: 'erasure.places-erased', details: { lots: ids.length } });
      await em.execute('select sample_lot_search_anew()');
      return { erased: ids.length, last };
    });
  }
}

/** The farms that lots are of. */
async function farmsOf(em: EntityManager, lotUuids: readonly string[]): Promise<string[]> {
  const rows: { farmId: string }[] = await em.execute(
    `select distinct farm_id as "farmId" from ${ALL_LOTS} l
     where farm_id is not null and id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify(lotUuids)],
  );
  return rows.map(({ farmId }) => farmId);
}
