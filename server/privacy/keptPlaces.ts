import { eraseAlertPlaces } from '../alerts/alertErasure.ts';
import type { Database } from '../database/database.ts';
import type { CommittedField } from '../domain/ledger/content.ts';
import type { LotErasure } from '../lots/lotErasure.ts';
import { SYSTEM } from '../lots/lotEvents.ts';
import { audit } from '../monitoring/audit.ts';
import { eraseReportFiles, holdReports } from '../reports/reportErasure.ts';
import { eraseEvidence } from '../satellite/evidenceErasure.ts';
import { KEPT_YEARS, lastTradeEvent } from './keptYears.ts';

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

/** Erases farm, place, geometry and evidence of erased people's lots, in stored reports too, once the law no longer asks to keep them. */
export class KeptPlaces {
  readonly #database: Database;
  readonly #lots: LotErasure;

  constructor(parts: { database: Database; lots: LotErasure }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
  }

  /** @returns how many lots were done; @param signal ends it between batches */
  async eraseDue(now: Date, signal?: AbortSignal): Promise<number> {
    for (let done = 0; ;) {
      const erased = await this.#batch(now);
      done += erased;
      if (erased < AT_ONCE || signal?.aborted === true) return done;
    }
  }

  async #batch(now: Date): Promise<number> {
    // A lot that has a farmer again is that farmer's.
    const due = await this.#database.rows<{ id: string }>(
      `select w.lot_id as id from erasure_lot w join lot l on l.id = w.lot_id
       where w.done_at is null and l.farmer_name is null
         and ${lastTradeEvent('w.lot_id')} + interval '${KEPT_YEARS} years' < $1
       order by w.lot_id limit ${AT_ONCE}`,
      [now],
    );
    const ids = due.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await this.#database.write(async (em) => {
      await holdReports(em);
      await this.#lots.lock(em, ids);
      await this.#lots.erase(em, ids, ({ field }) => PLACE_FIELDS.has(field), SYSTEM, now);
      await eraseEvidence(em, ids);
      await eraseAlertPlaces(em, ids);
      // Also reports that were made after the person's name went: they hold farm and place without it.
      await eraseReportFiles(em, ids);
      await em.execute(
        `update erasure_lot set done_at = ? where lot_id in (select value::uuid from json_array_elements_text(?::json))`,
        [now, JSON.stringify(ids)],
      );
      await audit(em, { caller: 'system', action: 'erasure.places-erased', details: { lots: ids.length } });
      await em.execute('select sample_lot_search_anew()');
    });
    return ids.length;
  }
}
