/** One `subscribe` message of a socket, until nothing of it is under way any more. */
export interface Operation {
  /** what graphql-ws knows it by: no other operation of its socket ever has it */
  readonly key: string;
  /** what its client calls it; another one may be called so once this one has ended */
  readonly id: string;
  /** aborted when the client completes it, and at the end of its socket: nothing of it is sent afterwards */
  readonly ended: AbortSignal;
}

/** graphql-ws writes the id of what it sends first, and then its kind. */
const ADDRESSED = /^\{"id":"(\d+)"(,"type":"next",)?/;

/**
 * The operations of one socket, each with an identity of its own: a client may call an operation as one that it has
 * completed, while that one is still being judged, executed or sent.
 */
export class SocketOperations {
  readonly #byKey = new Map<string, Operation & { end(): void }>();
  /** those that the client may still complete */
  readonly #byId = new Map<string, Operation & { end(): void }>();
  readonly #places = new Set<Operation>();
  readonly #lasting = new WeakSet<Operation>();
  readonly #answers = new WeakMap<Operation, Buffer>();
  readonly #most: number;
  readonly #all: Set<Operation>;
  #begun = 0;

  /**
   * @param most that may have a place at the same time
   * @param all those of all sockets of which something is under way, also after they were ended
   */
  constructor(most: number, all: Set<Operation>) {
    this.#most = most;
    this.#all = all;
  }

  /** Begins one by the id that its client gave it; null when another one under way has it. */
  begin(id: string): Operation | null {
    if (this.#byId.has(id)) return null;
    const ending = new AbortController();
    const operation = { key: String(++this.#begun), id, ended: ending.signal, end: () => ending.abort() };
    this.#byKey.set(operation.key, operation);
    this.#byId.set(id, operation);
    this.#all.add(operation);
    return operation;
  }

  /** By what graphql-ws knows it by. */
  find(key: string): Operation | undefined {
    return this.#byKey.get(key);
  }

  /** Gives an operation one of the places, which it has until it is ended or over. @returns false when all are taken */
  admit(operation: Operation): boolean {
    if (operation.ended.aborted) return true;
    if (this.#places.size >= this.#most) return false;
    this.#places.add(operation);
    return true;
  }

  /** It goes on when its client completes it, and has its place until it is over: a mutation. */
  letLast(operation: Operation): void {
    this.#lasting.add(operation);
  }

  /**
   * Hands on the JSON of the answer that is sent next, in UTF-8, in the place of the one that graphql-ws writes: long ones are
   * written once for all who hear the same.
   */
  carry(key: string, answer: Buffer): void {
    const operation = this.#byKey.get(key);
    if (operation !== undefined) this.#answers.set(operation, answer);
  }

  /** Ends the operation that the client completes, if it is under way. */
  complete(id: string): Operation | undefined {
    const operation = this.#byId.get(id);
    this.#byId.delete(id);
    if (operation === undefined) return undefined;
    operation.end();
    if (!this.#lasting.has(operation)) this.#places.delete(operation);
    return operation;
  }

  /** Nothing of it is under way any more. */
  over(operation: Operation): void {
    this.#byKey.delete(operation.key);
    this.#places.delete(operation);
    this.#all.delete(operation);
    if (this.#byId.get(operation.id) === operation) this.#byId.delete(operation.id);
  }

  /** The socket is gone. */
  endAll(): void {
    this.#byId.clear();
    for (const operation of this.#byKey.values()) operation.end();
  }

  /**
   * What graphql-ws sends, as the client is to read it: under the client's own id.
   * @returns null for what is sent to an operation that has ended
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
