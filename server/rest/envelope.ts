import type { Refusal, RefusalKind } from '../refusal.ts';

/** Status and short class of each refusal (interfaces, 'REST: rules'). The compiler fails when one has no mapping. */
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
  return refusal.kind === 'too-many-requests' ? refusal.retryAfterSeconds : null;
}

/** Success in the envelope (interfaces, 'REST: rules'). */
export function successEnvelope(data: unknown, requestId: string, message?: string): Record<string, unknown> {
  return {
    success: true,
    data,
    ...(message === undefined ? {} : { message }),
    requestId,
    timestamp: new Date().toISOString(),
  };
}

/** Failure in the envelope. Nothing internal is ever in `error` or `message`. */
export function failureEnvelope(
  failure: { error: string; message: string; statusCode: number; details?: { field: string; message: string }[] },
  requestId: string,
): Record<string, unknown> {
  const { details, ...rest } = failure;
  return {
    success: false,
    ...rest,
    requestId,
    timestamp: new Date().toISOString(),
    ...(details === undefined || details.length === 0 ? {} : { details }),
  };
}
