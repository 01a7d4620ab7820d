import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { PASSWORD } from '../../support/drill.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { until } from '../../support/until.ts';
import type { DrawCall, DrawCalls } from './drawCalls.ts';

const PAUSE_MS = 50;
/** Longer than any request may take: a connection that died with its machine says nothing. */
const GIVE_UP_MS = 20_000;
/** Each so many calls are sent again under their keys once they were answered. */
const SENT_AGAIN = 5;
const UNDER_WAY = REFUSED.keyUnderWay({}).text;

/** A call with its final answer. */
export interface AnsweredCall extends DrawCall {
  key: string;
  status: number;
  message: string;
}

/** Clients that change the same lots at once. Each sends its call again, under its key, until it is answered. */
export class Drawers {
  readonly answered: AnsweredCall[] = [];
  /** calls without an answer, or with one that says to try again */
  repeated = 0;
  /** how often a call was answered in the same way, of answers that say to try again */
  readonly temporary = new Map<string, number>();
  /** calls that were answered, and otherwise when they came again under their key */
  readonly unlike: string[] = [];
  readonly #url: () => string;
  readonly #username: string;
  readonly #calls: DrawCalls;
  #token = '';
  #isOver = false;

  /** @param url of the server, which may change when it is started again */
  constructor(url: () => string, username: string, calls: DrawCalls) {
    this.#url = url;
    this.#username = username;
    this.#calls = calls;
  }

  /** Calls that were carried out. */
  get done(): AnsweredCall[] {
    return this.answered.filter(({ status }) => status < 300);
  }

  /** Draws until `end`; each client finishes its call then. */
  async run(clients: number): Promise<void> {
    await this.#signIn();
    await Promise.all(Array.from({ length: clients }, () => this.#draw()));
  }

  end(): void {
    this.#isOver = true;
  }

  /** Ends when so many more calls have been answered, or none will be. */
  async answeredMore(calls: number): Promise<void> {
    const enough = this.answered.length + calls;
    await until(
      () => {
        if (this.#isOver || this.answered.length >= enough) return true;
        throw new Error(`Answers so far: ${this.answered.length}; ${JSON.stringify([...this.temporary])}`);
      },
      'calls to be answered',
      { withinMs: 120_000 },
    );
  }

  async #draw(): Promise<void> {
    const own: string[] = [];
    while (!this.#isOver) {
      const call = this.#calls.next(own);
      const key = randomUUID();
      const answer = await this.#answerOf(call, key);
      this.answered.push({ ...call, key, status: answer.status, message: answer.body.message ?? '' });
      if (answer.status < 300) own.push(...call.makes);
      if (randomInt(SENT_AGAIN) === 0) await this.#sendAgain(call, key, answer);
    }
  }

  async #sendAgain(call: DrawCall, key: string, first: RestAnswer): Promise<void> {
    // Only what was written is bound to its key: a refusal may be another one, or none, the next time.
    if (first.status >= 300) return;
    const again = await this.#answerOf(call, key);
    if (again.status === first.status && (isDeepStrictEqual(again.data, first.data) || changesAnswer(call))) return;
    this.unlike.push(`${call.kind}: ${first.status}, then ${again.status} ${again.body.message ?? ''}`);
  }

  async #answerOf(call: DrawCall, key: string): Promise<RestAnswer> {
    for (;;) {
      const answer = await this.#send(call, key);
      if (answer !== null && !isTemporary(answer)) return answer;
      if (answer?.status === 401) await this.#signIn();
      this.repeated += 1;
      const why = answer === null ? 'no answer' : `${answer.status} ${answer.body.message ?? ''}`;
      this.temporary.set(why, (this.temporary.get(why) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  }

  async #send({ method, path, body }: DrawCall, key: string): Promise<RestAnswer | null> {
    const rest = restClient(this.#url(), this.#token);
    const late = delay(GIVE_UP_MS, null, { ref: false });
    return Promise.race([rest.send(method, path, body, { 'idempotency-key': key }).catch(() => null), late]);
  }

  async #signIn(): Promise<void> {
    this.#token = await until(
      async () => {
        const signedIn = await restClient(this.#url()).send('POST', '/auth/login', {
          username: this.#username,
          password: PASSWORD,
        });
        return signedIn.status === 200 && String(signedIn.data.access_token);
      },
      'the clients to sign in',
      { withinMs: 120_000 },
    );
  }
}

function isTemporary({ status, body }: RestAnswer): boolean {
  return status >= 500 || status === 401 || (status === 409 && body.message === UNDER_WAY);
}

/** An answer that was not stored is made again of what is there by then: lots and consignments that others change, too. */
const changesAnswer = ({ kind }: DrawCall): boolean => kind !== 'transformation' && kind !== 'deleted';
