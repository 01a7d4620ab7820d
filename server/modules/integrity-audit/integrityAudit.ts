import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Task } from '../../platform/jobs/jobs.ts';
import { setTimestamp, removeMark, writeMark } from '../../platform/database/installationSettings.ts';
import type { Verification } from '../../domain/verification/verification.ts';
import {
  LedgerAltered,
  LedgerAway,
  type Ledger,
  type NewestEvents,
  type WholeLedger,
} from '../../domain/ledger/ledger.ts';
import { checkConsignments } from '../consignments/checkConsignments.ts';
import { checkRegister } from '../ledger/register/checkRegister.ts';
import type { Register } from '../ledger/register/register.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { isPutBack, lastChecked, PUT_BACK, readResult, recordedRuns, type RecordedRun } from './recordedRuns.ts';
import {
  MOST_FINDINGS,
  progressOf,
  runState,
  type RunProgress,
  type AuditRunResult,
  type RunState,
} from './runState.ts';
import { ALL_KEYS, isWithin, keysOfShare, SHARES, sharesDue, type KeyRange } from './shares.ts';
import { TABLE_CHECKS } from './tableChecks.ts';

/** Under which the queue knows the run of each night. */
export const WALK_TASK = 'ledger-walk';
/** Under which it knows one that checks everything, because a person asked for it. */
export const WHOLE_TASK = 'ledger-walk-whole';
/** Under which the last result is noted. */
const MARK = 'ledger-walk';
/** Under which a run under way is noted. */
const UNDER_WAY = 'ledger-walk-under-way';

/** Each night at 01:07 UTC; a night that was missed is made up for at the next start. Runs do not overlap. */
export const WALK_SCHEDULE = `7 1 * * * ${WALK_TASK} ?fill=1d&jobKey=${WALK_TASK}&queue=${WALK_TASK}`;

/** Lots or chains that are looked at together; few, so that other work finds its turn. */
const AT_ONCE = 10;
/** Keys that are read at once. */
const KEYS_AT_ONCE = 1_000;
/** Lots are compared in so many portions at once: as many as there are threads that check their signatures. */
const PORTIONS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A run that was broken off longer ago begins again. */
const CONTINUED_WITHIN_MS = 12 * 3_600_000;
const NOTED_EVERY_MS = 10_000;
/** Beside requests a run rests as long as it worked, at most so long at a time. */
const LONGEST_REST_MS = 1_000;

/** The result of a comparison of the ledger with the tables. */
export interface AuditResult {
  /** when it began, ISO 8601, UTC */
  at: string;
  /** lots that were compared, deleted ones too */
  lots: number;
  /** lots whose record differs from the ledger */
  differing: number;
  /** all that does not fit: lots, blocks, reports, audit rows, accounts */
  faults: number;
}

export interface AuditRun extends AuditResult {
  findings: Finding[];
}

/** The last result, and how far the next one is. */
export interface LastAudit {
  /** null before the first */
  result: (AuditResult & { coveredSince: string }) | null;
  /** the noted result is not the newest one of the register chain */
  putBack: boolean;
  /** null: no run is under way */
  progress: RunProgress | null;
}

/** Where lot keys come from: some after a key, in order, and the key to continue after; null at the end. */
type KeySource = (after: string) => Promise<{ keys: readonly string[]; last: string | null }>;

/** What a run begins with. */
interface RunBase {
  asked: boolean;
  noted: AuditRunResult | null;
  recorded: readonly RecordedRun[];
  /** the noted result is an earlier one */
  putBack: boolean;
}

/** A run in this process. */
interface Run {
  state: RunState;
  /** lot keys that are checked tonight, whatever happened to them */
  ranges: readonly KeyRange[];
  signal: AbortSignal | undefined;
  notedAt: number;
  /** when it began to work again, by `performance.now()` */
  workingSince: number;
}

/**
 * Compares the ledger with the tables. Each night: new blocks and the lots of their events, a share of the older blocks and lots, and every other
 * table; all shares within 30 days. When it is asked for: everything. Lists, filters and figures rest on the last run. Its result stands on the
 * register chain, from which the next run takes how far the last one got.
 */
export class IntegrityAudit {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #whole: WholeLedger & NewestEvents;
  readonly #register: Register;
  readonly #compare: (ids: readonly string[]) => Promise<Map<string, Verification>>;
  readonly #log: Pick<BaseLogger, 'info' | 'error'>;
  readonly #shares: number;
  readonly #atOnce: number;
  readonly #delivers: boolean;
  readonly #rests: boolean;
  readonly #clock: () => Date;

  /** In order. A run that was broken off continues in the step that it was in. */
  readonly #steps: readonly ((run: Run) => Promise<void>)[] = [
    (run) => this.#heads(run),
    (run) => this.#blocks(run),
    (run) => this.#chains(run),
    (run) => this.#lots(run),
    (run) => this.#tables(run),
  ];

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    whole: WholeLedger & NewestEvents;
    register: Register;
    /** lots by UUID, deleted ones too, compared with the ledger */
    compare(ids: readonly string[]): Promise<Map<string, Verification>>;
    log: Pick<BaseLogger, 'info' | 'error'>;
    /** nights within which all older blocks and lots are checked once */
    shares?: number;
    /** lots or chains that are looked at together */
    atOnce?: number;
    /** whether the result is handed to the ledger at once, or left to the server's next delivery */
    delivers?: boolean;
    /** whether it works half of the time alone, because the process also answers requests */
    rests?: boolean;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#whole = parts.whole;
    this.#register = parts.register;
    this.#compare = (ids) => parts.compare(ids);
    this.#log = parts.log;
    this.#shares = parts.shares ?? SHARES;
    this.#atOnce = parts.atOnce ?? AT_ONCE;
    this.#delivers = parts.delivers ?? true;
    this.#rests = parts.rests ?? false;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return {
      [WALK_TASK]: async (_payload, signal) => this.#runAndTell(false, signal),
      [WHOLE_TASK]: async (_payload, signal) => this.#runAndTell(true, signal),
    };
  }

  /** The last result, whether it is the newest one that the register chain was given, and how far the next one is. */
  async last(): Promise<LastAudit> {
    const [mark, underWay] = await Promise.all([
      setTimestamp(this.#database, MARK),
      setTimestamp(this.#database, UNDER_WAY),
    ]);
    const result = readResult(mark);
    const state = runState.safeParse(underWay?.value).data;
    const given = recordedRuns(await this.#register.newest('integrity run', result?.eventId ?? null));
    return {
      result,
      putBack: isPutBack(result, given),
      progress: state === undefined || state.startedAt <= (result?.at ?? '') ? null : progressOf(state),
    };
  }

  /**
   * Checks everything, and notes the result.
   * @throws LedgerAway; the signal's reason, when it is broken off
   */
  async run(signal?: AbortSignal): Promise<AuditRun> {
    return this.#run(true, signal);
  }

  /**
   * Checks what is new since the last run and tonight's share of the rest, or everything where the register chain holds no result to continue from.
   * @throws as `run`
   */
  async runNight(signal?: AbortSignal): Promise<AuditRun> {
    return this.#run(false, signal);
  }

  async #runAndTell(asked: boolean, signal: AbortSignal): Promise<void> {
    const { findings, ...view } = await this.#run(asked, signal);
    for (const finding of findings) this.#log.error(finding, 'A row does not fit what the ledger or its seal says');
    this.#log.info(view, 'The ledger was compared with the tables');
  }

  async #run(asked: boolean, signal: AbortSignal | undefined): Promise<AuditRun> {
    const { contents } = await checkRegister(this.#database, this.#ledger, this.#register);
    const noted = readResult(await setTimestamp(this.#database, MARK));
    // Also those that wait to be recorded.
    const given = await this.#register.newest('integrity run', noted?.eventId ?? null);
    const base = {
      asked,
      noted,
      recorded: recordedRuns(contents),
      putBack: isPutBack(noted, recordedRuns([...contents, ...given])),
    };
    const state = (await this.#brokenOff(base)) ?? (await this.#begin(base));
    const ranges = state.whole ? [ALL_KEYS] : state.shares.map((share) => keysOfShare(share, state.of));
    const run: Run = {
      state,
      ranges,
      signal,
      notedAt: -Infinity,
      workingSince: performance.now(),
    };
    for (const step of this.#steps.slice(state.step)) {
      await step(run);
      await this.#advance(run, { step: run.state.step + 1, cursor: null });
    }
    return this.#end(run);
  }

  /** The run that was broken off, where it is not too old, and is not one that ended meanwhile. */
  async #brokenOff({ asked, noted, recorded }: RunBase): Promise<RunState | null> {
    const state = runState.safeParse((await setTimestamp(this.#database, UNDER_WAY))?.value).data;
    if (state === undefined || state.asked !== asked || state.of !== this.#shares) return null;
    const age = this.#clock().getTime() - Date.parse(state.startedAt);
    const ended =
      state.startedAt <= (noted?.at ?? '') || recorded.some(({ entry }) => entry.startedAt >= state.startedAt);
    return ended || age < 0 || age > CONTINUED_WITHIN_MS ? null : state;
  }

  async #begin({ asked, noted, recorded, putBack }: RunBase): Promise<RunState> {
    const at = this.#clock();
    const head = await this.#head();
    const last = recorded.at(-1)?.entry;
    const continues =
      !asked &&
      head !== null &&
      last !== undefined &&
      last.ledgerId === head.ledgerId &&
      last.rootHash === (await this.#head(last.blocks))?.rootHash &&
      noted !== null &&
      !putBack &&
      // More faults than were noted: they are found again where everything is compared.
      noted.faults <= noted.findings.length;
    const of = this.#shares;
    const all = Array.from({ length: of }, (_, share) => share);
    const due = continues ? sharesDue(lastChecked(recorded, head.ledgerId, of), at.getTime()) : all;
    const whole = due.length === of;
    const since = whole ? 0 : (last?.blocks ?? 0);
    const ranges = whole ? [ALL_KEYS] : due.map((share) => keysOfShare(share, of));
    const blocks = head?.blocks ?? 0;
    return {
      startedAt: at.toISOString(),
      savedAt: at.toISOString(),
      asked,
      whole,
      since,
      sinceAt: whole ? '' : (last?.startedAt ?? ''),
      shares: due,
      of,
      head,
      again: whole ? [] : (noted?.findings ?? []),
      step: 0,
      cursor: null,
      lots: 0,
      lotsTotal: await this.#countLots(ranges),
      blocks: 0,
      blocksTotal: blocks - since + Math.ceil((since * due.length) / of),
      differing: 0,
      faults: putBack ? 1 : 0,
      findings: putBack ? [PUT_BACK] : [],
    };
  }

  /** The ledger's head, now or of so many blocks; null where the ledger is not the one that was known, which `checkHeads` then finds. */
  async #head(blocks?: number): Promise<RunState['head']> {
    try {
      const head = await this.#ledger.head(blocks);
      return head && { ledgerId: head.ledgerId, blocks: head.blocks, rootHash: head.rootHash };
    } catch (error) {
      if (error instanceof LedgerAltered) return null;
      throw error;
    }
  }

  async #heads(run: Run): Promise<void> {
    found(run, await this.#whole.checkHeads());
  }

  async #blocks(run: Run): Promise<void> {
    const { since, shares, of, again, whole } = run.state;
    const also = again.filter(({ table }) => table === 'ledger_block').map(({ row }) => Number(row));
    const part = { since, shares: whole ? [] : shares, of, also };
    for await (const { next, checked, findings } of this.#whole.checkBlocks(part, Number(run.state.cursor ?? 0))) {
      found(run, findings);
      await this.#advance(run, { cursor: String(next), blocks: run.state.blocks + checked });
    }
  }

  /** Chains that no lot has, because the lot was taken out of the tables, and what the ledger derives from each chain. */
  async #chains(run: Run): Promise<void> {
    const own = await this.#register.key();
    const named = run.state.again.map(({ row }) => row);
    const stored = await this.#whole.newestOf(named);
    const sources = [
      ...this.#newKeys(run),
      listed(named.filter((key) => (stored.get(key) ?? 0) > 0)),
      ...run.ranges.map(({ from, before }): KeySource => async (after) => {
        const keys = await this.#whole.chainKeys(after === '' ? from : after, KEYS_AT_ONCE, before);
        return { keys, last: keys.at(-1) ?? null };
      }),
    ];
    await this.#eachKeys(run, sources, async (keys) => {
      found(run, await this.#whole.checkChains(keys));
      const foreign = await this.#database.rows<{ key: string }>(
        `select key from unnest($1::text[]) key where key <> $2 and not exists (select from lot where lot_key = key)
           and not exists (select from consignment where consignment_key = key)`,
        [keys, own],
      );
      const fault = 'stands on the ledger under this key, and the database lacks it';
      found(
        run,
        foreign.map(({ key }) => ({ table: 'lot', row: key, fault })),
      );
    });
  }

  async #lots(run: Run): Promise<void> {
    const named = await this.#database.rows<{ key: string }>('select lot_key as key from lot where lot_id = any($1)', [
      run.state.again.filter(({ table }) => table === 'lot').map(({ row }) => row),
    ]);
    const others = [...this.#newKeys(run), this.#waitingKeys(run), listed(named.map(({ key }) => key))];
    const sources = [
      ...(run.state.whole ? [] : others),
      ...run.ranges.map(({ from, before }) =>
        this.#keysBy('lot_key > $1 and ($2::text is null or lot_key < $2)', [before], from),
      ),
    ];
    await this.#eachKeys(run, sources, async (keys, source) => {
      const rows = await this.#database.rows<{ id: string; lotId: string }>(
        'select id, lot_id as "lotId" from lot where lot_key = any($1)',
        [keys],
      );
      const compared = await this.#compare(rows.map(({ id }) => id));
      const findings = rows.flatMap(({ id, lotId }): Finding[] => {
        const verification = compared.get(id);
        if (verification === undefined || verification.state !== 'differs') return [];
        const fields = verification.discrepancies.map(({ field }) => field).join(', ');
        return [{ table: 'lot', row: lotId, fault: `differs from the ledger in: ${fields}` }];
      });
      const differing = found(run, findings);
      // Those of the ranges were counted when the run began.
      const counted = source < sources.length - run.ranges.length ? rows.length : 0;
      run.state.lots += rows.length;
      run.state.lotsTotal += counted;
      run.state.differing += differing;
    });
  }

  /** Everything else, in full. */
  async #tables(run: Run): Promise<void> {
    const { whole, sinceAt, shares, of } = run.state;
    const { contents, findings } = await checkRegister(this.#database, this.#ledger, this.#register);
    found(run, findings);
    const base = {
      database: this.#database,
      contents,
      signal: run.signal,
      comparesLines: ({ number, madeAt }: { number: number; madeAt: string }): boolean =>
        whole || madeAt >= sinceAt || shares.includes(number % of),
    };
    found(run, await checkConsignments(this.#database, this.#ledger, run.signal));
    for (const check of TABLE_CHECKS) {
      run.signal?.throwIfAborted();
      found(run, await check(base));
    }
  }

  /** Keys of the lots with events in new blocks, except those in the shares of this run. */
  #newKeys(run: Run): KeySource[] {
    if (run.state.whole) return [];
    return [
      async (after) => {
        const keys = await this.#whole.keysSince(run.state.since, after, KEYS_AT_ONCE);
        return { keys: keys.filter((key) => !isWithin(key, run.ranges)), last: keys.at(-1) ?? null };
      },
    ];
  }

  /** Keys of the lots with events that the ledger does not hold yet. */
  #waitingKeys(run: Run): KeySource {
    const source = this.#keysBy(
      `lot_key > $1 and id in (select lot_id from ledger_outbox where state in ('pending', 'failed'))`,
    );
    return async (after) => {
      const { keys, last } = await source(after);
      return { keys: keys.filter((key) => !isWithin(key, run.ranges)), last };
    };
  }

  /** @param condition SQL over `lot`, with the key before as `$1` */
  #keysBy(condition: string, values: readonly unknown[] = [], from = ''): KeySource {
    return async (after) => {
      const rows = await this.#database.rows<{ key: string }>(
        `select lot_key as key from lot where ${condition} order by lot_key limit ${KEYS_AT_ONCE}`,
        [after === '' ? from : after, ...values],
      );
      return { keys: rows.map(({ key }) => key), last: rows.at(-1)?.key ?? null };
    };
  }

  /** Goes through the keys of all sources; the cursor names the source and the key before. */
  async #eachKeys(
    run: Run,
    sources: readonly KeySource[],
    work: (keys: readonly string[], source: number) => Promise<void>,
  ): Promise<void> {
    const cursor = cursorOf(run.state.cursor);
    for (let { source, after } = cursor; source < sources.length; source += 1, after = '') {
      for (;;) {
        const { keys, last } = (await sources[source]?.(after)) ?? { keys: [], last: null };
        if (last === null) break;
        for (const some of batchesOf(keys, this.#atOnce * PORTIONS)) {
          await Promise.all(batchesOf(some, this.#atOnce).map((few) => work(few, source)));
          await this.#advance(run, { cursor: `${source}:${some.at(-1) ?? after}` });
        }
        after = last;
        await this.#advance(run, { cursor: `${source}:${after}` });
      }
    }
  }

  /** Notes how far the run is, from time to time, and before it is broken off. */
  async #advance(run: Run, change: Partial<RunState>): Promise<void> {
    const at = this.#clock();
    run.state = { ...run.state, ...change, savedAt: at.toISOString() };
    if (run.signal?.aborted === true || performance.now() - run.notedAt > NOTED_EVERY_MS) {
      run.notedAt = performance.now();
      await this.#database.write((em) => writeMark(em, UNDER_WAY, run.state, at));
    }
    run.signal?.throwIfAborted();
    if (this.#rests) await delay(Math.min(LONGEST_REST_MS, performance.now() - run.workingSince));
    run.workingSince = performance.now();
  }

  async #countLots(ranges: readonly KeyRange[]): Promise<number> {
    const counts = await Promise.all(
      ranges.map(({ from, before }) =>
        this.#database.row<{ count: number }>(
          'select count(*)::int as count from lot where lot_key > $1 and ($2::text is null or lot_key < $2)',
          [from, before],
        ),
      ),
    );
    return counts.reduce((sum, row) => sum + (row?.count ?? 0), 0);
  }

  /** Puts the result on the register chain, where that chain itself is whole, and notes it. */
  async #end(run: Run): Promise<AuditRun> {
    const { startedAt, head, shares, of, lots, differing, faults, findings } = run.state;
    const at = new Date(startedAt);
    const register = await checkRegister(this.#database, this.#ledger, this.#register);
    const checked = lastChecked(recordedRuns(register.contents), head?.ledgerId ?? '', of).map((before, share) =>
      shares.includes(share) ? at.getTime() : (before ?? 0),
    );
    await this.#database.write(async (em) => {
      const entry = { kind: 'integrity run' as const, startedAt, shares, of, lots, differing, faults };
      const eventId =
        head !== null && register.findings.length === 0
          ? await this.#register.append(em, { ...entry, ...head }, this.#clock())
          : null;
      const result: AuditRunResult = {
        at: startedAt,
        lots,
        differing,
        faults,
        findings,
        coveredSince: new Date(Math.min(...checked)).toISOString(),
        eventId,
      };
      await writeMark(em, MARK, result, at);
      await removeMark(em, UNDER_WAY);
    });
    if (this.#delivers) await this.#deliver();
    return { at: startedAt, lots, differing, faults, findings };
  }

  /** While the ledger is away the result waits for the next delivery of the register chain. */
  async #deliver(): Promise<void> {
    try {
      await this.#register.deliver();
    } catch (error) {
      if (!(error instanceof LedgerAway)) throw error;
    }
  }
}

/** Adds findings that are not there yet. @returns how many were added */
function found(run: Run, findings: readonly Finding[]): number {
  const { state } = run;
  let added = 0;
  for (const one of findings) {
    if (state.findings.some(({ table, row, fault }) => table === one.table && row === one.row && fault === one.fault)) {
      continue;
    }
    added += 1;
    if (state.findings.length < MOST_FINDINGS) state.findings.push(one);
  }
  state.faults += added;
  return added;
}

/** A list as a source. */
function listed(all: readonly string[]): KeySource {
  const sorted = [...all].sort();
  return async (after) => {
    const keys = sorted.filter((key) => key > after);
    return { keys, last: keys.at(-1) ?? null };
  };
}

function batchesOf(keys: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, i) => keys.slice(i * size, (i + 1) * size));
}

function cursorOf(text: string | null): { source: number; after: string } {
  const [source = '0', after = ''] = (text ?? '').split(':');
  return { source: Number(source), after };
}
