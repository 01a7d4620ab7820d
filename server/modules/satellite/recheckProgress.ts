import type { Database } from '../../platform/database/database.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { backlogEnds, classPosition, RECHECK_CLASSES, type RecheckClass } from '../../domain/forest/recheck.ts';
import type { Message } from '../../domain/messages/message.ts';
import { requireGrant, type Caller } from '../../platform/access/caller.ts';
import type { ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import type { SourceState } from './sourceState.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Whether the source of satellite data can be reached. */
export interface SourceView {
  driver: string;
  /** names and versions of its data */
  data: string;
  status: 'reachable' | 'away';
  /** ISO 8601, UTC; null while it is reachable */
  awaySince: string | null;
  /** messages about an outage and its reason; empty while it is reachable */
  said: Message[];
}

/** Progress of re-checks. */
export interface RecheckProgressView {
  /** lots whose next check is due, including queued ones */
  due: number;
  /** of these, those that were due more than a day ago */
  overdue: number;
  /** by class, the most urgent first */
  classes: { name: RecheckClass; due: number }[];
  /** of all lots, ISO 8601, UTC; null before the first check */
  lastCheckAt: string | null;
  /** all checks that ended in the last hour, requested or scheduled */
  checksLastHour: number;
  /** places that re-checks read in a second at most */
  readsPerSecond: number;
  /** ISO 8601, UTC; null where it cannot be known */
  doneAt: string | null;
  source: SourceView;
}

/** By the index of due checks, class by class, without other rows. */
export const COUNT_DUE = `select k.class,
    (select count(*) from recheck r where r.class = k.class and r.due_at <= $1)::int as due,
    (select count(*) from recheck r where r.class = k.class and r.due_at <= $2)::int as overdue
  from unnest($3::smallint[]) k(class)`;
export const COUNT_CHECKS = `select count(*)::int as checks, min(ended_at) as since,
    (select max(ended_at) from satellite_check) as last
  from satellite_check where ended_at > $1 and ended_at <= $2`;

/** Shows the progress of re-checks and the state of the source, to callers who see all lots. */
export class RecheckProgress {
  readonly #database: Database;
  readonly #monitor: Pick<ForestMonitor, 'driver' | 'source'>;
  readonly #state: Pick<SourceState, 'away' | 'said'>;
  readonly #permissions: PermissionTable;
  readonly #readsPerSecond: number;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    monitor: Pick<ForestMonitor, 'driver' | 'source'>;
    state: Pick<SourceState, 'away' | 'said'>;
    permissionTable: PermissionTable;
    readsPerSecond: number;
    clock: () => Date;
  }) {
    this.#database = parts.database;
    this.#monitor = parts.monitor;
    this.#state = parts.state;
    this.#permissions = parts.permissionTable;
    this.#readsPerSecond = parts.readsPerSecond;
    this.#clock = parts.clock;
  }

  /** @throws Refused unauthenticated, forbidden */
  async read(caller: Caller): Promise<RecheckProgressView> {
    requireGrant(this.#permissions, caller, 'view_all_lots');
    const now = this.#clock();
    const [rows, pace, away, said] = await Promise.all([
      this.#database.rows<{ class: number; due: number; overdue: number }>(COUNT_DUE, [
        now,
        new Date(now.getTime() - DAY_MS),
        RECHECK_CLASSES.map(classPosition),
      ]),
      this.#database.row<{ checks: number; since: Date | null; last: Date | null }>(COUNT_CHECKS, [
        new Date(now.getTime() - HOUR_MS),
        now,
      ]),
      this.#state.away(),
      this.#state.said(),
    ]);
    const due = rows.reduce((sum, row) => sum + row.due, 0);
    const { checks = 0, since = null, last = null } = pace ?? {};
    const doneAt = backlogEnds({ now, due, checks, since, away: away !== null });
    return {
      due,
      overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
      classes: RECHECK_CLASSES.map((name) => ({
        name,
        due: rows.find((row) => row.class === classPosition(name))?.due ?? 0,
      })),
      lastCheckAt: last?.toISOString() ?? null,
      checksLastHour: checks,
      readsPerSecond: this.#readsPerSecond,
      doneAt: doneAt?.toISOString() ?? null,
      source: {
        driver: this.#monitor.driver,
        data: this.#monitor.source,
        status: away === null ? 'reachable' : 'away',
        awaySince: away?.since.toISOString() ?? null,
        said,
      },
    };
  }
}
