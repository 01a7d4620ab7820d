import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { Refused, refusalMessage, type RefusalKind } from '../errors/refusal.ts';
import { AlertStatusEnum, ProcessStageEnum } from './enums.ts';
import { MessageType } from './messageType.ts';
import type { AlertOutcome, AlertStatus } from '../../domain/alert/alerts.ts';
import type { Stage } from '../../domain/lot/stages.ts';

/** The fields of every expected failure. */
@InterfaceType('Failure', { description: 'What every expected failure says; ask for it where a result is a union' })
export abstract class FailureType {
  @Field(() => String, { description: 'What a person reads; its words may change' })
  message!: string;

  @Field(() => MessageType, { description: 'The message with its code, which keeps its meaning' })
  said!: MessageType;
}

@ObjectType({ implements: FailureType, description: 'User name or password are wrong; it is not said which' })
export class InvalidCredentials extends FailureType {}

@ObjectType({ implements: FailureType, description: 'Too many failures in a quarter of an hour' })
export class TooManyAttempts extends FailureType {
  @Field(() => Int, { description: 'Seconds to wait' })
  retryAfterSeconds!: number;
}

@ObjectType({
  implements: FailureType,
  description: 'The refresh token is unknown, expired or was used before; log in again',
})
export class SessionEnded extends FailureType {}

@ObjectType({ implements: FailureType, description: 'There is no such thing, or it is out of sight' })
export class NotFound extends FailureType {}

@ObjectType({ implements: FailureType, description: 'Another account has this user name, compared without case' })
export class UsernameTaken extends FailureType {
  @Field(() => String, { description: 'The name that was asked for' })
  username!: string;
}

@ObjectType({
  implements: FailureType,
  description: 'The current password that was given is not right; it counts as a failed login',
})
export class WrongPassword extends FailureType {}

@ObjectType({ implements: FailureType, description: 'The change would leave no enabled admin' })
export class LastAdmin extends FailureType {}

@ObjectType({
  implements: FailureType,
  description: 'The farmer has an account: they erase it themselves, or it is disabled first',
})
export class FarmerHasAccount extends FailureType {}

@ObjectType({ implements: FailureType, description: 'Another lot has, or had, this number' })
export class LotIdTaken extends FailureType {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'The field that names it, where several lots are made' })
  field!: string | null;
}

@ObjectType({
  implements: FailureType,
  description: 'Somebody else changed it since it was read; nothing was overwritten',
})
export class VersionConflict extends FailureType {
  @Field(() => Int, { description: 'The version that it has now' })
  currentVersion!: number;
}

@ObjectType({ implements: FailureType, description: 'A lot only moves forward, and not after it was delivered' })
export class StageNotAllowed extends FailureType {
  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  from!: Stage;

  @Field(() => ProcessStageEnum, { description: 'The stage that was asked for' })
  to!: Stage;
}

@ObjectType({
  implements: FailureType,
  description: 'An alert that is closed stays closed, with the outcome and the note that it was closed with',
})
export class AlertStepNotAllowed extends FailureType {
  @Field(() => AlertStatusEnum, { description: 'The state that it is in' })
  from!: AlertStatus;

  @Field(() => AlertStatusEnum, { description: 'The state that was asked for' })
  to!: AlertStatus;

  @Field(() => String, {
    nullable: true,
    description: "The outcome that stands: 'No Deforestation' or 'Deforestation Detected'; null without one",
  })
  outcome!: AlertOutcome | null;
}

function filled<T extends object>(type: new () => T, values: T): T {
  return Object.assign(new type(), values);
}

/** The union member for a refusal that is an expected failure; null for one that belongs in `errors[]`. */
function memberOf(refused: Refused): FailureType | null {
  const { refusal } = refused;
  const said = refusalMessage(refusal);
  const what = { message: said.text, said };
  switch (refusal.kind) {
    case 'invalid-credentials':
      return filled(InvalidCredentials, what);
    case 'too-many-requests':
      return filled(TooManyAttempts, { ...what, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'session-ended':
      return filled(SessionEnded, what);
    case 'not-found':
      return filled(NotFound, what);
    case 'username-taken':
      return filled(UsernameTaken, { ...what, username: refusal.username });
    case 'wrong-password':
      return filled(WrongPassword, what);
    case 'last-admin':
      return filled(LastAdmin, what);
    case 'farmer-has-account':
      return filled(FarmerHasAccount, what);
    case 'lot-id-taken':
      return filled(LotIdTaken, { ...what, lotId: refusal.lotId, field: refusal.details?.[0]?.field ?? null });
    case 'stale-version':
      return filled(VersionConflict, { ...what, currentVersion: refusal.currentVersion });
    case 'stage-not-allowed':
      return filled(StageNotAllowed, { ...what, from: refusal.from, to: refusal.to });
    case 'alert-step-not-allowed':
      return filled(AlertStepNotAllowed, {
        ...what,
        from: refusal.from,
        to: refusal.to,
        outcome: refusal.outcome,
      });
    case 'invalid':
    case 'unauthenticated':
    case 'forbidden':
    case 'conflict':
    case 'gone':
      return null;
  }
}

/**
 * Turns the refusals in a field's result union into its members; every other error is thrown on to `errors[]`.
 * @param members the failure types of that union
 */
export async function orFailure<T, F extends FailureType>(
  members: readonly (new () => F)[],
  work: () => Promise<T>,
): Promise<T | F> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) {
      const failure = memberOf(error);
      const type = members.find((member) => failure instanceof member);
      if (type && failure instanceof type) return failure;
    }
    throw error;
  }
}

/** `extensions.code` of a refusal that ends in `errors[]` (docs/spec/graphql-api.md, 'Errors'). */
export const GRAPHQL_CODES: Record<RefusalKind, string> = {
  invalid: 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  'invalid-credentials': 'UNAUTHENTICATED',
  'session-ended': 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  'not-found': 'BAD_USER_INPUT',
  'username-taken': 'BAD_USER_INPUT',
  'wrong-password': 'BAD_USER_INPUT',
  'last-admin': 'BAD_USER_INPUT',
  'farmer-has-account': 'BAD_USER_INPUT',
  'lot-id-taken': 'BAD_USER_INPUT',
  'stale-version': 'BAD_USER_INPUT',
  'stage-not-allowed': 'BAD_USER_INPUT',
  'alert-step-not-allowed': 'BAD_USER_INPUT',
  conflict: 'BAD_USER_INPUT',
  gone: 'BAD_USER_INPUT',
  'too-many-requests': 'TOO_MANY_REQUESTS',
};
