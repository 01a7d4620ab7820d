import type { FastifyReply } from 'fastify';
import type { RequestScope } from '../database/requestScope.ts';
import type { WorkQueues, QueueName } from '../concurrency/workQueues.ts';
import type { Answer } from '../http/answer.ts';
import type { Ticket } from '../concurrency/fairQueue.ts';

/** From this size on a file that is being sent counts as one that is being made. */
const LARGE_BYTES = 256 * 1024;

/** The ticket of one REST call in its queue; a call without a queue runs at once. */
export class HeavyCall {
  readonly #queues: WorkQueues;
  readonly #scope: RequestScope;
  readonly #reply: FastifyReply;
  #ticket: Ticket | null = null;

  constructor(queues: WorkQueues, scope: RequestScope, reply: FastifyReply) {
    this.#queues = queues;
    this.#scope = scope;
    this.#reply = reply;
  }

  /**
   * Runs a call's work when its turn comes; it never starts if the client disconnects first.
   * @throws Refused too-many-requests; RequestTimeout
   */
  run<T>(queue: QueueName | undefined, asker: string, work: () => Promise<T>): Promise<T> {
    if (queue === undefined) return work();
    const ticket = this.#queues[queue].acquire(asker);
    this.#ticket = ticket;
    this.#scope.queue = ticket;
    this.#reply.raw.once('close', () => {
      if (!ticket.started) this.#scope.giveUp();
    });
    return ticket.run(work);
  }

  /**
   * Holds the ticket while a large file or a stream is being sent, which is cut when the call's time is over: the tickets bound
   * the memory that slow clients take.
   */
  releaseWhenSent({ body }: Answer): void {
    const ticket = this.#ticket;
    if (ticket === null) return;
    const { raw } = this.#reply;
    const small = typeof body === 'string' || (Buffer.isBuffer(body) && body.byteLength < LARGE_BYTES);
    if (small || raw.closed) {
      ticket.release();
      return;
    }
    const takeBack = this.#scope.whenOver(() => raw.destroy());
    raw.once('close', () => {
      takeBack();
      ticket.release();
    });
  }
}
