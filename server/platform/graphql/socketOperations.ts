/** One `subscribe` message of a socket, until all of its work has ended. */
export interface SocketOperation {
  /** its id for graphql-ws: unique among the operations of its socket, ended ones included */
  readonly key: string;
  /** its id for the client; another one may use it once this one has ended */
  readonly id: string;
  /** aborted when the client completes it, and at the end of its socket: nothing of it is sent afterwards */
  readonly ended: AbortSignal;
}

/** graphql-ws writes first the id of a message, and then its kind. */
const ADDRESSED = /^\{"id":"(\d+)"(,"type":"next",)?/;

/**
 * The operations of one socket, each with a unique identity: a client may reuse the id of a completed operation while
 * that one is still being validated, executed or sent.
 */
export class SocketOperations {
  readonly #byKey = new Map<string, SocketOperation & { end(): void }>();
  /** those that the client may still complete */
  readonly #byId = new Map<string, SocketOperation & { end(): void }>();
  readonly #places = new Set<SocketOperation>();
  readonly #lasting = new WeakSet<SocketOperation>();
  readonly #answers = new WeakMap<SocketOperation, Buffer>();
  readonly #most: number;
  readonly #all: Set<SocketOperation>;
  #begun = 0;

  /**
   * @param most that may run at the same time
   * @param all operations of all sockets with unfinished work, also after they were ended
   */
  constructor(most: number, all: Set<SocketOperation>) {
    this.#most = most;
    this.#all = all;
  }

  /** Begins one by the id of its client; null if another running one has it. */
  begin(id: string): SocketOperation | null {
    if (this.#byId.has(id)) return null;
    const ending = new AbortController();
    const operation = { key: String(++this.#begun), id, ended: ending.signal, end: () => ending.abort() };
    this.#byKey.set(operation.key, operation);
    this.#byId.set(id, operation);
    this.#all.add(operation);
    return operation;
  }

  /** By its id for graphql-ws. */
  find(key: string): SocketOperation | undefined {
    return this.#byKey.get(key);
  }

  /** Gives an operation a slot until it is ended or over. @returns false when all are taken */
  admit(operation: SocketOperation): boolean {
    if (operation.ended.aborted) return true;
    if (this.#places.size >= this.#most) return false;
    this.#places.add(operation);
    return true;
  }

  /** It continues when its client completes it, and keeps its slot until it is over: a mutation. */
  letLast(operation: SocketOperation): void {
    this.#lasting.add(operation);
  }

  /**
   * Replaces the JSON that graphql-ws writes for the next answer, in UTF-8: long answers are encoded once for all equal
   * subscribers.
   */
  carry(key: string, answer: Buffer): void {
    const operation = this.#byKey.get(key);
    if (operation !== undefined) this.#answers.set(operation, answer);
  }

  /** Ends the operation that the client completes, if it runs. */
  complete(id: string): SocketOperation | undefined {
    const operation = this.#byId.get(id);
    this.#byId.delete(id);
    if (operation === undefined) return undefined;
    operation.end();
    if (!this.#lasting.has(operation)) this.#places.delete(operation);
    return operation;
  }

  /** All of its work has ended. */
  over(operation: SocketOperation): void {
    this.#byKey.delete(operation.key);
    this.#places.delete(operation);
    this.#all.delete(operation);
    if (this.#byId.get(operation.id) === operation) this.#byId.delete(operation.id);
  }

  /** The socket is closed. */
  endAll(): void {
    this.#byId.clear();
    for (const operation of this.#byKey.values()) operation.end();
  }

  /**
   * A message of graphql-ws under the client's own id.
   * @returns null for a message to an operation that has ended
   */
  outgoing(text: string): string | Buffer | null {
    const [written = '', key = '', next] = ADDRESSED.exec(text) ?? [];
    if (written === '') return text;
    const operation = this.#byKey.get(key);
    if (operation === undefined || operation.ended.aborted) return null;
    const id = JSON.stringify(operation.id);
    const answer = next === undefined ? undefined : this.#answers.get(operation);
    if (answer === undefined) return `{"id":${id}${next ?? ''}${text.slice(written.length)}`;
    this.#answers.delete(operation);
    return Buffer.concat([Buffer.from(`{"id":${id}${next}"payload":`), answer, Buffer.from('}')]);
  }
}
