import { pino } from 'pino';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { changesOf, type Change, type Choice } from './changes.ts';
import { AttackedDatabase } from './copy.ts';
import { MovedClock } from './movedClock.ts';
import { alarmsOf, newAlarms, restlessOf, shownAnew, type Told } from './noticing.ts';
import { Surfaces, type Place, type Surface } from './surfaces.ts';
import { makeWorld, type SubjectLot, type World } from './world.ts';

/** Longer than anything that the server remembers of an answer. */
const LATER_MS = 31_000;
/** Long enough that all that is told of the time of day differs. */
const MUCH_LATER_MS = 61 * 60_000;
/** Answers that are asked for at a time. */
const AT_ONCE = 6;

/** What came of one change. */
export interface Outcome {
  change: Change;
  /** what was done; null where the database refused every such change */
  done: string | null;
  /** alarms that were not there before, by where they were raised */
  noticed: { place: Place; name: string; alarms: string[] }[];
  /** answers that show something else than before and raise no alarm */
  shown: { place: Place; name: string; parts: string[] }[];
}

interface Baseline {
  told: Told;
  alarms: string[];
  restless: ReadonlySet<string>;
}

/** A running server, and somebody with the password of its database. */
export class Drill {
  readonly #world: World;
  readonly #app: App;
  readonly #attacked: AttackedDatabase;
  readonly #clock: MovedClock;
  readonly #surfaces: Surfaces;
  /** by lot and question */
  readonly #baselines = new Map<string, Baseline>();

  private constructor(parts: { world: World; app: App; attacked: AttackedDatabase; clock: MovedClock }) {
    this.#world = parts.world;
    this.#app = parts.app;
    this.#attacked = parts.attacked;
    this.#clock = parts.clock;
    this.#surfaces = new Surfaces(parts.app, parts.world);
  }

  /** Makes the world, starts a server on it, and hears what it says while nothing was changed. */
  static async open(): Promise<Drill> {
    const world = await makeWorld();
    const clock = new MovedClock();
    try {
      const log = pino({ level: 'silent' });
      const app = await createApp(readConfig(world.env('web')), { log });
      const attacked = await AttackedDatabase.open(world.databaseUrl);
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
    const { farmer, reader, lots, reportId } = this.#world;
    const choice: Choice = {
      about: [...lots.whole.about, reportId, farmer.userId, farmer.sessionId],
      notAbout: [reader.userId, reader.sessionId],
    };
    const changes: Change[] = [];
    for (const table of this.#attacked.tables) changes.push(...(await changesOf(this.#attacked, table, choice)));
    return changes;
  }

  /** Tables in which there is nothing to change. */
  async emptyTables(): Promise<string[]> {
    const changed = new Set((await this.changes()).map(({ table }) => table));
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
      const lot = this.#concerned(change);
      const surfaces = this.#surfaces.about(lot);
      for (let from = 0; from < surfaces.length; from += AT_ONCE) {
        await Promise.all(surfaces.slice(from, from + AT_ONCE).map((surface) => this.#ask(lot, surface, outcome)));
        if (until === 'noticed' && outcome.noticed.length > 0) break;
      }
      return outcome;
    } finally {
      await this.#attacked.undo();
    }
  }

  async #ask(lot: SubjectLot, surface: Surface, outcome: Outcome): Promise<void> {
    const before = this.#baselines.get(keyOf(lot, surface));
    if (before === undefined) throw new Error(`Nobody asked before: ${surface.name}`);
    const told = await surface.ask();
    const alarms = newAlarms(before.alarms, alarmsOf(told));
    const { place, name } = surface;
    if (alarms.length > 0) {
      outcome.noticed.push({ place, name, alarms });
      return;
    }
    const parts = shownAnew(before.told, told, before.restless);
    if (parts.length > 0) outcome.shown.push({ place, name, parts });
  }

  #concerned({ text }: Change): SubjectLot {
    const { whole, waiting } = this.#world.lots;
    return waiting.about.some((id) => text.includes(id)) ? waiting : whole;
  }

  /** Asks everything twice: what differs then says nothing. */
  async #hear(): Promise<void> {
    const { whole, waiting } = this.#world.lots;
    // What waits has waited for long already: health would say so in the middle of the drill.
    await this.#attacked.client.query(
      `update ledger_outbox set queued_at = queued_at - interval '1 day' where state = 'pending'`,
    );
    await this.#attacked.client.query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '1 day' where locked_at is null`,
    );
    await this.#attacked.remember();
    for (const lot of [whole, waiting]) {
      const first = await this.#all(lot);
      this.#clock.forward(MUCH_LATER_MS);
      const second = await this.#all(lot);
      for (const [key, told] of first) {
        const restless = restlessOf(told, second.get(key) ?? told);
        this.#baselines.set(key, { told, alarms: alarmsOf(told), restless });
      }
    }
    await this.#attacked.undo();
  }

  async #all(lot: SubjectLot): Promise<Map<string, Told>> {
    const told = new Map<string, Told>();
    for (const surface of this.#surfaces.about(lot)) told.set(keyOf(lot, surface), await surface.ask());
    return told;
  }

  /** What is not in order although nothing was changed: by lot and question. */
  get alarmsAtRest(): string[] {
    return [...this.#baselines].flatMap(([key, { alarms }]) => alarms.map((alarm) => `${key}: ${alarm}`));
  }
}

function keyOf(lot: SubjectLot, { name }: Surface): string {
  return `${lot.lotId} ${name}`;
}
