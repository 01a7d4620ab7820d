import type { Message } from '../../domain/messages/message.ts';
import type { FieldError, Refusal, RefusalKind } from '../errors/refusal.ts';

/**
 * Status and short class of each refusal (docs/spec/rest-api.md, 'Envelope'). The compiler fails when one has no
 * mapping.
 */
export const REST_FAILURES: Record<RefusalKind, { statusCode: number; error: string }> = {
  invalid: { statusCode: 400, error: 'Validation failed' },
  unauthenticated: { statusCode: 401, error: 'Unauthorized' },
  'invalid-credentials': { statusCode: 401, error: 'Unauthorized' },
  'session-ended': { statusCode: 401, error: 'Unauthorized' },
  forbidden: { statusCode: 403, error: 'Forbidden' },
  'not-found': { statusCode: 404, error: 'Not found' },
  'username-taken': { statusCode: 409, error: 'Conflict' },
  'wrong-password': { statusCode: 400, error: 'Validation failed' },
  'last-admin': { statusCode: 409, error: 'Conflict' },
  'farmer-has-account': { statusCode: 409, error: 'Conflict' },
  'lot-id-taken': { statusCode: 409, error: 'Conflict' },
  'stale-version': { statusCode: 409, error: 'Conflict' },
  'stage-not-allowed': { statusCode: 409, error: 'Conflict' },
  'alert-step-not-allowed': { statusCode: 409, error: 'Conflict' },
  conflict: { statusCode: 409, error: 'Conflict' },
  gone: { statusCode: 410, error: 'Gone' },
  'too-many-requests': { statusCode: 429, error: 'Too many requests' },
};

/** `Retry-After` in seconds where the refusal carries one. */
export function retryAfter(refusal: Refusal): number | null {
  return 'retryAfterSeconds' in refusal ? (refusal.retryAfterSeconds ?? null) : null;
}

/** Success in the envelope (docs/spec/rest-api.md, 'Envelope'). */
export function successEnvelope(data: unknown, requestId: string, said?: Message): Record<string, unknown> {
  return {
    success: true,
    data,
    ...(said === undefined ? {} : { message: said.text, said }),
    requestId,
    timestamp: new Date().toISOString(),
  };
}

/** What is answered to a call that failed. */
export interface Failure {
  statusCode: number;
  /** its class, in short */
  error: string;
  said: Message;
  details?: FieldError[];
}

/** Failure in the envelope. `error`, `message` and `said` never contain internals. */
export function failureEnvelope(failure: Failure, requestId: string): Record<string, unknown> {
  const { error, said, statusCode, details } = failure;
  return {
    success: false,
    error,
    message: said.text,
    said,
    statusCode,
    requestId,
    timestamp: new Date().toISOString(),
    ...(details === undefined || details.length === 0 ? {} : { details }),
  };
}
