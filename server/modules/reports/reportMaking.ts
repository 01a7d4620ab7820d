import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { withAdvisoryLock } from '../../platform/database/withAdvisoryLock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { ROLES, type PermissionTable } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Threads } from '../../platform/concurrency/threads.ts';
import { requireGrant, scopeOf, subjectOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import type { DossierSource } from '../provenance/lotDossier.ts';
import type { FairQueue } from '../../platform/concurrency/fairQueue.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { figuresBesideLots, inPeriod, LOT_LINE, type PrivacyStateReader } from './lotsOfPeriod.ts';
import type { PdfTasks } from './pdfTasks.ts';
import { askedPeriod, type PeriodInput } from './period.ts';
import { hashOfPiece, type ReportParts } from './reportParts.ts';
import { MOST_LOTS_ON_PAPER } from './reportPdf.ts';
import { addedUp, figuresOf, isCompliantLine, lotLine, lotSums } from './reportSnapshot.ts';
import { makerOf, type ReportService } from './reportService.ts';
import { assertRoom, storeOnce } from './reportStore.ts';
import type { ReportView } from './reportView.ts';
import { farmOf, scopeOfFarm } from './storedReport.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';

const TASK = 'report';
/** Until a full queue is asked again. */
const QUEUE_FULL_MS = 1_000;
/** Delay before the same caller may order another report. */
const RETRY_AFTER_SECONDS = 60;

export const MAKING_STATES = ['making', 'done', 'cancelled', 'failed'] as const;
export type MakingState = (typeof MAKING_STATES)[number];

/** Progress of a report that is made in portions. */
export interface MakingView {
  id: string;
  state: MakingState;
  startDate: string;
  endDate: string;
  /** null until the lots are chosen */
  lots: number | null;
  lotsDone: number;
  /** null until it is done */
  report: ReportView | null;
}

const makingRow = z.object({
  id: z.string(),
  state: z.enum(MAKING_STATES),
  creator_role: z.enum(ROLES),
  scope_farm_id: z.string().nullable(),
  period_from: z.string(),
  period_to: z.string(),
  lots: z.int().nullable(),
  lots_done: z.int(),
  report_id: z.string().nullable(),
});
type MakingRow = z.infer<typeof makingRow>;
const ROW = `id, state, creator_role, scope_farm_id, period_from::text as period_from, period_to::text as period_to, lots, lots_done, report_id`;

/** The complete order of a report: its job's payload, which is signed. */
const makingJob = z.object({
  id: z.uuid(),
  maker: z.object({ userId: z.uuid().nullable(), keyId: z.uuid().nullable(), role: z.enum(ROLES) }),
  farm: z.string().nullable(),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  createdAt: z.coerce.date(),
  /** few enough to be made at once, but not while somebody waits */
  atOnce: z.boolean(),
  info: z.object({ requestId: z.string(), gdprConsent: z.boolean() }),
});
type MakingJob = z.infer<typeof makingJob>;

const CHOOSE = `
  insert into report_part (making_id, number, lot_ids)
  select $1::uuid, (place - 1) / $5::int + 1, array_agg(id order by place) from (
    select l.id, row_number() over (order by l.harvest_date, l.lot_id) as place
    from ${LIVE_LOTS} l where ${inPeriod('$2', '$3', '$4')}) chosen
  group by 2`;
/** The lots of a portion that still belong to the report. */
const PORTION = `
  select coalesce(json_agg(line), '[]')::text as lots from (
    select ${LOT_LINE} from ${LIVE_LOTS} l where l.id = any($1) and ${inPeriod('$2', '$3', '$4')} order by l.harvest_date, l.lot_id) line`;

/** The first unread portion, and the sums of the ones before. */
const NEXT = `
  select p.number, p.lot_ids, encode(sha256(convert_to(p.lot_ids::text, 'UTF8')), 'hex') as chosen, p.seal,
    before.lots as before_lots, before.compliant as before_compliant
  from report_part p cross join (
    select coalesce(sum((sums ->> 'lots')::int), 0)::int as lots, coalesce(sum((sums ->> 'compliant')::int), 0)::int as compliant
    from report_part where making_id = $1 and lot_ids is null) before
  where p.making_id = $1 and p.lot_ids is not null order by p.number limit 1`;
const nextPart = z.object({
  number: z.int(),
  lot_ids: z.array(z.string()),
  chosen: z.string(),
  seal: z.string().nullable(),
  before_lots: z.int(),
  before_compliant: z.int(),
});
type NextPart = z.infer<typeof nextPart>;

/** Writes nothing if another process wrote the portion or the report was cancelled. */
const WRITE = `
  with written as (
    update report_part p set lot_ids = null, sums = $3::jsonb, first_lines = $4::jsonb, csv = $5, json = $6, seal = $7
    from report_making m
    where p.making_id = $1 and p.number = $2 and p.lot_ids is not null and m.id = p.making_id and m.state = 'making'
    returning p.making_id)
  update report_making m set lots_done = lots_done + $8 from written where m.id = written.making_id returning m.id`;

const writtenPart = z.object({
  number: z.int(),
  sums: lotSums,
  first: z.array(lotLine),
  csv: z.string(),
  json: z.string(),
  seal: z.string().nullable(),
});
const WRITTEN = `
  select number, sums, first_lines as first, encode(sha256(csv), 'hex') as csv, encode(sha256(json), 'hex') as json, seal
  from report_part where making_id = $1 order by number`;

const snapshotAnswer = z.tuple([z.object({ snapshot: z.string(), at: z.coerce.date() })]);

/** A portion's row differs from what the program wrote, so the report cannot be made. */
class PortionChanged extends Error {
  override name = 'PortionChanged';
}

/**
 * Creates reports with too many lots to read in a request. A job reads the list of lots at one moment, and then the
 * lots in batches, each as of one moment; every batch waits in the queue of reports. Completed batches survive a
 * process crash. A report that is no longer requested is cancelled. (docs/decisions/0043)
 */
export class ReportMaking {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #reports: ReportService;
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #queue: FairQueue;
  readonly #threads: Threads<PdfTasks>;
  readonly #comparedLots: ComparedLots;
  readonly #privacyState: PrivacyStateReader;
  readonly #sampleData: boolean;
  readonly #mostAtOnce: number;
  readonly #portion: number;
  readonly #unaskedMs: number;

  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    reports: ReportService;
    jobs: Pick<JobQueue, 'enqueue'>;
    /** the queue in which each portion takes its turn */
    queue: FairQueue;
    threads: Threads<PdfTasks>;
    comparedLots: ComparedLots;
    privacyState: PrivacyStateReader;
    sampleData: boolean;
    /** lots of a report that is made at once */
    mostAtOnce: number;
    /** lots of a portion */
    portion: number;
    /** a report that is not asked for during this time is abandoned */
    unaskedMs: number;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#reports = parts.reports;
    this.#jobs = parts.jobs;
    this.#queue = parts.queue;
    this.#threads = parts.threads;
    this.#comparedLots = parts.comparedLots;
    this.#privacyState = parts.privacyState;
    this.#sampleData = parts.sampleData;
    this.#mostAtOnce = parts.mostAtOnce;
    this.#portion = parts.portion;
    this.#unaskedMs = parts.unaskedMs;
  }

  /**
   * Makes a report of the visible lots that were harvested in a period: at once if they are few, else by a job. A
   * running job for the same period is not started again.
   * @param wait how long the caller waits: for a report of all lots that are made at once, or for those of a portion
   * @throws Refused unauthenticated, forbidden, invalid (the period), too-many-requests (another one is being made for
   *   the caller, or 100 different ones were made in 24 hours)
   */
  async begin(
    caller: Caller,
    period: PeriodInput,
    info: RequestInfo,
    wait: 'long' | 'short' = 'long',
  ): Promise<MakingView> {
    const { user } = requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const createdAt = new Date();
    const asked = askedPeriod(period, createdAt);
    const atOnce = !(await this.#reports.hasMoreThan(this.#mostAtOnce, scope, asked));
    if (atOnce && (wait === 'long' || !(await this.#reports.hasMoreThan(this.#portion, scope, asked)))) {
      const report = await this.#reports.make(caller, period, info);
      const { reportId: id, startDate, endDate, totalLots: lots } = report;
      return { id, state: 'done', startDate, endDate, lots, lotsDone: lots, report };
    }
    const maker = makerOf(user);
    const farm = farmOf(scope);
    return withAdvisoryLock(this.#database, JSON.stringify(['report in portions', subjectOf(user)]), async () => {
      const known = await this.#underWay(subjectOf(user));
      if (known !== null) {
        const same =
          known.creator_role === user.role &&
          known.scope_farm_id === farm &&
          known.period_from === asked.from &&
          known.period_to === asked.to;
        if (same) return this.#view(known);
        throw new Refused({
          kind: 'too-many-requests',
          said: REFUSED.reportUnderWay({}),
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      const id = randomUUID();
      const { requestId, gdprConsent } = info;
      const job: MakingJob = { id, maker, farm, period: asked, createdAt, atOnce, info: { requestId, gdprConsent } };
      await this.#database.write(async (em) => {
        await assertRoom(this.#database, createdAt, maker);
        await em.execute(
          `insert into report_making (id, created_by, key_id, creator_role, scope_farm_id, period_from, period_to, created_at, asked_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, now())`,
          [id, maker.userId, maker.keyId, maker.role, farm, asked.from, asked.to, createdAt],
        );
        await this.#jobs.enqueue(em, TASK, job, { jobKey: `${TASK}:${id}`, isFirst: true });
      });
      return { id, state: 'making', startDate: asked.from, endDate: asked.to, lots: null, lotsDone: 0, report: null };
    });
  }

  /**
   * The progress of a report that the caller ordered. It continues as long as somebody asks.
   * @throws Refused unauthenticated, forbidden, not-found; conflict (it is done, and was changed in the database)
   */
  async look(caller: Caller, id: string): Promise<MakingView> {
    const found = await this.find(caller, id);
    if (found === null) throw notFound('Report');
    return found;
  }

  /** As `look`; null if the caller ordered no report with this id. */
  async find(caller: Caller, id: string): Promise<MakingView | null> {
    const row = await this.#own(caller, id);
    return row && this.#view(row);
  }

  /**
   * Cancels a report that is being made; a finished one stays. @throws Refused unauthenticated, forbidden, not-found
   */
  async cancel(caller: Caller, id: string): Promise<MakingView> {
    const own = await this.#own(caller, id);
    if (own !== null) await this.#end(own.id, 'cancelled');
    return this.look(caller, id);
  }

  /** Tasks of the job queue. */
  get tasks(): Record<string, Task> {
    return { [TASK]: (payload, signal) => this.#run(makingJob.parse(payload), signal) };
  }

  async #own(caller: Caller, id: string): Promise<MakingRow | null> {
    const { user } = requireGrant(this.#permissions, caller, 'generate_reports');
    const row = isUuid(id)
      ? await this.#database.row(
          `update report_making set asked_at = now() where id = $1 and coalesce(created_by, key_id) = $2 returning ${ROW}`,
          [id, subjectOf(user)],
        )
      : null;
    return row === null ? null : makingRow.parse(row);
  }

  async #underWay(subject: string): Promise<MakingRow | null> {
    const row = await this.#database.row(
      `update report_making set asked_at = now() where coalesce(created_by, key_id) = $1 and state = 'making' returning ${ROW}`,
      [subject],
    );
    return row === null ? null : makingRow.parse(row);
  }

  async #view(row: MakingRow): Promise<MakingView> {
    return {
      id: row.id,
      state: row.state,
      startDate: row.period_from,
      endDate: row.period_to,
      lots: row.lots,
      lotsDone: row.lots_done,
      report: row.report_id === null ? null : await this.#reports.view(row.report_id),
    };
  }

  /** Ends a report that is being made, and deletes its portions. */
  async #end(id: string, state: 'cancelled' | 'failed'): Promise<void> {
    await this.#database.write(async (em) => {
      const ended: unknown[] = await em.execute(
        `update report_making set state = ? where id = ? and state = 'making' returning id`,
        [state, id],
      );
      if (ended.length > 0) await em.execute('delete from report_part where making_id = ?', [id]);
    });
  }

  async #run(job: MakingJob, signal: AbortSignal): Promise<void> {
    try {
      if (job.atOnce) {
        await this.#makeAtOnce(job, signal);
        return;
      }
      for (let goesOn = true; goesOn;) {
        signal.throwIfAborted();
        if (!(await this.#isWanted(job.id))) return;
        goesOn = await this.#serialDecoder(job, signal, () => this.#step(job));
      }
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof PortionChanged)) throw error;
      await this.#end(job.id, 'failed');
    }
  }

  /** Whether a caller still asks for it. */
  async #isWanted(id: string): Promise<boolean> {
    const row = await this.#database.row<{ state: string; unasked: boolean }>(
      `select state, asked_at < now() - make_interval(secs => $2) as unasked from report_making where id = $1`,
      [id, this.#unaskedMs / 1_000],
    );
    if (row?.state !== 'making') return false;
    if (row.unasked) await this.#end(id, 'cancelled');
    return !row.unasked;
  }

  /** It counts as a caller of its own, so that other reports of its maker do not wait behind it. */
  async #serialDecoder<T>(job: MakingJob, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#queue.run(`report ${job.id}`, () => {
          signal.throwIfAborted();
          return work();
        });
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal.kind !== 'too-many-requests') throw error;
        await delay(QUEUE_FULL_MS, undefined, { signal });
      }
    }
  }

  /**
   * A report of one snapshot. Most of the time is spent on comparing its lots, which is done before, portion by
   * portion: results are cached, and the caller sees the progress.
   * @throws Refused when it may not be stored
   */
  async #makeAtOnce(job: MakingJob, signal: AbortSignal): Promise<void> {
    const { id, maker, farm, period, createdAt, info } = job;
    const scope = scopeOfFarm(farm);
    const ids = await this.#reports.lotIds(scope, period);
    for (let done = 0; done <= ids.length; done += this.#portion) {
      if (!(await this.#isWanted(id))) return;
      await this.#database.row(
        `update report_making set lots = $2, lots_done = $3 where id = $1 and state = 'making'`,
        [id, ids.length, done],
      );
      const some = ids.slice(done, done + this.#portion);
      await this.#serialDecoder(job, signal, () => this.#comparedLots.statesOf(some));
    }
    if (!(await this.#isWanted(id))) return;
    const { reportId, totalLots } = await this.#serialDecoder(job, signal, () =>
      this.#reports.makeFor(maker, { scope, period, createdAt, info }),
    );
    await this.#database.row(
      `update report_making set state = 'done', lots = $2, lots_done = $2, report_id = $3 where id = $1 and state = 'making'`,
      [id, totalLots, reportId],
    );
  }

  /** One step of the remaining work. @returns whether more is left. @throws PortionChanged, Refused */
  async #step(job: MakingJob): Promise<boolean> {
    const row = await this.#database.row<{ lots: number | null }>('select lots from report_making where id = $1', [
      job.id,
    ]);
    if (row === null) return false;
    if (row.lots === null) {
      await this.#choose(job);
      return true;
    }
    const next = await this.#database.row(NEXT, [job.id]);
    if (next === null) {
      await this.#finish(job);
      return false;
    }
    await this.#read(job, nextPart.parse(next));
    return true;
  }

  /** Stores the list of lots and their order, in one snapshot. */
  async #choose({ id, farm, period }: MakingJob): Promise<void> {
    const client = await this.#database.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      await client.query(CHOOSE, [id, period.from, period.to, farm, this.#portion]);
      const { rows } = await client.query<{ number: number; chosen: string; lots: number }>(
        `select number, encode(sha256(convert_to(lot_ids::text, 'UTF8')), 'hex') as chosen, cardinality(lot_ids) as lots
         from report_part where making_id = $1`,
        [id],
      );
      const seals = rows.map(({ number, chosen }) => this.#seal(id, number, { chosen }));
      await client.query(
        `update report_part p set seal = s.seal from unnest($2::int[], $3::text[]) s (number, seal)
         where p.making_id = $1 and p.number = s.number`,
        [id, rows.map(({ number }) => number), seals],
      );
      const lots = rows.reduce((sum, row) => sum + row.lots, 0);
      await client.query(`update report_making set lots = $2 where id = $1 and state = 'making'`, [id, lots]);
      await client.query('commit');
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Reads a portion in one snapshot: the lots, and how they compare with the ledger. */
  async #read({ id, farm, period }: MakingJob, part: NextPart): Promise<void> {
    const { number, lot_ids: chosen, before_lots: lots, before_compliant: compliant } = part;
    this.#assertWhole(id, number, { chosen: part.chosen }, part.seal);
    const { text, states } = await this.#asOfOneMoment(async (source, at) => {
      const rows = await source.rows<{ lots: string }>(PORTION, [chosen, period.from, period.to, farm]);
      return { text: rows[0]?.lots ?? '[]', states: await this.#comparedLots.statesOf(chosen, { source, at }) };
    });
    const room = {
      compliant: Math.max(0, MOST_LOTS_ON_PAPER - compliant),
      others: Math.max(0, MOST_LOTS_ON_PAPER - (lots - compliant)),
    };
    const made = await this.#threads.run('reportBatch', { text, states, sampleData: this.#sampleData, room });
    const facts = { ...made, csv: hashOfPiece(made.csv), json: hashOfPiece(made.json) };
    await this.#database.row(WRITE, [
      id,
      number,
      JSON.stringify(made.sums),
      JSON.stringify(made.first),
      made.csv,
      made.json,
      this.#seal(id, number, facts),
      chosen.length,
    ]);
  }

  async #asOfOneMoment<T>(read: (source: DossierSource, at: Date) => Promise<T>): Promise<T> {
    const moment = await this.#database.moment();
    try {
      const [{ snapshot, at }] = snapshotAnswer.parse(
        await moment.em.execute('select pg_export_snapshot() as snapshot, now() as at'),
      );
      return await this.#database.inSnapshot(snapshot, (rows) =>
        read({ rows: rows.rows.bind(rows), seals: this.#database.seals }, at),
      );
    } finally {
      await moment.end();
    }
  }

  /** Stores the report of all portions. @throws PortionChanged; Refused when it may not be stored */
  async #finish(job: MakingJob): Promise<void> {
    const { id, maker, farm, period, createdAt, info } = job;
    const scope = scopeOfFarm(farm);
    const parts = (await this.#database.rows(WRITTEN, [id])).map((row) => writtenPart.parse(row));
    for (const { number, seal, ...facts } of parts) this.#assertWhole(id, number, facts, seal);
    const sums = addedUp(parts.map((part) => part.sums));
    const lines = parts.flatMap((part) => part.first);
    const first = [...lines.filter((lot) => !isCompliantLine(lot)), ...lines.filter(isCompliantLine)];
    const lots: ReportParts = {
      sums,
      first: first.slice(0, MOST_LOTS_ON_PAPER),
      parts: parts.map(({ csv, json }) => ({ csv, json })),
    };
    const moment = await this.#database.moment();
    const beside = await figuresBesideLots(moment.em, this.#privacyState, { scope, period, now: createdAt }).finally(
      () => moment.end(),
    );
    await this.#database.write(async (em) => {
      // In the order of locks (docs/architecture.md); a cancelled report is not stored.
      await em.execute('lock table report in row exclusive mode');
      const held: unknown[] = await em.execute(
        `select id from report_making where id = ? and state = 'making' for update`,
        [id],
      );
      if (held.length === 0) return;
      const head = { id, createdAt, creatorRole: maker.role, scope, period, sampleData: this.#sampleData };
      const figures = { ...figuresOf(sums), ...beside };
      const made = { ...head, figures, lots: JSON.stringify(lots), plots: '[]', inParts: true };
      const stored = await storeOnce(em, this.#database, made, maker, info);
      await em.execute(`update report_making set state = 'done', report_id = ? where id = ?`, [stored.id, id]);
      if (stored.id !== id) await em.execute('delete from report_part where making_id = ?', [id]);
    });
  }

  #seal(id: string, number: number, facts: object): string {
    return this.#database.seals.seal('report-part', `${id} ${number}`, { ...facts });
  }

  #assertWhole(id: string, number: number, facts: object, seal: string | null): void {
    if (!this.#database.seals.holds('report-part', `${id} ${number}`, { ...facts }, seal)) {
      throw new PortionChanged(`Portion ${number} of report ${id} is not the one that was written`);
    }
  }
}
