import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { z } from 'zod/mini';
import { isMessage, type Message } from '../../server/domain/messages/message.ts';
import type { MessageCode } from '../../server/domain/messages/registry.ts';
import { localizedText } from '../words/localizedTexts.ts';
import type { StaffId, StaffWords } from '../words/staffWords.ts';

/*
 * User messages of failed requests (docs/spec/error-messages.md, 'Client error'). Expected refusals are members of
 * result unions: they are data with their own message and are not handled here. GraphQL `errors` are mapped by code:
 * `extensions.code` is the class, `extensions.said` and `details` give the reason. The status is used only without
 * codes.
 */

/** docs/spec/error-messages.md, 'Client error'. `statusCode` is null without a response. */
export interface ClientError {
  error: string;
  message: string;
  statusCode: number | null;
}

/** The kind of a failure, without text. */
interface Failure {
  name: StaffId;
  /** its message; null: the message of the attempted action or of the failure itself is better */
  sentence: StaffId | null;
  statusCode: number | null;
  /** the server's message code, or a text of the failure itself */
  said?: Message | string;
}

const NETWORK: Failure = { name: 'failure.network', sentence: 'failure.network.text', statusCode: null };
const TIMEOUT: Failure = { name: 'failure.timeout', sentence: 'failure.timeout.text', statusCode: null };

type Known = Pick<Failure, 'name' | 'sentence'>;
const INVALID: Known = { name: 'failure.invalid', sentence: 'failure.invalid.text' };
const SERVER: Known = { name: 'failure.server', sentence: 'code.request.server_error' };
const UNAVAILABLE: Known = { name: 'failure.server', sentence: 'failure.unavailable.text' };

/** Default messages by status code. */
const BY_STATUS: Record<number, Known> = {
  400: INVALID,
  401: { name: 'failure.unauthorized', sentence: 'failure.unauthorized.text' },
  403: { name: 'failure.forbidden', sentence: 'code.refused.forbidden' },
  404: { name: 'failure.notFound', sentence: 'code.not_found.resource' },
  429: { name: 'failure.tooMany', sentence: 'failure.tooMany.text' },
  500: SERVER,
  502: UNAVAILABLE,
  503: UNAVAILABLE,
  504: UNAVAILABLE,
};

type ByCode = Known & { statusCode: number };
const INVALID_INPUT: ByCode = { ...INVALID, statusCode: 400 };

/** The classes of `extensions.code` of the server (docs/spec/graphql-api.md, 'Errors'). */
const BY_CLASS = new Map<string, ByCode>([
  ['UNAUTHENTICATED', { name: 'failure.unauthorized', sentence: 'failure.unauthorized.text', statusCode: 401 }],
  ['FORBIDDEN', { name: 'failure.forbidden', sentence: 'code.refused.forbidden', statusCode: 403 }],
  ['BAD_USER_INPUT', INVALID_INPUT],
  ['TOO_MANY_REQUESTS', { name: 'failure.tooMany', sentence: 'failure.tooMany.text', statusCode: 429 }],
  ['QUERY_TOO_COMPLEX', INVALID_INPUT],
  ['INTERNAL_SERVER_ERROR', { ...SERVER, statusCode: 500 }],
]);

/** Codes within a class that have their own message. */
const BY_SAID = new Map<string, ByCode>(
  (
    ['request.ledger_away', 'request.database_away', 'request.disk_full', 'request.timeout'] satisfies MessageCode[]
  ).map((code) => [code, { ...UNAVAILABLE, statusCode: 503 }]),
);

const messageShape = z.custom<Message>(isMessage);
const GraphQLError = z.object({
  message: z.string(),
  extensions: z.optional(
    z.object({
      code: z.optional(z.string()),
      // oxlint-disable-next-line promise/valid-params -- zod's
      said: z.catch(z.optional(messageShape), undefined),
      // oxlint-disable-next-line promise/valid-params -- zod's
      details: z.catch(z.optional(z.array(z.object({ field: z.optional(z.string()), said: messageShape }))), undefined),
    }),
  ),
});
const Body = z.object({ errors: z.array(GraphQLError).check(z.minLength(1)) });

function graphQLErrors(error: unknown): z.infer<typeof GraphQLError>[] {
  if (CombinedGraphQLErrors.is(error)) return z.array(GraphQLError).safeParse(error.errors).data ?? [];
  if (!ServerError.is(error)) return [];
  try {
    return Body.parse(JSON.parse(error.bodyText)).errors;
  } catch {
    return [];
  }
}

function fromStatus(statusCode: number): Failure {
  const known = BY_STATUS[statusCode] ?? (statusCode >= 500 ? SERVER : INVALID);
  return { ...known, statusCode };
}

function fromCodes({ message, extensions }: z.infer<typeof GraphQLError>): Failure {
  const known = BY_SAID.get(extensions?.said?.code ?? '') ?? BY_CLASS.get(extensions?.code ?? '');
  // An unknown code is a bug in the server or client; its text may be meant for developers.
  if (known === undefined) return { name: 'failure.server', sentence: null, statusCode: null };
  if (extensions?.code !== 'BAD_USER_INPUT') return known;
  // For invalid input, the first field gives the reason.
  return { ...known, said: extensions.details?.[0]?.said ?? extensions.said ?? message };
}

function named(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Whether a request failed because its access token is missing, expired or revoked. */
export function isUnauthenticated(error: unknown): boolean {
  if (ServerError.is(error) && error.statusCode === 401) return true;
  return graphQLErrors(error).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
}

function failureOf(error: unknown): Failure {
  if (named(error, 'TimeoutError')) return TIMEOUT;
  const [first] = graphQLErrors(error);
  if (first !== undefined) return fromCodes(first);
  if (ServerError.is(error)) return fromStatus(error.statusCode);
  if (named(error, 'ServerParseError')) return fromStatus(502);
  // fetch rejects with a TypeError without a response; a closed socket is a CloseEvent.
  if (named(error, 'TypeError', 'NetworkError') || (typeof CloseEvent !== 'undefined' && error instanceof CloseEvent)) {
    return NETWORK;
  }
  const own = error instanceof Error && error.message !== '' ? { said: error.message } : {};
  return { name: 'failure.request', sentence: null, statusCode: null, ...own };
}

/** The response's status; null without a response. */
export function statusOf(error: unknown): number | null {
  return failureOf(error).statusCode;
}

/** The message code of a failed request; null if it has none. */
export function errorCode(error: unknown): string | null {
  const { said } = failureOf(error);
  return typeof said === 'object' ? said.code : null;
}

/** The field that the message of refused input is about, e.g. 'outputs.0.lotId'; null if it names none. */
export function refusedField(error: unknown): string | null {
  return graphQLErrors(error)[0]?.extensions?.details?.[0]?.field ?? null;
}

/**
 * Maps any failed request to a `ClientError`.
 * @param fallback message to use if there is no better one, e.g. 'Failed to fetch lots'
 */
export function clientErrorOf(words: StaffWords, error: unknown, fallback?: string): ClientError {
  const { say } = words;
  const { name, sentence, statusCode, said: told } = failureOf(error);
  const known = sentence === null ? (fallback ?? say('failure.request.text')) : say(sentence);
  const shown = typeof told === 'object' ? localizedText(words, told) : told;
  return { error: say(name), message: shown ?? known, statusCode };
}

/** The message of a failed request; see `clientErrorOf`. */
export function errorMessage(words: StaffWords, error: unknown, fallback?: string): string {
  return clientErrorOf(words, error, fallback).message;
}

/** The message of a failed REST call by status; null without a response. */
export function messageOfStatus({ say }: StaffWords, statusCode: number | null): string {
  const { sentence } = statusCode === null ? NETWORK : fromStatus(statusCode);
  return say(sentence ?? 'failure.request.text');
}
