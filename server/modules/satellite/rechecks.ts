import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { SATELLITE_FRESH_DAYS } from '../../domain/forest/deforestation.ts';
import { classPosition, nextRecheck, recheckClass, RECHECK_CLASSES } from '../../domain/forest/recheck.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import { SYSTEM } from '../lots/lotEvents.ts';
import { loadCountries } from '../../platform/geo/countries.ts';
import { CHECK_TASK, jobKey, jobOf } from './checkJob.ts';
import type { ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import type { SourceState } from './sourceState.ts';
import { ALL_LOTS, LIVE_LOTS } from '../lots/lotViews.ts';

/** What people ask for, and first checks of imported lots, go first. */
const RECHECK_PRIORITY = 10;
/** From one planning to the next. */
export const PLAN_EVERY_SECONDS = 60;
/** Few enough that finding their countries keeps others waiting for some milliseconds only. */
const CLASSED_AT_ONCE = 200;
const RENEWED_AT_ONCE = 1_000;
const RELEASED_AT_ONCE = 5_000;
const DAY_MS = 86_400_000;
/** `lot.alert_state` of an alert that is acknowledged; more: active. */
const OPEN_FROM = 2;
/** What was queued and waits for longer is tried again with pauses, or was given up: it holds no place in the pace. */
const UNDER_WAY_MS = 10 * 60_000;

interface LotRow extends PlaceMicro {
  id: string;
  stage: Stage;
  alertState: number;
  reads: number;
  /** of the last check, where that decides when the next one is due */
  checkedAt: Date | null;
}

/** Queries of the planning on the table of due checks. None of these scans it, or lots. */
export const PLANNING = {
  // Locked while their lots are read: a transaction that changes one of these lots waits, or holds its row, which is
  // left to the next planning.
  unclassed: `select lot_id as id from recheck where class is null limit ${CLASSED_AT_ONCE} for update skip locked`,
  // Two ranges of the index: rows outside of both were checked with this data.
  renew: `update recheck set source = null, due_at = least(due_at, $2) where lot_id = any(array(
     select lot_id from (select lot_id from recheck where source < $1 limit ${RENEWED_AT_ONCE} for update skip locked) before
     union all
     select lot_id from (select lot_id from recheck where source > $1 limit ${RENEWED_AT_ONCE} for update skip locked) behind))
   returning lot_id as id`,
  release: `update recheck set queued_at = null where lot_id = any(array(
     select lot_id from recheck where queued_at < $1 limit ${RELEASED_AT_ONCE} for update skip locked))`,
  underWay: 'select coalesce(sum(reads), 0)::int as reads from recheck where queued_at > $1',
  // The first ones of each class, so that no class is read past its due rows.
  due: `select due.lot_id as id, due.reads from unnest($3::smallint[]) k(class) cross join lateral (
      select lot_id, class, due_at, reads from recheck r where r.class = k.class and r.due_at <= $1 and r.queued_at is null
      order by r.due_at limit $2) due
    order by due.class, due.due_at, due.lot_id limit $2`,
  queued: `update recheck set queued_at = $2 where lot_id = any(array(
     select lot_id from recheck where lot_id = any($1::uuid[]) and queued_at is null and due_at <= $2 for update skip locked))
   returning lot_id as id`,
} as const;

const UNCLASSED = new PreparedStatement<{ id: string }>(PLANNING.unclassed);
const LOTS = new PreparedStatement<LotRow>(
  `select l.id, l.stage, l.alert_state as "alertState", l.lat_micro as "latMicro", l.lon_micro as "lonMicro",
     greatest(coalesce(cardinality(l.plots), 0), 1) as reads,
     case when r.due_at = 'infinity' and l.stage <> 'delivered' then (select max(ended_at) from satellite_check c where c.lot_id = l.id) end as "checkedAt"
   from recheck r join ${LIVE_LOTS} l on l.id = r.lot_id
   where r.lot_id = any($1::uuid[]) and l.lat_micro is not null and l.lon_micro is not null`,
);
const CLASS = new PreparedStatement(
  `update recheck set class = n.class, reads = n.reads,
     due_at = case when recheck.due_at = 'infinity' and lot.stage <> 'delivered' then coalesce(n.due_at, now()) else recheck.due_at end
   from json_populate_recordset(null::recheck, $1::json) n join ${ALL_LOTS} lot on lot.id = n.lot_id where recheck.lot_id = n.lot_id`,
);
const FORGET = new PreparedStatement('delete from recheck where lot_id = any($1::uuid[])');
const RENEW = new PreparedStatement<{ id: string }>(PLANNING.renew);
const TURN = new PreparedStatement<{ ours: boolean }>(
  `select pg_try_advisory_xact_lock(hashtext('manam-rechecks')) as ours`,
);
const RELEASE = new PreparedStatement(PLANNING.release);
const UNDER_WAY = new PreparedStatement<{ reads: number }>(PLANNING.underWay);
const DUE = new PreparedStatement<{ id: string; reads: number }>(PLANNING.due);
const QUEUED = new PreparedStatement<{ id: string }>(PLANNING.queued);

/** No lot is due later than this, but those that are due only with other data. */
export const LATEST_RECHECK_MS = (SATELLITE_FRESH_DAYS + 1) * DAY_MS;
/** SQL of rows `r` of `recheck`, with their lots `l`, that are due later than `latest`, which the program never sets. */
export const TOO_LATE = `r.due_at > latest and (r.due_at <> 'infinity' or (r.class is not null and l.stage <> 'delivered'))`;

/** Triggers maintain the rows; changes made outside of them are corrected by a scan of all lots, once a night. */
const MEND = `with added as (
    insert into recheck (lot_id, due_at) select l.id, $1 from ${LIVE_LOTS} l
      where l.lat_micro is not null and l.lon_micro is not null
        and not exists (select from recheck r where r.lot_id = l.id)
      on conflict do nothing returning lot_id),
  early as (
    update recheck r set due_at = $1 from ${ALL_LOTS} l cross join (select $2::timestamptz as latest) bound
      where l.id = r.lot_id and ${TOO_LATE} returning r.lot_id)
  select (select count(*) from added)::int + (select count(*) from early)::int as mended`;

const POSITIONS = RECHECK_CLASSES.map(classPosition);

/**
 * Schedules re-checks of lots (decision 53): every 30 days until one check after their delivery, the most urgent first,
 * all of them again after a change of the data, and limited by the rate of the source. Due checks are in `recheck`,
 * beside the lots, in the order in which they are taken; so no planning scans lots, and an interrupted one is continued
 * by the next.
 */
export class Rechecks {
  readonly #database: Database;
  readonly #monitor: Pick<ForestMonitor, 'source'>;
  readonly #state: Pick<SourceState, 'look'>;
  readonly #jobs: Pick<JobQueue, 'enqueueAll' | 'waiting'>;
  readonly #readsPerSecond: number;
  readonly #log: Pick<BaseLogger, 'error'>;
  readonly #clock: () => Date;

  /** @param parts.readsPerSecond of places, by the clock, all processes together */
  constructor(parts: {
    database: Database;
    monitor: Pick<ForestMonitor, 'source'>;
    state: Pick<SourceState, 'look'>;
    jobs: Pick<JobQueue, 'enqueueAll' | 'waiting'>;
    readsPerSecond: number;
    log: Pick<BaseLogger, 'error'>;
    clock: () => Date;
  }) {
    this.#database = parts.database;
    this.#monitor = parts.monitor;
    this.#state = parts.state;
    this.#jobs = parts.jobs;
    this.#readsPerSecond = parts.readsPerSecond;
    this.#log = parts.log;
    this.#clock = parts.clock;
  }

  /**
   * Plans the next minute. Nothing is queued while the source is away, or while the disk is full.
   * @returns lots whose check was queued
   */
  async plan(signal?: AbortSignal): Promise<number> {
    await this.classify(signal);
    await this.#renew(signal);
    const away = (await this.#state.look()) || (await this.#database.disk.isShort());
    const now = this.#clock();
    return this.#database.write(async (em) => {
      const [turn] = await TURN.run(em, []);
      if (turn?.ours !== true) return 0;
      await RELEASE.run(em, [new Date(now.getTime() - DAY_MS)]);
      return away ? 0 : this.#queue(em, now);
    });
  }

  /**
   * Corrects rows that triggers and checks cannot have written: a lot without its row, or due later than possible.
   * @returns how many
   */
  async mend(): Promise<number> {
    const now = this.#clock();
    const latest = new Date(now.getTime() + LATEST_RECHECK_MS);
    const mended = (await this.#database.row<{ mended: number }>(MEND, [now, latest]))?.mended ?? 0;
    if (mended > 0) this.#log.error({ lots: mended }, 'Lots were not planned to be checked again, and are now');
    return mended;
  }

  /** No present lot is due before then, so that the demo shows each state for a while. */
  async holdUntil(at: Date): Promise<void> {
    await this.classify();
    await this.#database.rows('update recheck set due_at = $1 where due_at < $1 returning lot_id', [at]);
  }

  /** Sets the class of new lots, and of lots where what it follows from has changed. */
  async classify(signal?: AbortSignal): Promise<void> {
    const countries = await loadCountries();
    for (;;) {
      signal?.throwIfAborted();
      const held = await this.#database.write(async (em) => {
        const ids = (await UNCLASSED.run(em, [])).map(({ id }) => id);
        if (ids.length === 0) return 0;
        const lots = await LOTS.run(em, [ids]);
        const classed = lots.map(({ id, stage, alertState, latMicro, lonMicro, reads, checkedAt }) => {
          const country = countries.of({ latMicro, lonMicro });
          const name = recheckClass({ openAlert: alertState >= OPEN_FROM, country, stage });
          const due = checkedAt && nextRecheck(id, checkedAt);
          return { lot_id: id, class: classPosition(name), reads, due_at: due };
        });
        await CLASS.run(em, [JSON.stringify(classed)]);
        const found = new Set(lots.map(({ id }) => id));
        await FORGET.run(em, [ids.filter((id) => !found.has(id))]);
        return ids.length;
      });
      if (held < CLASSED_AT_ONCE) return;
    }
  }

  async #renew(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const done = await this.#database.write((em) => RENEW.run(em, [this.#monitor.source, this.#clock()]));
      if (done.length === 0) return;
    }
  }

  async #queue(em: EntityManager, now: Date): Promise<number> {
    const [underWay] = await UNDER_WAY.run(em, [new Date(now.getTime() - UNDER_WAY_MS)]);
    const most = this.#readsPerSecond * PLAN_EVERY_SECONDS - (underWay?.reads ?? 0);
    if (most <= 0) return 0;
    const due = await DUE.run(em, [now, most, POSITIONS]);
    const startsAfter = new Map<string, number>();
    let reads = 0;
    for (const lot of due) {
      // A single one that takes more than a minute still runs.
      if (reads >= most) break;
      startsAfter.set(lot.id, reads / this.#readsPerSecond);
      reads += lot.reads;
    }
    const taken = await QUEUED.run(em, [[...startsAfter.keys()], now]);
    // Queuing again would replace a requested check by a later one without its requester.
    const waiting = await this.#jobs.waiting(taken.map(({ id }) => jobKey(id)));
    const jobs = taken
      .filter(({ id }) => !waiting.has(jobKey(id)))
      .map(({ id }) => ({ payload: jobOf(id, SYSTEM), jobKey: jobKey(id), afterSeconds: startsAfter.get(id) ?? 0 }));
    if (jobs.length > 0) await this.#jobs.enqueueAll(em, CHECK_TASK, jobs, RECHECK_PRIORITY);
    return taken.length;
  }
}
