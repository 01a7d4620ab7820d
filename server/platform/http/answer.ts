import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError } from '../database/connectionErrors.ts';
import { isDiskFull } from '../database/diskSpace.ts';
import { RequestTimeout, type RequestScope } from '../database/requestScope.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import { Refused, refusalMessage, type FieldError, type Refusal } from '../errors/refusal.ts';
import { failureEnvelope, REST_FAILURES, retryAfter, type Failure } from './envelope.ts';
import { TooDeep } from './jsonBody.ts';
import { TooLarge } from '../rest/upload.ts';

/** An answer to be sent; `body` is JSON text unless it is a file. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | Readable;
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

export function failure(what: Failure, requestId: string, headers: Record<string, string> = {}): Answer {
  return {
    status: what.statusCode,
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(failureEnvelope(what, requestId)),
  };
}

/** Errors of Fastify and its parsers before or in a handler, by status. */
const BEFORE_HANDLER: Record<number, Pick<Failure, 'error' | 'said'>> = {
  400: { error: 'Validation failed', said: REQUEST.brokenJson({}) },
  412: { error: 'Precondition failed', said: REQUEST.notAsRead({}) },
  413: { error: 'Payload too large', said: REQUEST.largeBody({}) },
  414: { error: 'URI too long', said: REQUEST.longAddress({}) },
  415: { error: 'Unsupported media type', said: REQUEST.notJson({}) },
};

/** Seconds after which a call that met no database may be tried again: a server that restarts is back by then. */
export const DATABASE_RETRY_SECONDS = 5;
/** The same of a call that there was no room for. */
export const DISK_RETRY_SECONDS = 60;

/**
 * Maps every error to the envelope. @param onUnknown called with an error that is no refusal: it becomes one plain
 * sentence
 */
export function errorAnswer(error: unknown, requestId: string, onUnknown: (error: unknown) => void): Answer {
  if (error instanceof Refused) {
    const { statusCode, error: short } = REST_FAILURES[error.refusal.kind];
    const seconds = retryAfter(error.refusal);
    const details = detailsOf(error.refusal);
    const headers: Record<string, string> = seconds === null ? {} : { 'retry-after': String(seconds) };
    return failure({ statusCode, error: short, said: refusalMessage(error.refusal), details }, requestId, headers);
  }
  if (error instanceof LedgerAway) {
    return failure({ statusCode: 503, error: 'Service unavailable', said: REQUEST.ledgerAway({}) }, requestId);
  }
  if (error instanceof RequestTimeout) {
    return failure({ statusCode: 503, error: 'Service unavailable', said: REQUEST.timeout({}) }, requestId);
  }
  if (error instanceof TooLarge) {
    return failure({ statusCode: 413, error: 'Payload too large', said: error.said }, requestId);
  }
  if (isDiskFull(error)) {
    const what = { statusCode: 507, error: 'Insufficient storage', said: REQUEST.diskFull({}) };
    return failure(what, requestId, { 'retry-after': String(DISK_RETRY_SECONDS) });
  }
  if (isConnectionError(error)) {
    const headers = { 'retry-after': String(DATABASE_RETRY_SECONDS) };
    return failure(
      { statusCode: 503, error: 'Service unavailable', said: REQUEST.databaseAway({}) },
      requestId,
      headers,
    );
  }
  const known = unreadable(error);
  if (known !== null) return failure(known, requestId);
  onUnknown(error);
  return failure({ statusCode: 500, error: 'Server error', said: REQUEST.serverError({}) }, requestId);
}

/** What Fastify, its parsers and its pages refuse of a request; null for any other error. */
export function unreadable(error: unknown): Failure | null {
  if (error instanceof TooDeep) return { statusCode: 400, error: 'Validation failed', said: error.said };
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const known = BEFORE_HANDLER[statusCode];
  return known === undefined ? null : { statusCode, ...known };
}

/** The fields that a refusal is about. */
function detailsOf(refusal: Refusal): FieldError[] | undefined {
  if ('details' in refusal) return refusal.details;
  if (refusal.kind === 'wrong-password') return [fieldMessage('currentPassword', refusalMessage(refusal))];
  return undefined;
}

/**
 * Sends an answer. By default caches do not store it: most answers are for one person, and all change over time
 * (docs/spec/rest-api.md, 'Envelope'). An answer that forbids storing itself contains a secret and is not stored for
 * its idempotency key either.
 */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).header('cache-control', 'no-store').headers(answer.headers).send(answer.body);
}

/** Tells a request's scope when its client has disconnected, so that reads stop. */
export function leaveWhenGone(reply: FastifyReply, scope: RequestScope): void {
  reply.raw.once('close', () => scope.leave());
}

/**
 * Ends a request's scope with its answer. Call it when the work is done: work that continues for a disconnected client
 * keeps its deadline until then.
 */
export function endWhenSent(reply: FastifyReply, scope: RequestScope): void {
  if (reply.raw.closed) scope.end();
  else reply.raw.once('close', () => scope.end());
}

/** The answer to an error, which is logged. */
export function asAnswer(error: unknown, request: FastifyRequest): Answer {
  return errorAnswer(error, String(request.id), (unknown) => {
    const line = { err: unknown, requestId: request.id };
    if (isClientGone(unknown)) request.log.info(line, 'The client went away');
    else request.log.error(line, 'Request failed');
  });
}

/** The connection closed while a stream was read from it or sent on it: nothing failed here. */
function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Answers an error that was raised outside of a route's handler. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  return send(reply, asAnswer(error, request));
}

export function sendFailure(
  reply: FastifyReply,
  request: FastifyRequest,
  statusCode: number,
  error: string,
  said: Message,
): unknown {
  return send(reply, failure({ error, said, statusCode }, String(request.id)));
}
