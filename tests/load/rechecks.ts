import { pino } from 'pino';
import type { Database } from '../../server/platform/database/database.ts';
import { JobQueue } from '../../server/platform/jobs/jobs.ts';
import { classPosition, RECHECK_CLASSES } from '../../server/domain/forest/recheck.ts';
import { COUNT_CHECKS, COUNT_DUE } from '../../server/modules/satellite/recheckProgress.ts';
import { Rechecks } from '../../server/modules/satellite/rechecks.ts';

const HOUR_MS = 3_600_000;
/** Numbers with and without a backlog, so that what grows with it shows. */
const PLANS = 5;

/**
 * The cost of planning with all lots of a database: setting classes, finding lots of another version of the data,
 * queuing a minute's worth with everything due and with nothing due, and counting due checks. No worker takes the
 * queued jobs; they are deleted.
 * @param database whose lots are planned, without a program beside it
 */
export async function measureRechecks(database: Database): Promise<string[]> {
  const monitor = { source: 'hansen v1' };
  const plan = new Rechecks({
    database,
    monitor,
    state: { look: async () => false },
    jobs: new JobQueue({ database, log: pino({ level: 'silent' }) }),
    readsPerSecond: 5,
    log: { error: () => undefined },
    clock: () => new Date(),
  });
  const { pool } = database;
  const lots = (await database.row<{ count: number }>('select count(*)::int as count from recheck'))?.count ?? 0;
  await pool.query('update recheck set class = null, source = $1, queued_at = null', ['hansen v0']);
  await pool.query('vacuum analyze recheck');

  const classed = await took(() => plan.classify());
  const nothing: number[] = [];
  await pool.query(`update recheck set due_at = now() + interval '20 days', source = 'hansen v1'`);
  await pool.query('vacuum analyze recheck');
  for (let i = 0; i < PLANS; i += 1) nothing.push(await took(() => plan.plan()));

  await pool.query(`update recheck set source = 'hansen v0'`);
  await pool.query('vacuum analyze recheck');
  const renewed = await took(() => plan.plan());
  const full: number[] = [];
  for (let i = 0; i < PLANS; i += 1) {
    await pool.query('delete from graphile_worker._private_jobs');
    await pool.query('update recheck set queued_at = null where queued_at is not null');
    full.push(await took(() => plan.plan()));
  }
  await pool.query('vacuum analyze recheck');
  const now = new Date();
  const hour = new Date(now.getTime() - HOUR_MS);
  const counted: number[] = [];
  for (let i = 0; i < PLANS; i += 1) {
    counted.push(
      await took(() =>
        Promise.all([
          database.rows(COUNT_DUE, [now, hour, RECHECK_CLASSES.map(classPosition)]),
          database.rows(COUNT_CHECKS, [hour, now]),
        ]),
      ),
    );
  }
  await pool.query('delete from graphile_worker._private_jobs');
  const size = await database.row<{ bytes: number }>(`select pg_total_relation_size('recheck')::float8 as bytes`);
  return [
    `Planning ${lots} lots (ms): each given its class ${classed.toFixed(0)}; one minute with nothing due ${median(nothing)}, with all due ${median(full)} (300 queued);`,
    `all found to be due when the data changed, and the first minute queued, ${renewed.toFixed(0)}; what is due counted, with all due, ${median(counted)}.`,
    `The table takes ${Math.round((size?.bytes ?? 0) / 2 ** 20)} MB with its indexes.`,
  ];
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(1);
}
