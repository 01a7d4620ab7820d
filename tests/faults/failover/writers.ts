import { setTimeout as delay } from 'node:timers/promises';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { SAMPLE_PLACES } from '../../../server/adapters/forest-sample/places.ts';
import { PASSWORD } from '../../support/drill.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { until } from '../../support/until.ts';
import { USERNAME, type Member } from './installation.ts';

const PAUSE_MS = 100;
/** Longer than any request may take: a connection that died with its machine says nothing. */
const GIVE_UP_MS = 15_000;
/** Each so many of the lots is looked for in a list right after its answer, and called for again under its key. */
const LOOKED_FOR = 10;
const LONG = { withinMs: 600_000, lookMs: 20 };

/** What people were told. */
export interface Told {
  /** UUIDs of lots that were answered as made, by lot id */
  made: Map<string, string>;
  /** lots that were made and whose answer is gone: the second call said so */
  madeUnheard: Set<string>;
  /** calls without an answer, or with one that says to try again */
  repeated: number;
  /** lots that a list, asked for after the answer, did not show */
  missing: string[];
  /** lists that were asked for */
  listed: number;
  /** second calls under a key that were answered with another lot, or made one */
  doubled: string[];
  ms: number;
}

/** Makes lots over the processes that serve people, from several connections at once, and repeats what was not answered. */
export class Writers {
  readonly told: Told = {
    made: new Map(),
    madeUnheard: new Set(),
    repeated: 0,
    missing: [],
    listed: 0,
    doubled: [],
    ms: 0,
  };
  readonly #webs: readonly Member[];
  readonly #lots: number;
  readonly #waiting: { count: number; reached: () => void }[] = [];
  #next = 0;
  #limit = 0;
  #token = '';
  #lastAnswer = 0;
  #silence = 0;

  constructor(webs: readonly Member[], lots: number) {
    this.#webs = webs;
    this.#lots = lots;
  }

  /** How many lots have been made. */
  get made(): number {
    return this.told.made.size + this.told.madeUnheard.size;
  }

  /** Lets so many lots be begun. */
  letBegin(count: number): void {
    this.#limit = count;
  }

  /** Begins to measure the longest time without any answered write. */
  watchSilence(): void {
    this.#silence = 0;
    this.#lastAnswer = performance.now();
  }

  /** ms, since `watchSilence` */
  get silence(): number {
    return Math.max(this.#silence, performance.now() - this.#lastAnswer);
  }

  /** Ends when so many lots have been made. */
  async reached(count: number): Promise<void> {
    if (this.made >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ count, reached: resolve });
    await promise;
  }

  /** Makes all lots. @param connections at once */
  async run(connections: number): Promise<void> {
    await this.#signIn();
    const began = performance.now();
    this.watchSilence();
    await Promise.all(Array.from({ length: connections }, (_, connection) => this.#work(connection)));
    this.told.ms = performance.now() - began;
  }

  async #work(connection: number): Promise<void> {
    for (;;) {
      if (this.#next >= this.#limit && this.#next < this.#lots) await this.#let();
      if (this.#next >= this.#lots) return;
      const number = this.#next++;
      const lotId = `LOT${String(10_000 + number)}`;
      await this.#makeLot(lotId, number, connection);
      if (number % LOOKED_FOR === 0) await this.#lookFor(lotId, number, connection);
    }
  }

  /** Waits until lots may be created again; no answer is expected meanwhile. */
  async #let(): Promise<void> {
    await until(() => this.#next < this.#limit || this.#next >= this.#lots, 'the next lot to be let', LONG);
    this.#lastAnswer = performance.now();
  }

  async #makeLot(lotId: string, number: number, connection: number): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#call(connection + attempt, 'POST', '/lots', lot(lotId, number), lotId);
      if (answer?.status === 201) this.told.made.set(lotId, answer.data.lot.id);
      else if (answer?.body.message === REFUSED.keyAnswerGone({}).text) this.told.madeUnheard.add(lotId);
      else {
        if (answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
          throw new Error(`${lotId}: ${answer.status} ${answer.body.message}`);
        }
        this.told.repeated += 1;
        await delay(PAUSE_MS);
        continue;
      }
      this.#answered();
      return;
    }
  }

  /** Over the other process: in a list, and by the same call again. */
  async #lookFor(lotId: string, number: number, connection: number): Promise<void> {
    const list = await this.#call(connection + 1, 'GET', `/lots?search=${lotId}&limit=5`);
    if (list?.status === 200) {
      this.told.listed += 1;
      const ids = list.data.lots.map((one: { lotId: string }) => one.lotId);
      if (!ids.includes(lotId)) this.told.missing.push(lotId);
    }
    const known = this.told.made.get(lotId);
    const again = await this.#call(connection + 1, 'POST', '/lots', lot(lotId, number), lotId);
    if (known !== undefined && again?.status === 201 && again.data.lot.id !== known) this.told.doubled.push(lotId);
  }

  async #call(turn: number, method: string, path: string, body?: unknown, key?: string): Promise<RestAnswer | null> {
    const web = this.#webs[turn % this.#webs.length];
    const rest = restClient(web?.url ?? '', this.#token);
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': `drill-${key}` };
    const late = delay(GIVE_UP_MS, null, { ref: false });
    const answer = await Promise.race([rest.send(method, path, body, headers).catch(() => null), late]);
    // Its quarter of an hour is over.
    if (answer?.status === 401) await this.#signIn();
    return answer?.status === 401 ? null : answer;
  }

  async #signIn(): Promise<void> {
    this.#token = await until(async () => {
      for (const { url } of this.#webs) {
        const answer = await restClient(url)
          .send('POST', '/auth/login', { username: USERNAME, password: PASSWORD })
          .catch(() => null);
        if (answer?.status === 200) return String(answer.data.access_token);
      }
      return null;
    }, 'somebody to let the writers in');
  }

  #answered(): void {
    this.#silence = this.silence;
    this.#lastAnswer = performance.now();
    for (const { count, reached } of this.#waiting) if (this.made >= count) reached();
  }
}

/** A lot on one of the sample's clear places, a little aside of the others. */
function lot(lotId: string, number: number): Record<string, unknown> {
  const [place] = SAMPLE_PLACES;
  if (place === undefined) throw new Error('The sample has no places');
  const aside = (steps: number, from: number): number => Math.round((from + steps * 0.0002) * 1e6) / 1e6;
  return newLot({
    lotId,
    latitude: aside(number % 100, place.latitude),
    longitude: aside(Math.floor(number / 100), place.longitude),
  });
}
