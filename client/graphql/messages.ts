import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { z } from 'zod';

/*
 * What a person reads when a request fails (staff specification, section 8). Expected refusals are members of result unions: they are
 * data, carry their own message and never come here.
 */

/** Staff specification, section 8, 'Client error shape'. `statusCode` is null when no answer came. */
export interface ClientError {
  error: string;
  message: string;
  statusCode: number | null;
}

const UNEXPECTED = 'An unexpected error occurred.';
const NETWORK: ClientError = {
  error: 'Network error',
  message: 'Unable to connect to server. Please check your internet connection.',
  statusCode: null,
};
const TIMEOUT: ClientError = {
  error: 'Timeout',
  message: 'The request took too long to complete. Please try again.',
  statusCode: null,
};
export const PLEASE_LOG_IN = 'Please log in to continue.';

const UNAVAILABLE = 'Service temporarily unavailable. Please try again later.';

/** The general message mapper, by status code. */
const BY_STATUS: Record<number, { error: string; message: string }> = {
  400: { error: 'Validation failed', message: 'Invalid request. Please check your input and try again.' },
  401: {
    error: 'Unauthorized',
    message: 'You are not authorized to perform this action. Please log in again.',
  },
  403: { error: 'Forbidden', message: 'You do not have permission to perform this action.' },
  404: { error: 'Not found', message: 'The requested resource was not found.' },
  429: { error: 'Too many requests', message: 'Too many requests. Please wait a moment and try again.' },
  500: { error: 'Server error', message: 'A server error occurred. Please try again later.' },
  502: { error: 'Server error', message: UNAVAILABLE },
  503: { error: 'Server error', message: UNAVAILABLE },
  504: { error: 'Server error', message: UNAVAILABLE },
};

/** The codes of `extensions.code` that the server answers (interfaces, 'GraphQL'). */
const STATUS_OF_CODE: Record<string, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  BAD_USER_INPUT: 400,
  TOO_MANY_REQUESTS: 429,
  QUERY_TOO_COMPLEX: 400,
  INTERNAL_SERVER_ERROR: 500,
};

const GraphQLError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
const Body = z.object({ errors: z.array(GraphQLError).min(1) });

function graphQLErrors(error: unknown): z.infer<typeof GraphQLError>[] {
  if (CombinedGraphQLErrors.is(error)) return z.array(GraphQLError).safeParse(error.errors).data ?? [];
  if (!ServerError.is(error)) return [];
  try {
    return Body.parse(JSON.parse(error.bodyText)).errors;
  } catch {
    return [];
  }
}

function fromStatus(status: number, said?: string): ClientError {
  const known = BY_STATUS[status] ?? (status >= 500 ? BY_STATUS[500] : BY_STATUS[400]);
  const message = status === 400 && said ? said : (known?.message ?? UNEXPECTED);
  return { error: known?.error ?? 'Server error', message, statusCode: status };
}

function named(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Whether a request failed because its access token is missing, expired or revoked. */
export function isUnauthenticated(error: unknown): boolean {
  if (ServerError.is(error) && error.statusCode === 401) return true;
  return graphQLErrors(error).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
}

/**
 * The one shape of every failed request.
 * @param fallback what to say when nothing better is known, e.g. 'Failed to fetch lots'
 */
export function clientErrorOf(error: unknown, fallback = UNEXPECTED): ClientError {
  if (named(error, 'TimeoutError')) return TIMEOUT;
  const [first] = graphQLErrors(error);
  if (first !== undefined) {
    const code = first.extensions?.code;
    const status = code === undefined ? undefined : STATUS_OF_CODE[code];
    // A code that we do not know is a fault of the server's or of ours; its text may be meant for developers.
    if (status === undefined) return { error: 'Server error', message: fallback, statusCode: null };
    return fromStatus(status, code === 'BAD_USER_INPUT' ? first.message : undefined);
  }
  if (ServerError.is(error)) return fromStatus(error.statusCode);
  if (named(error, 'ServerParseError')) return fromStatus(502);
  // fetch rejects with a TypeError when no answer came; a closed socket is a CloseEvent.
  if (named(error, 'TypeError', 'NetworkError') || (typeof CloseEvent !== 'undefined' && error instanceof CloseEvent)) {
    return NETWORK;
  }
  return {
    error: 'Request error',
    message: error instanceof Error && error.message !== '' ? error.message : fallback,
    statusCode: null,
  };
}

/** The sentence of a failed request; see `clientErrorOf`. */
export function messageOf(error: unknown, fallback?: string): string {
  return clientErrorOf(error, fallback).message;
}
