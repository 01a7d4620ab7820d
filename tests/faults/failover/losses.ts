import { verifyLedger } from '../../support/serverProcess.ts';
import { until } from '../../support/until.ts';
import type { Installation } from './installation.ts';
import type { Told } from './writers.ts';

/** The final state of the database compared with the answers that clients got. */
export interface Losses {
  /** answered lots that are not there, or under another UUID */
  lost: number;
  /**
   * lots, creations on the ledger, events, audit rows or events of a creation that exist more than once, or without a
   * request
   */
  doubled: number;
  /** lots without exactly one recorded creation, or without their audit row or satellite check */
  incomplete: number;
  /** lots whose place was checked and recorded more than once, as when the worker is killed just before it says so */
  checkedAgain: number;
  /** what `npm run ledger:verify` said */
  ledger: string;
  /** s from the last answer until nothing waited any more */
  drainSeconds: number;
}

const REST_WITHIN_MS = 900_000;

/** Counts. One row for each lot that is there, and how often what belongs to its creation is. */
const CREATIONS = `
  select l.lot_id, l.id,
    (select count(*)::int from lot_event e where e.lot_id = l.id and e.type = 'created') as events,
    (select count(*)::int from ledger_transaction t join lot_event e using (event_id)
      where e.lot_id = l.id and e.type = 'created' and t.lot_key = l.lot_key and t.seq = 1) as recorded,
    (select count(*)::int from ledger_transaction t where t.lot_key = l.lot_key)
      - (select count(*)::int from lot_event e where e.lot_id = l.id) as unmatched,
    (select count(*)::int from audit_entry a where a.action = 'lot.created' and a.target_id = l.id::text) as audited,
    (select count(*)::int from event_log n where n.lot_id = l.id and n.kind = 'created') as told,
    (select count(*)::int from satellite_check c where c.lot_id = l.id) as checks
  from lot l`;

/**
 * Waits until nothing waits, and counts.
 * @param withChecks also for satellite checks, those that a killed worker had in hand among them: they are taken over after a minute
 */
export async function countLosses(installation: Installation, told: Told, withChecks: boolean): Promise<Losses> {
  const began = performance.now();
  const { primary } = installation;
  await until(
    async () => {
      const [left] = await primary.ask<{ waiting: number }>(
        `select (select count(*) from ledger_outbox where state <> 'recorded')
           + (select count(*) from lot l where $1 and not exists (select from satellite_check c where c.lot_id = l.id)) as waiting`,
        [withChecks],
      );
      return Number(left?.waiting) === 0;
    },
    'everything to be recorded and checked',
    { withinMs: REST_WITHIN_MS, lookMs: 500 },
  );
  const drainSeconds = (performance.now() - began) / 1_000;
  const rows = await primary.ask<{ lot_id: string; id: string } & Record<string, number>>(CREATIONS);
  const byLotId = new Map(rows.map((row) => [row.lot_id, row]));
  const asked = new Set([...told.made.keys(), ...told.madeUnheard]);
  const lost =
    [...told.made].filter(([lotId, id]) => byLotId.get(lotId)?.id !== id).length +
    [...told.madeUnheard].filter((lotId) => !byLotId.has(lotId)).length;
  const extra = rows.length - byLotId.size + rows.filter((row) => !asked.has(row.lot_id)).length;
  const more = rows.filter((row) =>
    [row.events, row.recorded, row.audited, row.told].some((count) => (count ?? 0) > 1),
  );
  const less = rows.filter(
    (row) =>
      row.unmatched !== 0 ||
      [row.events, row.recorded, row.audited, withChecks ? row.checks : 1].some((count) => count === 0),
  );
  const { status, stdout, stderr } = await verifyLedger(installation.env);
  return {
    lost,
    doubled: extra + more.length + told.doubled.length,
    incomplete: less.length,
    checkedAgain: rows.filter(({ checks }) => (checks ?? 0) > 1).length,
    ledger: status === 0 ? stdout.trim() : `FAULT: ${stderr.trim()}`,
    drainSeconds,
  };
}
