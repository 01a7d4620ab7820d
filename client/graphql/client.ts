import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { OperationTypeNode } from 'graphql';
import { from, retry, switchMap, throwError, timeout, timer } from 'rxjs';
import { backoffMs, waitForTry } from './backoff.ts';
import { setSocketDown } from './connection.ts';
import { freshAnswers } from './freshAnswers.ts';
import { isUnauthenticated } from './messages.ts';
import { POSSIBLE_TYPES } from './possibleTypes.ts';
import { REQUEST_TIMEOUT_MS, refreshSession, tokens } from './session.ts';

/*
 * The Apollo client of the admin area; the public area never loads it.
 *   all:                responses older than a change event are requested again
 *   queries, mutations: errors (refresh and retry once) -> timeout -> token -> HTTP
 *   subscriptions:      graphql-ws, which reconnects without limit
 */

const RETRIED = 'manamRetried';

const expiredSession = new ErrorLink(({ error, operation, forward }) => {
  const context = operation.getContext();
  if (!isUnauthenticated(error) || context[RETRIED] === true) return undefined;
  const used: unknown = context['manamToken'];
  operation.setContext({ [RETRIED]: true });
  return from(refreshSession(typeof used === 'string' ? used : null)).pipe(
    switchMap((result) => (result === 'refreshed' ? forward(operation) : throwError(() => error))),
  );
});

const inTime = new ApolloLink((operation, forward) => forward(operation).pipe(timeout({ first: REQUEST_TIMEOUT_MS })));

const withToken = new SetContextLink(({ headers }) => {
  const accessToken = tokens.read()?.accessToken;
  return {
    // Store the token that was sent: after a rejection, the current token may already be another.
    manamToken: accessToken,
    headers: {
      ...headers,
      'X-GDPR-Consent': 'true',
      ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
    },
  };
});

/** Close codes for an expired (4403) or rejected (4401) token. */
const REFUSED_CLOSES = [4403, 4401];

/** @returns the socket, and whether it is disconnected */
function createSocket(onReconnected: () => void) {
  let refused: string | null = null;
  let used: string | null = null;
  let dropped = false;
  const socket = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (tries) => waitForTry(backoffMs(tries, Math.random()), window),
    keepAlive: 20_000,
    connectionAckWaitTimeout: REQUEST_TIMEOUT_MS,
    connectionParams: async () => {
      if (refused !== null) {
        await refreshSession(refused);
        refused = null;
      }
      used = tokens.read()?.accessToken ?? null;
      return used === null ? {} : { authorization: `Bearer ${used}` };
    },
    on: {
      connected: () => {
        setSocketDown(false);
        if (dropped) onReconnected();
        dropped = false;
      },
      closed: (event) => {
        // Not an error; do not report it to the user.
        const expired = event instanceof CloseEvent && REFUSED_CLOSES.includes(event.code);
        const done = event instanceof CloseEvent && event.code === 1000;
        if (expired) refused = used;
        if (!done) dropped = true;
        if (!expired && !done) setSocketDown(true);
      },
    },
  });
  return { socket, isDropped: () => dropped };
}

function createCache() {
  return new InMemoryCache({
    possibleTypes: POSSIBLE_TYPES,
    typePolicies: {
      Query: {
        fields: {
          // A page is identified by its arguments and replaced as a whole: the server decides its content.
          lots: { keyArgs: ['page', 'limit', 'filter', 'sort', 'order'], merge: false },
          alerts: { keyArgs: ['page', 'limit', 'filter'], merge: false },
          lot: { keyArgs: ['id'] },
        },
      },
      Lot: { keyFields: ['id'], fields: { satelliteSaid: { merge: false } } },
      Alert: { keyFields: ['id'] },
      User: { keyFields: ['id'] },
      // There is one.
      Cooperative: { keyFields: [] },
      // Objects without an identity; `listed` depends on the filter.
      SelectedLot: { keyFields: false },
      Activity: { keyFields: false },
      ProvenanceEntry: { keyFields: false },
      Message: { keyFields: false },
    },
  });
}

export function createGraphQLClient(): ApolloClient {
  // Events and responses during the disconnection are lost.
  const askAgain = () => void client.refetchQueries({ include: 'active' }).catch(() => undefined);
  const { socket, isDropped } = createSocket(askAgain);
  // A short outage keeps the socket. After a longer one, refetch once the socket reconnects.
  addEventListener('online', () => {
    if (!isDropped()) askAgain();
  });
  const overSocket = new GraphQLWsLink(socket);
  // Resubscribe after the server ended a subscription with an error (a restart, a limit).
  const live = new ApolloLink((operation) =>
    overSocket
      .request(operation)
      .pipe(retry({ delay: (_error, tries) => timer(backoffMs(tries, Math.random())), resetOnSuccess: true })),
  );
  const client = new ApolloClient({
    cache: createCache(),
    link: freshAnswers.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      live,
      ApolloLink.from([expiredSession, inTime, withToken, new HttpLink({ uri: '/graphql' })]),
    ),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });
  return client;
}
