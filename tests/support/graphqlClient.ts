import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

const answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }).optional() }))
    .optional(),
});

export interface GraphqlAnswer {
  status: number;
  // Tests read answers by the paths that the schema names; a wrong path fails the expectation that reads it.
  data: ReturnType<typeof JSON.parse>;
  errors: NonNullable<z.infer<typeof answer>['errors']>;
}

/** Events of a subscription as they come. */
export interface Stream {
  /** the next event; fails after 10 s without one */
  next(): Promise<ReturnType<typeof JSON.parse>>;
  close(): void;
}

export interface GraphqlClient {
  run(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer>;
  /** resolves once the server has begun the subscription */
  subscribe(query: string): Promise<Stream>;
}

const NEXT_WITHIN_MS = 40_000;

/** Speaks GraphQL over HTTP and web sockets. */
export function graphqlClient(url: string, token?: string): GraphqlClient {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    run: async (query, variables) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ query, variables }),
      });
      const body = answer.parse(await response.json());
      return { status: response.status, data: body.data, errors: body.errors ?? [] };
    },
    subscribe: (query) => follow(url, authorization, query),
  };
}

async function follow(url: string, connectionParams: Record<string, string>, query: string): Promise<Stream> {
  const client: Client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
  });
  const events = client.iterate({ query });
  // The server answers operations of a socket in order: once this one is answered, the subscription is under way.
  const probe = client.iterate({ query: '{ health { status } }' });
  await probe.next();
  return {
    next: async () => {
      const late = AbortSignal.timeout(NEXT_WITHIN_MS);
      const failure = new Promise<never>((_, reject) => {
        late.addEventListener('abort', () => reject(new Error('No event came')), { once: true });
      });
      const { value, done } = await Promise.race([events.next(), failure]);
      if (done) throw new Error('The subscription ended');
      if (value.errors) throw new Error(JSON.stringify(value.errors));
      return value.data;
    },
    close: () => void client.dispose(),
  };
}
