import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { RequestTimeout, type RequestScope } from '../database/requestScope.ts';
import { LedgerAway } from '../ledger/ledger.ts';
import { messageOf, Refused, type FieldError, type Refusal } from '../refusal.ts';
import { contentDisposition } from './contentDisposition.ts';
import { failureEnvelope, REST_FAILURES, retryAfter, successEnvelope } from './envelope.ts';
import { TooDeep } from './jsonBody.ts';
import type { Route, RouteAnswer } from './route.ts';
import { TooLarge } from './upload.ts';

/** An answer as it goes out; `body` is JSON text unless it is a file. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | Readable;
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

export function success(route: Route, result: RouteAnswer, requestId: string): Answer {
  const status = result.status ?? route.status ?? 200;
  if ('file' in result) {
    const { name, mediaType, body, inline } = result.file;
    const headers = { 'content-type': mediaType, 'content-disposition': contentDisposition(name, inline) };
    return { status, headers: { ...headers, ...result.headers }, body };
  }
  const { data, message, repeated = false } = result;
  const body = repeated
    ? `{"data":${writtenOnce(data)},${JSON.stringify(successEnvelope(undefined, requestId, message)).slice(1)}`
    : JSON.stringify(successEnvelope(data, requestId, message));
  return { status, headers: { ...JSON_HEADERS, ...result.headers }, body };
}

const written = new WeakMap<object, string>();

function writtenOnce(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let text = written.get(data);
  if (text === undefined) {
    text = JSON.stringify(data);
    written.set(data, text);
  }
  return text;
}

export interface Failure {
  statusCode: number;
  error: string;
  message: string;
  details?: { field: string; message: string }[];
}

export function failure(what: Failure, requestId: string, headers: Record<string, string> = {}): Answer {
  return {
    status: what.statusCode,
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(failureEnvelope(what, requestId)),
  };
}

/** Errors that Fastify and its parsers raise before or while a handler runs, by status. */
const BEFORE_HANDLER: Record<number, { error: string; message: string }> = {
  400: { error: 'Validation failed', message: 'The request could not be read: its body is not valid JSON' },
  412: { error: 'Precondition failed', message: 'This is not as it was when it was read' },
  413: { error: 'Payload too large', message: 'The request body is larger than 1 MB' },
  414: { error: 'URI too long', message: 'The address is too long' },
  415: { error: 'Unsupported media type', message: 'Send the body as application/json' },
};

/** Maps every error to the envelope. @param onUnknown told of what is no refusal: it becomes one plain sentence */
export function errorAnswer(error: unknown, requestId: string, onUnknown: (error: unknown) => void): Answer {
  if (error instanceof Refused) {
    const { statusCode, error: short } = REST_FAILURES[error.refusal.kind];
    const seconds = retryAfter(error.refusal);
    const details = detailsOf(error.refusal);
    const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) };
    return failure({ statusCode, error: short, message: error.message, details }, requestId, headers);
  }
  if (error instanceof LedgerAway) {
    const message = 'The ledger cannot be reached now. Please try again later.';
    return failure({ statusCode: 503, error: 'Service unavailable', message }, requestId);
  }
  if (error instanceof RequestTimeout) {
    return failure({ statusCode: 503, error: 'Service unavailable', message: error.message }, requestId);
  }
  if (error instanceof TooLarge) {
    return failure({ statusCode: 413, error: 'Payload too large', message: error.message }, requestId);
  }
  const known = unreadable(error);
  if (known !== null) return failure(known, requestId);
  onUnknown(error);
  const message = 'A server error occurred. Please try again later.';
  return failure({ statusCode: 500, error: 'Server error', message }, requestId);
}

/** What Fastify, its parsers and its pages refuse of a request; null for any other error. */
export function unreadable(error: unknown): Failure | null {
  if (error instanceof TooDeep) return { statusCode: 400, error: 'Validation failed', message: error.message };
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const known = BEFORE_HANDLER[statusCode];
  return known === undefined ? null : { statusCode, ...known };
}

/** The fields that a refusal is about. */
function detailsOf(refusal: Refusal): FieldError[] | undefined {
  if (refusal.kind === 'invalid' || refusal.kind === 'conflict') return refusal.details;
  if (refusal.kind === 'wrong-password') return [{ field: 'currentPassword', message: messageOf(refusal) }];
  return undefined;
}

/**
 * Sends an answer. Unless it says otherwise, nobody on the way keeps it: most are for one person, and all are of the moment
 * (public specification, section 7). An answer that says so itself carries a secret and is not kept for its key either.
 */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).header('cache-control', 'no-store').headers(answer.headers).send(answer.body);
}

/** Tells a request's scope when its client has gone away, so that nobody reads on for it. */
export function leaveWhenGone(reply: FastifyReply, scope: RequestScope): void {
  reply.raw.once('close', () => scope.leave());
}

/**
 * Ends a request's scope with its answer. To be called when its work is done: what goes on for a client that has gone away
 * keeps its deadline until then.
 */
export function endWhenSent(reply: FastifyReply, scope: RequestScope): void {
  if (reply.raw.closed) scope.end();
  else reply.raw.once('close', () => scope.end());
}
