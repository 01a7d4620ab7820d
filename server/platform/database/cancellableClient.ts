import { Client, DatabaseError, type ClientConfig } from 'pg';
import { preparedName } from './preparedStatement.ts';
import { currentRequest, type RequestScope } from './requestScope.ts';
import { ROW_TYPES } from './rowTypes.ts';

/** Time for a cancelled statement to end. After that its connection counts as dead. */
const CANCELLED_WITHIN_MS = 5_000;
/** The same for statements outside of requests, from when they were sent; no task takes nearly as long. */
const ANSWERED_WITHIN_MS = 600_000;

/** PostgreSQL's code for a write in a read-only transaction; the program's own read-only transactions write nothing. */
const READ_ONLY = '25006';

/** Open connections of the process. */
const open = new Set<CancellableClient>();

export interface CancellableConfig extends ClientConfig {
  /** called with the error of each statement that failed */
  onFailed?: (error: unknown) => void;
}

/**
 * A connection whose statements end with their request: at the request's deadline the running statement is cancelled in
 * PostgreSQL, and only ROLLBACK is sent after it, so nothing is committed after the request was answered. COMMIT is not
 * cancelled: if it waits for a replica, a cancellation would end the wait and leave the commit on the primary only,
 * although callers take it for safe.
 *
 * A network that drops packets reports no error. A statement that does not end in time ends with its connection, so
 * that the pool does not fill with connections that wait forever.
 *
 * Statements sent with a callback belong to no request: the pool sends those in the context of the caller that released
 * the connection.
 */
export class CancellableClient extends Client {
  #answeredAt = performance.now();

  constructor(config?: CancellableConfig) {
    super(config);
    open.add(this);
    this.once('end', () => open.delete(this));
    const failed = (error: unknown): void => {
      config?.onFailed?.(error);
      // This server has become a replica: a new connection may reach the new primary.
      if (error instanceof DatabaseError && error.code === READ_ONLY) void this.end();
    };
    // An error that breaks a connection also fails its running statement; without a listener it would end the process.
    this.on('error', () => undefined);
    const send = this.query;
    Object.defineProperty(this, 'query', {
      value: (...asked: unknown[]): unknown => {
        const args = underItsName(asked);
        const callback = args.at(-1);
        if (isCallback(callback)) {
          const settled = endUnless(this, ANSWERED_WITHIN_MS);
          const settle = (...answer: unknown[]): void => {
            settled();
            this.#answeredAt = performance.now();
            if (answer[0] instanceof Error) failed(answer[0]);
            callback(...answer);
          };
          return Reflect.apply(send, this, [...args.slice(0, -1), settle]);
        }
        if (isSubmittable(args[0])) return Reflect.apply(send, this, args);
        const start = (): Promise<unknown> =>
          promised(
            (answered) => Reflect.apply(send, this, [...args, answered]),
            failed,
            () => {
              this.#answeredAt = performance.now();
            },
          );
        const request = currentRequest();
        if (request === undefined || isRollback(args[0])) return traced(start(), this);
        if (request.timeout !== null) return Promise.reject(request.timeout);
        return cancelledWith(request, start(), this, isCommit(args[0]) ? null : (config ?? {}));
      },
    });
  }

  /** Ends the connection if nothing was answered on it since a time. @param since ms of the process's clock */
  dropUnlessAnswered(since: number): void {
    if (this.#answeredAt < since) dropConnection(this, new Error('Nothing comes from the server any more'));
  }
}

/** A statement that is prepared, in the form in which the driver takes its name. */
function underItsName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined;
  return name === undefined ? args : [{ name, text, values, types: ROW_TYPES }, ...rest];
}

/** Ends a connection of a pool at once, whether it is busy or idle: the pool does not use it again. */
export function dropConnection(client: Client, reason: Error): void {
  // The pool listens while a connection is idle.
  client.emit('error', reason);
  void client.end();
}

/**
 * Drops the process's connections to a server that has sent nothing since a time. @param since ms of the process's
 * clock
 */
export function dropSilent(server: { host: string; port: number }, since: number): void {
  for (const client of open) {
    if (client.host === server.host && client.port === server.port) client.dropUnlessAnswered(since);
  }
}

/**
 * The answer to a statement that is sent with a callback. The client's own promises keep what each statement read
 * reachable until the next major collection: 16 KB for each page of lots, and ten times the time in minor ones
 * (docs/performance.md).
 */
function promised(
  start: (answered: (error: Error | null, result: unknown) => void) => void,
  failed: (error: Error) => void,
  settled: () => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start((error, result) => {
      settled();
      if (error === null || error === undefined) {
        resolve(result);
        return;
      }
      dropValues(error);
      failed(error);
      reject(error);
    });
  });
}

async function traced(running: Promise<unknown>, client: Client): Promise<unknown> {
  const settled = endUnless(client, ANSWERED_WITHIN_MS);
  try {
    return await running;
  } catch (error) {
    throw withTrace(error);
  } finally {
    settled();
  }
}

/** Ends a connection, with its running statement, after a delay. @returns cancels the delay */
function endUnless(client: Client, milliseconds: number, ended?: () => void): () => void {
  const timer = setTimeout(() => {
    void client.end();
    ended?.();
  }, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/** An error of a statement with the stack of the caller; its own stack ends at the socket. */
function withTrace(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, withTrace);
  return error;
}

/**
 * PostgreSQL quotes the rejected row, or the value that it could not read, in an error. Errors are written to logs and
 * to the queue's table, which must not hold names and locations: code, table, column and constraint are enough.
 */
function dropValues(error: Error): void {
  if (!(error instanceof DatabaseError)) return;
  error.detail = undefined;
  error.where = undefined;
  error.internalQuery = undefined;
  // Class 22, data exceptions: 'invalid input syntax for type uuid: "..."'.
  if (error.code?.startsWith('22')) error.message = error.message.replace(/".*"/su, '"..."');
}

/** @param config connection for a cancellation; null: not cancelled */
async function cancelledWith(
  request: RequestScope,
  running: Promise<unknown>,
  client: Client,
  config: ClientConfig | null,
): Promise<unknown> {
  let cancelling: Promise<void> | null = null;
  let cancelled = (): void => undefined;
  const settled = request.whenOver(() => {
    const late = Promise.withResolvers<void>();
    cancelled = endUnless(client, CANCELLED_WITHIN_MS, late.resolve);
    cancelling = config === null ? null : Promise.race([cancel(client, config), late.promise]);
  });
  try {
    return await running;
  } catch (error) {
    throw withTrace(error);
  } finally {
    settled();
    // A running cancellation must not hit the statement of the next user of the connection.
    await cancelling;
    cancelled();
  }
}

/** Over a separate connection: at such times all connections of the pool are likely to be in use. */
async function cancel(client: Client, config: ClientConfig): Promise<void> {
  const processId = 'processID' in client ? client.processID : null;
  const messenger = new Client(config);
  // If it cannot be sent, the statement ends by itself; the request has been answered already.
  messenger.on('error', () => undefined);
  const sent = endUnless(messenger, CANCELLED_WITHIN_MS);
  try {
    await messenger.connect();
    await messenger.query('select pg_cancel_backend($1)', [processId]);
  } catch {
    return;
  } finally {
    sent();
    await messenger.end().catch(() => undefined);
  }
}

function isRollback(query: unknown): boolean {
  return /^\s*rollback\b/i.test(textOf(query));
}

function isCommit(query: unknown): boolean {
  return /^\s*commit\b/i.test(textOf(query));
}

function textOf(query: unknown): string {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return typeof text === 'string' ? text : '';
}

function isCallback(argument: unknown): argument is (...answer: unknown[]) => void {
  return typeof argument === 'function';
}

/** Cursors and streams: they answer by themselves. */
function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query && typeof query.submit === 'function';
}
