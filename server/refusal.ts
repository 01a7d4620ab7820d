import type { Stage } from './domain/stages.ts';
import type { AlertOutcome, AlertStatus } from './domain/alerts.ts';

/** One field of the input that cannot be taken, and why. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * Everything that a service may refuse, as data. Each transport maps every kind (the compiler sees to it):
 * GraphQL in `graphql/failures.ts`, REST in `rest/envelope.ts`.
 */
export type Refusal =
  | { kind: 'invalid'; message: string; details: FieldError[] }
  | { kind: 'unauthenticated'; message: string }
  | { kind: 'invalid-credentials' }
  | { kind: 'session-ended' }
  | { kind: 'forbidden'; message: string }
  | { kind: 'not-found'; message: string }
  | { kind: 'username-taken'; username: string }
  | { kind: 'wrong-password' }
  | { kind: 'last-admin' }
  | { kind: 'lot-id-taken'; lotId: string }
  | { kind: 'stale-version'; currentVersion: number }
  | { kind: 'stage-not-allowed'; from: Stage; to: Stage; message: string }
  | { kind: 'alert-step-not-allowed'; from: AlertStatus; to: AlertStatus; outcome: AlertOutcome | null }
  | { kind: 'conflict'; message: string; details?: FieldError[] }
  | { kind: 'gone'; message: string }
  | { kind: 'too-many-requests'; message: string; retryAfterSeconds: number };

export type RefusalKind = Refusal['kind'];

/** Thrown by services; carries the refusal to the transport. */
export class Refused extends Error {
  override name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(messageOf(refusal));
    this.refusal = refusal;
  }
}

/** What a person reads. */
export function messageOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'invalid-credentials':
      return 'Invalid username or password';
    case 'session-ended':
      return 'Your session has ended. Please log in again.';
    case 'username-taken':
      return `Username ${refusal.username} is already taken`;
    case 'wrong-password':
      return 'Your current password is not right';
    case 'last-admin':
      return 'This is the last admin: make another one first';
    case 'lot-id-taken':
      return `Lot ID ${refusal.lotId} is already taken`;
    case 'stale-version':
      return 'Someone else changed this lot while you were editing it. Reload it and try again.';
    case 'alert-step-not-allowed':
      return alertStands(refusal);
    default:
      return refusal.message;
  }
}

/** What stands on an alert that a step was refused on. */
function alertStands({
  from,
  to,
  outcome,
}: {
  from: AlertStatus;
  to: AlertStatus;
  outcome: AlertOutcome | null;
}): string {
  if (from !== to) return `An alert that is ${from} cannot become ${to}`;
  const conclusion = from === 'resolved' ? ` ${outcome === null ? 'without an outcome' : `as ${outcome}`}` : '';
  return `This alert is ${from} already${conclusion}; what was noted then stands`;
}

/** Bad input of one or more fields. */
export function invalid(...details: FieldError[]): Refused {
  return new Refused({ kind: 'invalid', message: details[0]?.message ?? 'Validation failed', details });
}

export function notFound(what: 'Lot' | 'Alert' | 'User' | 'Report' | 'Session' | 'Key'): Refused {
  return new Refused({ kind: 'not-found', message: `${what} not found` });
}

/** A call without a token that counts (staff specification, section 8). */
export function pleaseLogIn(): Refused {
  return new Refused({ kind: 'unauthenticated', message: 'Please log in to continue.' });
}

export function forbidden(message = 'You do not have permission to perform this action.'): Refused {
  return new Refused({ kind: 'forbidden', message });
}
