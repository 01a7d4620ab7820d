import type { FastifyReply } from 'fastify';
import type { RequestScope } from '../database/requestScope.ts';
import type { WorkQueues, QueueName } from '../concurrency/workQueues.ts';
import type { Permit } from '../concurrency/fairQueue.ts';
import type { Answer } from '../http/answer.ts';

/** From this size on a file that is being sent counts as one that is being made. */
const LARGE_BYTES = 256 * 1024;

/** The place of one REST call among the heavy ones of its kind; without a lane it has none, and nothing happens. */
export class HeavyCall {
  readonly #lanes: WorkQueues;
  readonly #scope: RequestScope;
  readonly #reply: FastifyReply;
  #place: Permit | null = null;

  constructor(lanes: WorkQueues, scope: RequestScope, reply: FastifyReply) {
    this.#lanes = lanes;
    this.#scope = scope;
    this.#reply = reply;
  }

  /**
   * Runs a call's work when it is its turn; that of a client that goes away before is never begun.
   * @throws Refused too-many-requests; RequestTimeout
   */
  run<T>(lane: QueueName | undefined, asker: string, work: () => Promise<T>): Promise<T> {
    if (lane === undefined) return work();
    const place = this.#lanes[lane].enter(asker);
    this.#place = place;
    this.#scope.place = place;
    this.#reply.raw.once('close', () => {
      if (!place.begun) this.#scope.giveUp();
    });
    return place.run(work);
  }

  /**
   * Keeps the place while a large file or a stream is being sent, which is cut when the call's time is over: what slow
   * clients hold in memory is bounded by the places.
   */
  leaveWhenSent({ body }: Answer): void {
    const place = this.#place;
    if (place === null) return;
    const { raw } = this.#reply;
    const small = typeof body === 'string' || (Buffer.isBuffer(body) && body.byteLength < LARGE_BYTES);
    if (small || raw.closed) {
      place.leave();
      return;
    }
    const takeBack = this.#scope.whenOver(() => raw.destroy());
    raw.once('close', () => {
      takeBack();
      place.leave();
    });
  }
}
