import { pino } from 'pino';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig } from '../../../server/platform/config.ts';
import type { TamperedRow } from '../../../server/platform/row-signatures/tamperedRows.ts';
import { schemaChanges, type SchemaChange } from '../../support/schemaChanges.ts';
import { changesOf, type Change, type Choice } from './changes.ts';
import { AttackedDatabase } from './copy.ts';
import { putBackChanges } from './putBack.ts';
import { MovedClock } from './movedClock.ts';
import { alarmsOf, newAlarms, restlessOf, shownAnew, type Told } from './noticing.ts';
import { Surfaces, type SurfaceName, type Surface } from './surfaces.ts';
import { makeWorld, type World } from './world.ts';

/** Longer than anything that the server remembers of an answer. */
const LATER_MS = 31_000;
/** Longer than health is remembered. */
const SOON_MS = 1_500;
/** Long enough that every displayed time of day differs. */
const MUCH_LATER_MS = 61 * 60_000;
/** Answers that are asked for at a time. */
const AT_ONCE = 6;

/** What came of one change. */
export interface Outcome {
  change: Change;
  /** what was done; null where the database refused every such change */
  done: string | null;
  /** alarms that were not there before, by where they were raised */
  noticed: { place: SurfaceName; name: string; alarms: string[] }[];
  /** answers that show something else than before and raise no alarm */
  shown: { place: SurfaceName; name: string; parts: string[] }[];
}

interface Baseline {
  told: Told;
  alarms: string[];
  restless: ReadonlySet<string>;
}

/** A running server, and somebody with the password of its database. */
export class Drill {
  readonly #world: World;
  #app: App;
  readonly #attacked: AttackedDatabase;
  readonly #clock: MovedClock;
  #surfaces: Surfaces;
  /** rows with broken seals that the server has come upon since the last change */
  readonly #met: TamperedRow[] = [];
  /** by table: the requests whose answers showed a change of it before, and how many changes */
  readonly #notification = new Map<string, Map<string, number>>();
  /** by question */
  readonly #baselines = new Map<string, Baseline>();

  private constructor(parts: { world: World; app: App; attacked: AttackedDatabase; clock: MovedClock }) {
    this.#world = parts.world;
    this.#app = parts.app;
    this.#attacked = parts.attacked;
    this.#clock = parts.clock;
    this.#surfaces = new Surfaces(parts.app, parts.world);
    this.#follow();
  }

  /** Makes the world, starts a server on it, and hears what it says while nothing was changed. */
  static async open(): Promise<Drill> {
    const world = await makeWorld();
    const clock = new MovedClock();
    try {
      const app = await startedOn(world);
      const attacked = await AttackedDatabase.open(world.superuserUrl);
      const drill = new Drill({ world, app, attacked, clock });
      await drill.#hear();
      return drill;
    } catch (error) {
      clock.restore();
      await world.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#clock.restore();
    await this.#attacked.close();
    await this.#app.stop();
    await this.#world.stop();
  }

  get columns(): string[] {
    return this.#attacked.tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  }

  /** Every change that can be tried, table by table. */
  async changes(): Promise<Change[]> {
    const { farmer, reader, lots, reportId, partnerKeyId } = this.#world;
    const choice: Choice = {
      about: [...(lots[0]?.about ?? []), reportId, farmer.userId, farmer.sessionId, partnerKeyId],
      notAbout: [reader.userId, reader.sessionId],
    };
    const changes: Change[] = [];
    for (const table of this.#attacked.tables) changes.push(...(await changesOf(this.#attacked, table, choice)));
    return [...changes, ...putBackChanges(this.#attacked, this.#world.past)];
  }

  /** Tables in which there is no row to change. */
  async emptyTables(): Promise<string[]> {
    const changed = new Set((await this.changes()).filter(({ column }) => column !== null).map(({ table }) => table));
    return this.#attacked.tables.map(({ name }) => name).filter((name) => !changed.has(name));
  }

  /**
   * Makes one change, asks, and undoes it.
   * @param until 'all': every question is asked; 'noticed': none after the first alarm
   */
  async attempt(change: Change, until: 'all' | 'noticed'): Promise<Outcome> {
    const outcome: Outcome = { change, done: await change.apply(), noticed: [], shown: [] };
    if (outcome.done === null) return outcome;
    try {
      this.#clock.forward(LATER_MS);
      for (const surfaces of this.#asked(change)) {
        this.#clock.forward(SOON_MS);
        await Promise.all(surfaces.map((surface) => this.#ask(surface, outcome)));
        if (until === 'noticed' && countingPlaces(outcome).length > 0) break;
      }
      this.#learn(outcome);
      return outcome;
    } finally {
      await this.#attacked.undo();
      await this.#comeToRest(outcome);
    }
  }

  /** Changes to the schema that can be tried, one to each kind of object. */
  async schemaChanges(): Promise<SchemaChange[]> {
    const { rows } = await this.#attacked.client.query<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'note_alert_figures'`,
    );
    return schemaChanges(rows[0]?.source ?? '');
  }

  /** Changes the schema, has the integrity run made, and takes the change back. @returns whether it was noticed */
  async attemptSchema({ sql, undo }: SchemaChange): Promise<boolean> {
    const { client } = this.#attacked;
    const { walk } = this.#surfaces;
    await client.query(sql);
    try {
      const before = this.#baselines.get(walk.name)?.alarms ?? [];
      return newAlarms(before, alarmsOf(await walk.ask())).length > 0;
    } finally {
      await client.query(undo);
    }
  }

  #learn({ change, noticed }: Outcome): void {
    const notification = this.#notification.get(change.table) ?? new Map<string, number>();
    this.#notification.set(change.table, notification);
    for (const { name, place } of noticed) {
      if (counts(place)) notification.set(name, (notification.get(name) ?? 0) + 1);
    }
  }

  #follow(): void {
    this.#app.database.seals.broken.onBroken((broken) => this.#met.push(broken));
  }

  /**
   * Lets the server drop what it has detected, so that it is not taken for an effect of the next change; a server that
   * keeps reporting a fault is restarted.
   */
  async #comeToRest({ noticed }: Outcome): Promise<void> {
    if (this.#met.length === 0 && noticed.every(({ place }) => place !== 'health')) return;
    for (const { kind, identity } of this.#met.splice(0)) this.#app.database.seals.broken.forget(kind, identity);
    this.#clock.forward(LATER_MS);
    for (const surface of this.#surfaces.health) {
      const before = this.#baselines.get(surface.name)?.alarms ?? [];
      if (newAlarms(before, alarmsOf(await surface.ask())).length === 0) continue;
      await this.#app.stop();
      this.#app = await startedOn(this.#world);
      this.#surfaces = new Surfaces(this.#app, this.#world);
      this.#follow();
      return;
    }
  }

  async #ask(surface: Surface, outcome: Outcome): Promise<void> {
    const before = this.#baselines.get(surface.name);
    if (before === undefined) throw new Error(`Nobody asked before: ${surface.name}`);
    const told = await surface.ask();
    const alarms = newAlarms(before.alarms, alarmsOf(told));
    const { place, name } = surface;
    if (alarms.length > 0) {
      if (!outcome.noticed.some((one) => one.name === name)) outcome.noticed.push({ place, name, alarms });
      return;
    }
    const parts = shownAnew(before.told, told, before.restless);
    if (parts.length > 0) outcome.shown.push({ place, name, parts });
  }

  /**
   * Requests after a change, in portions: for the lots of its rows, or else for the first one. Requests that showed
   * changes of this table before come first, one by one, the most sensitive first; health comes last.
   */
  #asked({ table, text }: Change): Surface[][] {
    const { lots } = this.#world;
    const concerned = lots.filter(({ about }) => about.some((id) => text.includes(id)));
    const own = (concerned.length === 0 ? lots.slice(0, 1) : concerned).flatMap((lot) => this.#surfaces.about(lot));
    const { common, health, walk } = this.#surfaces;
    const notification = this.#notification.get(table) ?? new Map<string, number>();
    const told = ({ name }: Surface): number => notification.get(name) ?? 0;
    const all = [...own.slice(0, AT_ONCE), walk, ...own.slice(AT_ONCE), ...common];
    const first = [...all, ...health].filter((surface) => told(surface) > 0).sort((a, b) => told(b) - told(a));
    return [
      ...first.map((surface) => [surface]),
      ...batchesOf(all.filter((surface) => told(surface) === 0)),
      // Health knows of what the others have come upon.
      health,
    ];
  }

  /** Asks everything twice: what differs then says nothing. */
  async #hear(): Promise<void> {
    // What waits has waited for long already: health would say so in the middle of the drill.
    await this.#attacked.client.query(
      `update ledger_outbox set queued_at = queued_at - interval '1 day' where state = 'pending'`,
    );
    await this.#attacked.client.query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '1 day' where locked_at is null`,
    );
    await this.#attacked.remember();
    const surfaces = [
      ...this.#world.lots.flatMap((lot) => this.#surfaces.about(lot)),
      this.#surfaces.walk,
      ...this.#surfaces.common,
      ...this.#surfaces.health,
    ];
    const first = await this.#all(surfaces);
    this.#clock.forward(MUCH_LATER_MS);
    const second = await this.#all(surfaces);
    for (const [name, told] of first) {
      const restless = restlessOf(told, second.get(name) ?? told);
      this.#baselines.set(name, { told, alarms: alarmsOf(told), restless });
    }
    await this.#attacked.undo();
  }

  async #all(surfaces: readonly Surface[]): Promise<Map<string, Told>> {
    const told = new Map<string, Told>();
    for (const surface of surfaces) told.set(surface.name, await surface.ask());
    return told;
  }

  /** What is not in order although nothing was changed. */
  get alarmsAtRest(): string[] {
    return [...this.#baselines].flatMap(([name, { alarms }]) => alarms.map((alarm) => `${name}: ${alarm}`));
  }
}

function batchesOf(surfaces: readonly Surface[]): Surface[][] {
  return Array.from({ length: Math.ceil(surfaces.length / AT_ONCE) }, (_, i) =>
    surfaces.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
}

function startedOn(world: World): Promise<App> {
  return createApp(readConfig(world.env('web')), { log: pino({ level: 'silent' }) });
}

/**
 * Where a change was detected, as far as that counts: a user who cannot sign in any more gets no reason, and an
 * attacker who took the account over signs in.
 */
export function countingPlaces({ noticed }: Pick<Outcome, 'noticed'>): SurfaceName[] {
  return [...new Set(noticed.map(({ place }) => place))].filter(counts);
}

function counts(place: SurfaceName): boolean {
  return place !== 'sign-in';
}
