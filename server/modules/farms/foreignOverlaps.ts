import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { auditAll } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { PLOT_LIMITS } from '../../domain/plot/plotInput.ts';
import { geometryText, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { subjectOf, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import type { JudgedPlot, Neighbour } from './plotJudge.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';

const DAY_MS = 86_400_000;

const counted = z.array(
  z.object({ at: z.coerce.date(), details: z.object({ plot: z.string(), outline: z.string() }) }),
);
type Counted = z.output<typeof counted>;

const countedOf = (column: 'user_id' | 'key_id'): string =>
  `select at, details from ${AUDITED} where ${column} = ? and action = 'plot.overlap-found' and at > ? order by at`;

/**
 * Counts what one call reveals about plots of farms that the caller does not see. An outline on such a plot counts. Once a plot was hit, each
 * further outline beside it counts too, also when the answer is that there is no overlap: both answers help to find its border.
 */
export class ForeignOverlapBudget {
  /** plot ids by outline: what the call reveals */
  readonly found = new Map<string, string>();
  readonly #counted: ReadonlySet<string>;
  readonly #plots: Set<string>;
  readonly #nameOf: (outline: Geometry) => string;

  constructor(before: Counted, nameOf: (outline: Geometry) => string) {
    this.#counted = new Set(before.map(({ details }) => details.outline));
    this.#plots = new Set(before.map(({ details }) => details.plot));
    this.#nameOf = nameOf;
  }

  /** Counts one answer. @returns false at the limit: then the answer is not given */
  take({ geometry, foreignPlot }: JudgedPlot, neighbours: readonly Neighbour[]): boolean {
    const plot = foreignPlot ?? neighbours.find(({ id, of }) => of === 'unseen' && this.#plots.has(id))?.id;
    if (plot === undefined || geometry === null) return true;
    const outline = this.#nameOf(geometry);
    if (this.#counted.has(outline) || this.found.has(outline)) return true;
    if (this.#counted.size + this.found.size >= PLOT_LIMITS.foreignOverlapsADay) return false;
    this.found.set(outline, plot);
    this.#plots.add(plot);
    return true;
  }
}

/**
 * Limits how much a caller can learn about the borders of farms that they do not see. Each outline counts once in 24 hours. At the limit no
 * outline of the caller is judged: a refusal of overlaps alone would reveal them. The audit table holds the count for all processes.
 */
export class ForeignOverlaps {
  readonly #database: Database;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; clock: () => Date }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Call it before an outline is judged. @throws Refused too-many-requests */
  async budget(user: UserCaller, scope: LotScope): Promise<ForeignOverlapBudget> {
    const before = scope.kind === 'all' ? [] : await this.#counted(this.#database.orm.em.fork(), user);
    this.#assertRoom(before, 1);
    return new ForeignOverlapBudget(before, (outline) => this.#nameOf(outline));
  }

  /**
   * Stores the count of a call before its answer is sent. A call that found nothing checks whether other calls reached the limit meanwhile.
   * @throws Refused too-many-requests; then the answer must not be sent
   */
  async count(user: UserCaller, scope: LotScope, { found }: ForeignOverlapBudget, info: RequestInfo): Promise<void> {
    if (found.size === 0) {
      await this.budget(user, scope);
      return;
    }
    await this.#database.write(async (em) => {
      const lock = `manam-overlaps-of-${subjectOf(user)}`;
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
      const before = await this.#counted(em, user);
      const known = new Set(before.map(({ details }) => details.outline));
      const more = [...found].filter(([outline]) => !known.has(outline));
      this.#assertRoom(before, Math.max(1, more.length));
      const entry = { caller: user, action: 'plot.overlap-found' as const, info };
      await auditAll(
        em,
        more.map(([outline, plot]) => ({ ...entry, details: { plot, outline } })),
      );
    });
  }

  async #counted(em: EntityManager, user: UserCaller): Promise<Counted> {
    const since = new Date(this.#clock().getTime() - DAY_MS);
    const column = user.userId === null ? 'key_id' : 'user_id';
    return counted.parse(await em.execute(countedOf(column), [subjectOf(user), since]));
  }

  #assertRoom(before: Counted, more: number): void {
    const most = PLOT_LIMITS.foreignOverlapsADay;
    const over = before.length + more - most;
    if (over <= 0) return;
    const now = this.#clock().getTime();
    const freeAt = (before[over - 1]?.at.getTime() ?? now) + DAY_MS;
    throw new Refused({
      kind: 'too-many-requests',
      said: REFUSED.tooManyForeignOverlaps({ most }),
      retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1_000)),
    });
  }

  /** Keyed hash of an outline: readers of the audit table cannot recover the place. */
  #nameOf(outline: Geometry): string {
    const digest = createHash('sha256').update(geometryText(outline)).digest();
    return this.#database.seals.keyedHash('plot-outline', digest).toString('hex');
  }
}
