import { fieldMessage, type FieldMessage } from '../../domain/messages/fieldMessages.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { OTHER, type Message } from '../../domain/messages/message.ts';
import type { AlertOutcome, AlertStatus } from '../../domain/alert/alerts.ts';

/** One field of the input that cannot be taken, and why. */
export type FieldError = FieldMessage;

/**
 * Everything that a service may refuse, as data. Each transport maps every kind (the compiler sees to it):
 * GraphQL in `graphql/failures.ts`, REST in `http/envelope.ts`.
 */
export type Refusal =
  | { kind: 'invalid'; message: string; details: FieldError[] }
  | { kind: 'unauthenticated'; said: Message }
  | { kind: 'invalid-credentials' }
  | { kind: 'session-ended' }
  | { kind: 'forbidden'; said: Message }
  | { kind: 'not-found'; said: Message }
  | { kind: 'username-taken'; username: string }
  | { kind: 'wrong-password' }
  | { kind: 'last-admin' }
  | { kind: 'farmer-has-account' }
  | { kind: 'lot-id-taken'; lotId: string; details?: FieldError[] }
  | {
      kind: 'stale-version';
      currentVersion: number;
      of?: 'plot' | 'cooperative' | 'farm' | 'party' | 'consignment' | 'statement' | 'assessment';
    }
  | { kind: 'stage-not-allowed'; from: Stage; to: Stage; said: Message }
  | { kind: 'alert-step-not-allowed'; from: AlertStatus; to: AlertStatus; outcome: AlertOutcome | null }
  | { kind: 'conflict'; said: Message; details?: FieldError[]; retryAfterSeconds?: number }
  | { kind: 'gone'; said: Message }
  | { kind: 'too-many-requests'; said: Message; retryAfterSeconds: number };

export type RefusalKind = Refusal['kind'];

/** Thrown by services; carries the refusal to the transport. */
export class Refused extends Error {
  override name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusalMessage(refusal).text);
    this.refusal = refusal;
  }
}

const STALE = {
  lot: REFUSED.staleVersion,
  plot: REFUSED.stalePlot,
  farm: REFUSED.staleFarm,
  cooperative: REFUSED.staleCooperative,
  party: REFUSED.staleParty,
  consignment: REFUSED.staleConsignment,
  statement: REFUSED.staleStatement,
  assessment: REFUSED.staleAssessment,
};

/** What a person reads, with its code. */
export function refusalMessage(refusal: Refusal): Message {
  switch (refusal.kind) {
    case 'invalid': {
      const { message, details } = refusal;
      return REFUSED.invalid({ fields: details.map(({ field }) => field), first: message });
    }
    case 'invalid-credentials':
      return REFUSED.invalidCredentials({});
    case 'session-ended':
      return REFUSED.sessionEnded({});
    case 'username-taken':
      return REFUSED.usernameTaken({ username: refusal.username });
    case 'wrong-password':
      return REFUSED.wrongPassword({});
    case 'last-admin':
      return REFUSED.lastAdmin({});
    case 'farmer-has-account':
      return REFUSED.farmerHasAccount({});
    case 'lot-id-taken':
      return REFUSED.lotIdTaken({ lotId: refusal.lotId });
    case 'stale-version':
      return STALE[refusal.of ?? 'lot']({ currentVersion: refusal.currentVersion });
    case 'alert-step-not-allowed':
      return alertStands(refusal);
    default:
      return refusal.said;
  }
}

/** The state of an alert for which a step was rejected. */
function alertStands({
  from,
  to,
  outcome,
}: {
  from: AlertStatus;
  to: AlertStatus;
  outcome: AlertOutcome | null;
}): Message {
  if (from !== to) return REFUSED.alertStep({ from, to });
  if (from !== 'resolved') return REFUSED.alertStands({ status: from });
  return outcome === null ? REFUSED.alertResolved({}) : REFUSED.alertResolvedAs({ outcome });
}

/** Why a field is rejected; a text if the reason has no code yet. */
export type FieldFault = { field: string } & ({ said: Message } | { message: string });

/** Bad input of one or more fields. */
export function invalid(...faults: FieldFault[]): Refused {
  const details = faults.map((fault) =>
    fieldMessage(fault.field, 'said' in fault ? fault.said : OTHER({ text: fault.message })),
  );
  return new Refused({ kind: 'invalid', message: details[0]?.message ?? 'Validation failed', details });
}

const NOT_FOUND = {
  Lot: REFUSED.lotNotFound,
  Alert: REFUSED.alertNotFound,
  User: REFUSED.userNotFound,
  Report: REFUSED.reportNotFound,
  Session: REFUSED.sessionNotFound,
  Key: REFUSED.keyNotFound,
  Invitation: REFUSED.invitationNotFound,
  AccountLink: REFUSED.accountLinkOver,
  File: REFUSED.fileNotFound,
  Hook: REFUSED.hookNotFound,
  Plot: REFUSED.plotNotFound,
  Farm: REFUSED.farmNotFound,
  Import: REFUSED.importNotFound,
  Party: REFUSED.partyNotFound,
  Document: REFUSED.documentNotFound,
  Assessment: REFUSED.assessmentNotFound,
  Measure: REFUSED.measureNotFound,
  Concern: REFUSED.concernNotFound,
  Transformation: REFUSED.transformationNotFound,
  Consignment: REFUSED.consignmentNotFound,
  Statement: REFUSED.statementNotFound,
  StatementPackage: REFUSED.statementPackageNotFound,
  BuyerLink: REFUSED.buyerLinkNotFound,
  BuyerTask: REFUSED.buyerTaskNotFound,
  ShippingReview: REFUSED.shippingReviewNotFound,
  SavedView: REFUSED.savedViewNotFound,
};

export function notFound(what: keyof typeof NOT_FOUND): Refused {
  return new Refused({ kind: 'not-found', said: NOT_FOUND[what]({}) });
}

/** A call without a token that counts (docs/spec/error-messages.md, 'Client error'). */
export function pleaseLogIn(): Refused {
  return new Refused({ kind: 'unauthenticated', said: REFUSED.pleaseLogIn({}) });
}

export function forbidden(said: Message = REFUSED.forbidden({})): Refused {
  return new Refused({ kind: 'forbidden', said });
}
