import type { RequestScope } from '../database/requestScope.ts';
import { requireUser, subjectOf, type Caller } from '../access/caller.ts';
import { IDEMPOTENCY_KEY, type Claim, type IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { invalid } from '../errors/refusal.ts';
import type { Answer } from './answer.ts';
import type { Route } from '../rest/route.ts';

export interface KeyedCall {
  keys: IdempotencyKeys;
  caller: Caller;
  /** the Idempotency-Key header */
  key: string | undefined;
  /** all that makes the request: method, address, body */
  request: string;
  deadlineMs: number;
  scope: RequestScope;
  /** whether an answer is stored; without it the next call with the key is carried out */
  kept?: (answer: Answer) => boolean;
}

/** Statuses that say nothing of the request itself: the next call under the key is carried out. */
const NOT_KEPT = new Set([401, 408, 413, 429]);

/**
 * Whether a route accepts Idempotency-Key (docs/spec/rest-api.md, 'Idempotency keys'): writes of known callers, except
 * sessions, GDPR and batches.
 */
export function takesIdempotencyKey(route: Pick<Route, 'method' | 'path' | 'access'>): boolean {
  return route.method !== 'GET' && route.access === 'staff' && !/^\/(auth|gdpr|batch)(\/|$)/.test(route.path);
}

/**
 * Carries out a call once for each key: the same call again gets the first answer, with `Idempotency-Replayed: true`.
 * Internal errors, timeouts, files and secrets that are shown once are not stored. A call whose process ended before it
 * answered is answered from the rows that it wrote (`carriedOutTarget`).
 * @param work never throws: its failures are answers
 * @throws Refused invalid for a malformed key; conflict as `IdempotencyKeys.begin`
 */
export async function answeredOnce(call: KeyedCall, work: () => Promise<Answer>): Promise<Answer> {
  const { key, caller, scope } = call;
  if (key === undefined || caller.kind !== 'user') return work();
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw invalid({ field: 'Idempotency-Key', said: CALL.key({}) });
  }
  const begun = await call.keys.begin({
    subject: subjectOf(requireUser(caller)),
    key,
    request: call.request,
    deadlineMs: call.deadlineMs,
    signal: scope.signal,
  });
  if ('status' in begun) return { ...begun, headers: { ...begun.headers, 'idempotency-replayed': 'true' } };
  scope.carriedOut = begun.carriedOut;
  scope.beforeCommit = (em) => begun.markWritten(em, scope.targets);
  const answer = await work();
  // The write is committed: a key that could not be settled answers 409 from now on.
  await settle(begun, answer, call.kept ?? isKept).catch(() => undefined);
  return answer;
}

async function settle(claim: Claim, answer: Answer, kept: (answer: Answer) => boolean): Promise<void> {
  const { status, headers, body } = answer;
  if (typeof body === 'string' && kept(answer)) await claim.keep({ status, headers, body });
  else await claim.release();
}

/** Answers that may be stored nowhere, such as a key that is shown once, are not stored here either. */
function isKept({ status, headers }: Answer): boolean {
  const stored = Object.entries(headers).every(
    ([name, value]) => !/^cache-control$/i.test(name) || value !== 'no-store',
  );
  return stored && status < 500 && !NOT_KEPT.has(status);
}
