import { Client, DatabaseError, type ClientConfig } from 'pg';
import { currentRequest, type RequestScope } from './requestScope.ts';

/**
 * A connection whose statements end with the request that they are made for: at its deadline the running one is
 * cancelled in PostgreSQL, and no other is sent but ROLLBACK, so nothing is committed after the request was answered.
 *
 * Statements sent with a callback are left alone: the pool sends those in the context of whoever gave the connection
 * back.
 */
export class CancellableClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    // What breaks a connection also fails the statement under way; without a listener it would end the process as well.
    this.on('error', () => undefined);
    const send = this.query;
    Object.defineProperty(this, 'query', {
      value: (...args: unknown[]): unknown => {
        if (typeof args.at(-1) === 'function' || isSubmittable(args[0])) return Reflect.apply(send, this, args);
        const start = (): Promise<unknown> => promised((answered) => Reflect.apply(send, this, [...args, answered]));
        const request = currentRequest();
        if (request === undefined || isRollback(args[0])) return traced(start());
        if (request.timeout !== null) return Promise.reject(request.timeout);
        return cancelledWith(request, start(), this, config);
      },
    });
  }
}

/**
 * The answer to a statement that is sent with a callback. The client's own promises keep what each statement read
 * reachable until the next major collection: 16 KB for each page of lots, and ten times the time in minor ones
 * (docs/performance.md).
 */
function promised(start: (answered: (error: Error | null, result: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start((error, result) => {
      if (error === null || error === undefined) {
        resolve(result);
        return;
      }
      dropValues(error);
      reject(error);
    });
  });
}

async function traced(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running;
  } catch (error) {
    throw withTrace(error);
  }
}

/** An error of a statement with the trace of who asked, in place of one that leads to the socket alone. */
function withTrace(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, withTrace);
  return error;
}

/**
 * PostgreSQL quotes the refused row, or the value that it could not read, in what it says of an error. Errors end in logs
 * and in the queue's table, which hold no names and places: its code, table, column and constraint say enough.
 */
function dropValues(error: Error): void {
  if (!(error instanceof DatabaseError)) return;
  error.detail = undefined;
  error.where = undefined;
  error.internalQuery = undefined;
  // Class 22, data exceptions: 'invalid input syntax for type uuid: "..."'.
  if (error.code?.startsWith('22')) error.message = error.message.replace(/".*"/su, '"..."');
}

async function cancelledWith(
  request: RequestScope,
  running: Promise<unknown>,
  client: Client,
  config: ClientConfig | undefined,
): Promise<unknown> {
  let cancelling: Promise<void> | null = null;
  const settled = request.whenOver(() => {
    cancelling = cancel(client, config);
  });
  try {
    return await running;
  } catch (error) {
    throw withTrace(error);
  } finally {
    settled();
    // A cancellation under way must not meet the statement of whoever gets the connection next.
    await cancelling;
  }
}

/** Over a connection of its own: at such times the pool's are likely to be all taken. */
async function cancel(client: Client, config: ClientConfig | undefined): Promise<void> {
  const processId = 'processID' in client ? client.processID : null;
  const messenger = new Client(config);
  // When it cannot be sent, the statement ends by itself; the request has been answered all the same.
  messenger.on('error', () => undefined);
  try {
    await messenger.connect();
    await messenger.query('select pg_cancel_backend($1)', [processId]);
  } catch {
    return;
  } finally {
    await messenger.end().catch(() => undefined);
  }
}

function isRollback(query: unknown): boolean {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return typeof text === 'string' && /^\s*rollback\b/i.test(text);
}

/** Cursors and streams: they answer by themselves. */
function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query && typeof query.submit === 'function';
}
