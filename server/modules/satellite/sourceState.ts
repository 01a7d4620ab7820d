import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import {
  setTimestamp,
  readMark,
  writeMark,
  type InstallationSetting,
} from '../../platform/database/installationSettings.ts';
import type { Message } from '../../domain/messages/message.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { SOURCE_FAULTS, sourceFaultMessage, type SourceFault } from '../../domain/forest/sourceFaults.ts';
import type { ForestMonitor, ForestMonitorAway } from '../../domain/forest/forestMonitor.ts';

/** The key under which an outage of the source is stored. */
const MARK = 'satellite-source';
/** A process that meets the same trouble again and again notes it this often. */
const NOTE_EVERY_MS = 30_000;
/** What others have noted is looked up this often. */
const KNOWN_MS = 5_000;
/** While reads fail, the source's own word that it is up does not count. */
const FAILS_STILL_MS = 90_000;

/** Since when, and why, the source cannot be reached. */
export interface SourceAway {
  since: Date;
  fault: SourceFault;
}

const mark = z.object({
  since: z.coerce.date(),
  fault: z.enum(SOURCE_FAULTS),
  failedAt: z.coerce.date(),
});
type Noted = z.output<typeof mark>;

/**
 * Whether the satellite source can be reached, the same in all processes: a failed read stores an outage; while it
 * lasts the source is tried once a minute.
 */
export class SourceState {
  readonly #database: Database;
  readonly #monitor: Pick<ForestMonitor, 'health'>;
  readonly #clock: () => Date;
  /** the last state stored by this process, and its time */
  #last: { fault: SourceFault; at: number } | null = null;
  #known: { at: number; away: Promise<Noted | null> } | null = null;

  constructor(parts: { database: Database; monitor: Pick<ForestMonitor, 'health'>; clock: () => Date }) {
    this.#database = parts.database;
    this.#monitor = parts.monitor;
    this.#clock = parts.clock;
  }

  /** Null while it can be reached, as far as is known; at most five seconds old. */
  async away(): Promise<SourceAway | null> {
    const now = performance.now();
    if (this.#known === null || now - this.#known.at > KNOWN_MS) {
      const known = { at: now, away: this.#noted() };
      this.#known = known;
      // A failed read is not cached.
      known.away.catch(() => {
        if (this.#known === known) this.#known = null;
      });
    }
    return this.#known.away;
  }

  /** Messages about an outage: since when, and why; empty while the source can be reached. */
  async said(): Promise<Message[]> {
    const away = await this.away();
    if (away === null) return [];
    return [SATELLITE.sourceAway({ since: away.since.toISOString() }), sourceFaultMessage(away.fault)];
  }

  /** Places could not be read. */
  async failed({ fault }: Pick<ForestMonitorAway, 'fault'>): Promise<void> {
    const now = this.#clock();
    if (this.#last?.fault === fault && now.getTime() - this.#last.at < NOTE_EVERY_MS) return;
    this.#last = { fault, at: now.getTime() };
    await this.#database.write(async (em) => {
      const before = notedIn(await readMark(em, MARK));
      const noted = { since: before?.since ?? now, fault, failedAt: now };
      await writeMark(em, MARK, noted, now);
    });
    this.#known = null;
  }

  /** Asks the source, where it was away, whether it is back. @returns whether it is away still */
  async look(): Promise<boolean> {
    const noted = await this.#noted();
    if (noted === null) return false;
    if ((await this.#monitor.health()).status !== 'up') return true;
    if (this.#clock().getTime() - noted.failedAt.getTime() < FAILS_STILL_MS) return true;
    await this.#database.write((em) => writeMark(em, MARK, null, this.#clock()));
    this.#last = null;
    this.#known = null;
    return false;
  }

  async #noted(): Promise<Noted | null> {
    return notedIn(await setTimestamp(this.#database, MARK));
  }
}

function notedIn(noted: InstallationSetting | null): Noted | null {
  return noted === null ? null : mark.nullable().parse(noted.value);
}
