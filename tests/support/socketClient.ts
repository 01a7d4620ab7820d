import { once } from 'node:events';
import { createClient, type FormattedExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';

type Answer = FormattedExecutionResult<ReturnType<typeof JSON.parse>, unknown>;

/** One operation under way on a socket. */
export interface Operation {
  /** answers in the order in which they came */
  answers: Answer[];
  /** resolves with the next answer that was not taken yet */
  next(): Promise<Answer>;
  /** resolves with errors that refused or ended it, empty when it completed */
  ended: Promise<readonly { message: string; extensions?: Record<string, unknown> }[]>;
  stop(): void;
}

export interface SocketClient {
  /** begins a query or a subscription */
  begin(query: string, variables?: Record<string, unknown>, extensions?: Record<string, unknown>): Operation;
  /** runs a query; its data, errors and extensions, whether it was refused or answered */
  run(
    query: string,
    variables?: Record<string, unknown>,
    extensions?: Record<string, unknown>,
  ): Promise<{ data?: Answer['data']; errors: Refusals; extensions?: unknown }>;
  /** resolves when the socket is closed by either side */
  closed: Promise<{ code: number; reason: string }>;
  close(): Promise<void>;
}

type Refusals = readonly { message: string; extensions?: Record<string, unknown> }[];

/** Opens one web socket, of an access token's owner or anonymous, and waits until the server took it, or closed it. */
export async function openSocket(url: string, token?: string): Promise<SocketClient> {
  const sockets: WebSocket[] = [];
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  class Opened extends WebSocket {
    constructor(address: string, protocols?: string | string[]) {
      super(address, protocols);
      sockets.push(this);
      // Also before it was taken: whose session has ended may be shut out while it is asked who they are.
      this.on('close', (code, reason) => {
        closed.resolve({ code, reason: reason.toString() });
        opened.resolve();
      });
    }
  }
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Opened,
    connectionParams: token === undefined ? {} : { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => undefined,
    on: {
      connected: () => opened.resolve(),
      error: (error) => opened.reject(error),
    },
  });
  await opened.promise;
  const [socket] = sockets;

  const begin: SocketClient['begin'] = (query, variables, extensions) => {
    const answers: Answer[] = [];
    const waiting: ((answer: Answer) => void)[] = [];
    let taken = 0;
    const ended = Promise.withResolvers<Refusals>();
    const stop = client.subscribe<ReturnType<typeof JSON.parse>>(
      { query, variables, extensions },
      {
        next: (answer) => {
          answers.push(answer);
          waiting.shift()?.(answer);
        },
        error: (error) => ended.resolve(Array.isArray(error) ? error : [{ message: describeEnd(error) }]),
        complete: () => ended.resolve([]),
      },
    );
    return {
      answers,
      ended: ended.promise,
      stop,
      next: () => {
        const known = answers[taken++];
        return known === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(known);
      },
    };
  };

  return {
    begin,
    run: async (query, variables, extensions) => {
      const operation = begin(query, variables, extensions);
      const refusals = await operation.ended;
      const [answer] = operation.answers;
      const errors = [...refusals, ...(answer?.errors ?? [])];
      return {
        data: answer?.data,
        errors,
        ...(answer?.extensions === undefined ? {} : { extensions: answer.extensions }),
      };
    },
    closed: closed.promise,
    close: async () => {
      if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
      const gone = once(socket, 'close');
      await client.dispose();
      await gone;
    },
  };
}

function describeEnd(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'object' && error !== null && 'code' in error ? `Closed with ${error.code}` : String(error);
}
