import type { GraphiQL } from 'graphiql';
import { createClient } from 'graphql-ws';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLFormattedError,
} from 'graphql';
import type { ComponentProps } from 'react';
import { Observable } from 'rxjs';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

/** Sends queries and mutations by POST and subscriptions by WebSocket, both with the headers of the Headers tab. */
export const fetcher: Fetcher = (request, options) => {
  const document = options?.documentAST;
  const operation = document && getOperationAST(document, request.operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION
    ? streamed(request, options?.headers ?? {})
    : posted(request, options?.headers ?? {});
};

type Request = Parameters<Fetcher>[0];

async function posted(request: Request, headers: Record<string, string>) {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json, application/json',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(request),
  });
  return answer.json();
}

/** One socket per subscription, since headers may change between two; it closes with its subscription. */
function streamed({ query, operationName, variables }: Request, headers: Record<string, string>) {
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: headers,
    retryAttempts: 0,
  });
  return new Observable<ExecutionResult<Record<string, unknown>, Record<string, unknown>>>((subscriber) =>
    client.subscribe(
      { query, operationName, variables },
      {
        next: ({ data, errors }) => subscriber.next({ data, errors: errors?.map(asError) }),
        error: (error) => subscriber.error(error instanceof CloseEvent ? closing(error) : error),
        complete: () => subscriber.complete(),
      },
    ),
  );
}

function asError({ message, locations, path, extensions }: GraphQLFormattedError): GraphQLError {
  return Object.assign(new GraphQLError(message, { path, extensions }), { locations });
}

function closing({ code, reason }: CloseEvent): Error {
  return new Error(`The server closed the socket (${code}${reason === '' ? '' : `: ${reason}`})`);
}
