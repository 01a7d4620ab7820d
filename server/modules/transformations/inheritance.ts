import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { VARIETIES } from '../../domain/lot/cacao.ts';
import { inheritedValues, worstStatus, type InheritedFrom } from '../../domain/mass/inheritance.ts';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { eachAtOnce } from '../../platform/concurrency/eachAtOnce.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import { together } from '../../platform/jobs/jobsTogether.ts';
import {
  changedInheritance,
  inheritedColumns,
  recordInherited,
  type InheritedColumns,
} from '../lots/inheritedEvents.ts';
import { lockLots, type LockedLot } from '../lots/lotTransfer.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { lotsByTheirEvents } from '../lots/matchesEvents.ts';

export const INHERIT_TASK = 'inherit';
/** Jobs that are done together: a burst of changes reaches a lot once. */
const MOST_JOBS = 1_000;
/** Lots of one transaction: few, so that nobody waits long for one of them. */
const LOTS_AT_ONCE = 250;
/** One portion is judged while the database writes the other; no lot is in two of them. */
const PORTIONS_AT_ONCE = 2;
/** Origins that are compared with their events by one statement. */
const ORIGINS_AT_ONCE = 500;
/** What differs from its events is looked at again once a day: somebody may have put it right. */
const AGAIN_AFTER_SECONDS = 86_400;

const payload = z.union([z.strictObject({ origin: z.uuid() }), z.strictObject({ lots: z.array(z.uuid()) })]);
type Payload = z.infer<typeof payload>;

/** Origins of a lot that are alike, as one. */
interface AlikeOrigins extends InheritedFrom {
  lotId: string;
}

const DESCENDANTS = `select distinct lot_id as id from lot_origin where origin_id = any($1::uuid[])`;
const ALIKE = new PreparedStatement<AlikeOrigins>(
  `select o.lot_id as "lotId", l.variety, l.certifications, l.is_anonymized as "isAnonymized",
     l.deforestation_status as "deforestationStatus", min(l.harvest_date) as "harvestDate",
     max(coalesce(l.harvest_until, l.harvest_date)) as "harvestUntil",
     case when bool_and(l.satellite_at is not null) then min(l.satellite_at) end as "satelliteAt"
   from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id where o.lot_id = any($1::uuid[])
   group by o.lot_id, l.variety, l.certifications, l.is_anonymized, l.deforestation_status`,
);
const ORIGINS_OF = new PreparedStatement<{ lotId: string; originId: string }>(
  `select lot_id as "lotId", origin_id as "originId" from lot_origin where lot_id = any($1::uuid[])`,
);

const SOUND_STATUSES = new PreparedStatement<{ lotId: string; statuses: DeforestationStatus[] }>(
  `select o.lot_id as "lotId", array_agg(distinct l.deforestation_status) as statuses
   from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id
   where o.lot_id = any($1::uuid[]) and o.origin_id <> all($2::uuid[]) group by o.lot_id`,
);

/** What a locked lot takes over. */
interface Change {
  lot: LockedLot;
  values: InheritedColumns;
  changed: (keyof InheritedColumns)[];
}

/**
 * Keeps derived lots as their origins are: status, varieties, certifications, harvest and anonymity follow from these
 * alone (docs/spec/mass-balance.md, 'Inheritance'), so that they can be computed again at any time.
 */
export class Inheritance {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
  readonly #log: Pick<BaseLogger, 'error'>;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    ledger: Pick<Ledger, 'mspId'>;
    jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
    log: Pick<BaseLogger, 'error'>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#jobs = parts.jobs;
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** The job; several at a time are done as one. */
  readonly task: Task = together<Payload>({
    most: MOST_JOBS,
    batches: 1,
    read: (given) => payload.parse(given),
    work: async (asked, signal) => {
      const origins = asked.flatMap((one) => ('origin' in one ? [one.origin] : []));
      const lots = asked.flatMap((one) => ('lots' in one ? one.lots : []));
      await this.#run(origins, lots, signal);
      return asked.map(() => null);
    },
  });

  /** Queues that what changed at used lots reaches all that was made of them, in the caller's transaction. */
  async passOn(em: EntityManager, lotUuids: readonly string[]): Promise<void> {
    const jobs = [...lotUuids].sort().map((origin) => ({ payload: { origin }, jobKey: `${INHERIT_TASK}:${origin}` }));
    await this.#jobs.enqueueAll(em, INHERIT_TASK, jobs);
  }

  /** Queues that derived lots are computed again, in the caller's transaction. */
  async again(em: EntityManager, lotUuids: readonly string[]): Promise<void> {
    const options = { jobKey: `${INHERIT_TASK}-of:${lotUuids[0] ?? ''}`, isFirst: true };
    await this.#jobs.enqueue(em, INHERIT_TASK, { lots: lotUuids }, options);
  }

  async #run(origins: readonly string[], lots: readonly string[], signal: AbortSignal): Promise<void> {
    const found = origins.length === 0 ? [] : await this.#database.rows<{ id: string }>(DESCENDANTS, [origins]);
    const ids = [...new Set([...lots, ...found.map(({ id }) => id)])].sort();
    const matching = new Map<string, boolean>();
    const portions = Array.from({ length: Math.ceil(ids.length / LOTS_AT_ONCE) }, (_, i) =>
      ids.slice(i * LOTS_AT_ONCE, (i + 1) * LOTS_AT_ONCE),
    );
    await eachAtOnce(portions, PORTIONS_AT_ONCE, async (portion) => {
      signal.throwIfAborted();
      await this.#database.write((em) => this.#inherit(em, portion, matching));
    });
  }

  /** @param matching origins that were compared with their events before, and whether their rows follow from them */
  async #inherit(em: EntityManager, ids: readonly string[], matching: Map<string, boolean>): Promise<void> {
    const locked = await lockLots(em, ids);
    const origins = Map.groupBy(await ALIKE.run(em, [ids]), ({ lotId }) => lotId);
    const changes = locked.flatMap((lot) => {
      const values = valuesOf(origins.get(lot.id) ?? []);
      return values === null ? [] : changeOf(lot, values);
    });
    if (changes.length === 0) return;
    const differing = await this.#differing(em, changes, matching);
    const own = changes.filter(({ lot }) => !differing.lots.has(lot.id));
    const whole = own.filter(({ lot }) => !differing.byOrigin.has(lot.id));
    const partly = own.filter(({ lot }) => differing.byOrigin.has(lot.id));
    const taken = [...whole, ...(await worseOf(em, partly, differing.origins))];
    if (taken.length > 0) await recordInherited(em, taken, this.#clock(), this.#ledger.mspId);
    await this.#later(em, differing);
  }

  /** What was changed outside of the program: of lots that change, and of their origins. Nothing of that is signed. */
  async #differing(em: EntityManager, changes: readonly Change[], matching: Map<string, boolean>): Promise<Differing> {
    const ids = changes.map(({ lot }) => lot.id);
    const pairs = await ORIGINS_OF.run(em, [ids]);
    const unknown = [...new Set(pairs.map(({ originId }) => originId))].filter((id) => !matching.has(id));
    for (let from = 0; from < unknown.length; from += ORIGINS_AT_ONCE) {
      const states = await lotsByTheirEvents(em, unknown.slice(from, from + ORIGINS_AT_ONCE));
      for (const [id, state] of states) matching.set(id, state !== null);
    }
    const tampered = pairs.filter(({ originId }) => matching.get(originId) === false);
    const states = await lotsByTheirEvents(em, ids);
    return {
      lots: new Set([...states].flatMap(([id, state]) => (state === null ? [id] : []))),
      origins: new Set(tampered.map(({ originId }) => originId)),
      byOrigin: new Set(tampered.map(({ lotId }) => lotId)),
    };
  }

  /** Lots take the rest over once what differs was put right. */
  async #later(em: EntityManager, { lots, origins, byOrigin }: Differing): Promise<void> {
    if (lots.size + origins.size === 0) return;
    this.#log.error(
      { lots: [...new Set([...lots, ...byOrigin])], origins: [...origins] },
      'Lots take over at most a worse status: they or an origin differ from their events',
    );
    const again: [string, Payload][] = [
      ...[...origins].map((origin): [string, Payload] => [origin, { origin }]),
      ...[...lots].map((id): [string, Payload] => [id, { lots: [id] }]),
    ];
    // In one order, since two portions may name the same origins.
    const jobs = again
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, asked]) => {
        return { payload: asked, jobKey: `${INHERIT_TASK}-later:${id}`, afterSeconds: AGAIN_AFTER_SECONDS };
      });
    await this.#jobs.enqueueAll(em, INHERIT_TASK, jobs);
  }
}

/** UUIDs of what differs from its events. */
interface Differing {
  lots: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  /** lots that were made of these origins */
  byOrigin: ReadonlySet<string>;
}

function changeOf(lot: LockedLot, values: InheritedColumns): Change[] {
  const changed = changedInheritance(lot, values);
  return changed.length === 0 ? [] : [{ lot, values, changed }];
}

/** The worse status that lots have of their sound origins alone, whatever the others are. */
async function worseOf(
  em: EntityManager,
  changes: readonly Change[],
  differingOrigins: ReadonlySet<string>,
): Promise<Change[]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ lot }) => lot.id);
  const found = await SOUND_STATUSES.run(em, [ids, [...differingOrigins]]);
  const statuses = new Map(found.map(({ lotId, statuses: sound }) => [lotId, sound]));
  return changes.flatMap(({ lot }) =>
    changeOf(lot, {
      ...inheritedColumns(lot),
      deforestationStatus: worstStatus([lot.deforestationStatus, ...(statuses.get(lot.id) ?? [])]),
    }),
  );
}

/** Null for a lot without origins, which is none that was made. */
function valuesOf(origins: readonly InheritedFrom[]): InheritedColumns | null {
  if (origins.length === 0) return null;
  const { variety, harvestUntil, ...values } = inheritedValues(origins);
  return {
    ...values,
    variety: VARIETIES.find((known) => known === variety) ?? 'Other',
    harvestUntil: harvestUntil === values.harvestDate ? null : harvestUntil,
  };
}
