import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isConnectionError } from '../database/connectionErrors.ts';
import { isDiskFull } from '../database/diskSpace.ts';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { truncate } from '../../domain/text/truncate.ts';
import { DATABASE_RETRY_SECONDS, DISK_RETRY_SECONDS } from '../http/answer.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import { Refused, refusalMessage } from '../errors/refusal.ts';
import { GRAPHQL_CODES } from './failures.ts';

/** Codes of the program's own errors, Apollo's parsing and the limits; their messages may be shown. */
const SHOWN = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'TOO_MANY_REQUESTS',
  'QUERY_TOO_COMPLEX',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** Limits for the errors of a wrong operation: it contains the sender's own names, of any length and number. */
export const ERROR_LIMITS = { errors: 50, messageLength: 500, locations: 10 } as const;

export type ErrorLog = (error: unknown) => void;

/**
 * The error for a client, the same over HTTP and sockets: refusals with their code and fields, mistakes in the query
 * unchanged; every other error is logged and replaced by one plain sentence.
 */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown, log: ErrorLog): GraphQLFormattedError {
  // Apollo's own unwrapping expects a path, which an error before any field lacks.
  const original = thrown instanceof GraphQLError ? (thrown.originalError ?? thrown) : thrown;
  const place = { locations: formatted.locations?.slice(0, ERROR_LIMITS.locations), path: formatted.path };
  const internal = (said: Message, more: object = {}): GraphQLFormattedError => ({
    message: said.text,
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', said, ...more },
  });
  if (original instanceof Refused) {
    const { refusal } = original;
    return {
      message: original.message,
      ...place,
      extensions: {
        code: GRAPHQL_CODES[refusal.kind],
        said: refusalMessage(refusal),
        ...('details' in refusal && refusal.details !== undefined ? { details: refusal.details } : {}),
        ...('retryAfterSeconds' in refusal ? { retryAfterSeconds: refusal.retryAfterSeconds } : {}),
      },
    };
  }
  const code = formatted.extensions?.tooComplex === true ? 'QUERY_TOO_COMPLEX' : formatted.extensions?.code;
  if (typeof code === 'string' && SHOWN.has(code))
    return { message: cut(formatted).message, ...place, extensions: { code } };
  if (original instanceof LedgerAway) {
    return internal(REQUEST.ledgerAway({}));
  }
  if (isDiskFull(original)) return internal(REQUEST.diskFull({}), { retryAfterSeconds: DISK_RETRY_SECONDS });
  if (isConnectionError(original)) {
    return internal(REQUEST.databaseAway({}), { retryAfterSeconds: DATABASE_RETRY_SECONDS });
  }
  log(original);
  return internal(REQUEST.serverError({}));
}

/** The cut must not leave a part of a suggestion. */
function cut(error: GraphQLFormattedError): GraphQLFormattedError {
  if (error.message.length <= ERROR_LIMITS.messageLength) return error;
  return { ...error, message: truncate(withoutSuggestions(error).message, ERROR_LIMITS.messageLength) };
}

/** The errors of an operation that was not executed: above 50, a last one counts the rest. */
export function boundedErrors<Shown extends GraphQLFormattedError>(
  errors: readonly Shown[],
  counting: (message: string, code: string) => Shown,
): readonly Shown[] {
  const more = errors.length - ERROR_LIMITS.errors;
  if (more <= 0) return errors;
  return [...errors.slice(0, ERROR_LIMITS.errors), counting(`and ${more} more`, 'GRAPHQL_VALIDATION_FAILED')];
}

/**
 * Suggestions name fields that a caller may not have asked for; anonymous callers in production get none
 * (docs/spec/graphql-api.md, 'Limits of an operation').
 */
export function withoutSuggestions(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message } = error;
  // They end a message. The text before may be the caller's own, of any length, so a pattern would be slow.
  const at = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1;
  return at < 0 ? error : { ...error, message: message.slice(0, at) };
}
