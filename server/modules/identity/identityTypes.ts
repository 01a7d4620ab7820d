import { createUnionType, Field, ID, ObjectType } from 'type-graphql';
import { ACTIONS, grantOf, type PermissionTable, type Role } from '../../domain/access/permissions.ts';
import { RoleEnum } from '../../platform/graphql/enums.ts';
import {
  InvalidCredentials,
  NotFound,
  SessionEnded,
  TooManyAttempts,
  WrongPassword,
} from '../../platform/graphql/failures.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { subjectOf, type UserCaller } from '../../platform/access/caller.ts';
import type { SessionTokens } from './identityService.ts';

@ObjectType('User', { description: 'Whoever is signed in: a person, or a partner by their key' })
export class UserType {
  @Field(() => ID, { description: 'Of the account; of the key for a partner' })
  id!: string;

  @Field(() => String, { description: 'The first characters of the key for a partner' })
  username!: string;

  @Field(() => String, { description: 'As history and ledger name them' })
  name!: string;

  @Field(() => RoleEnum, { description: 'What they may do' })
  role!: Role;

  @Field(() => String, { description: 'Empty when none is kept' })
  email!: string;

  @Field(() => String, { description: 'Upper-case; empty for whoever belongs to no farm' })
  farmId!: string;

  @Field(() => [String], { description: 'The actions that the role is granted' })
  permissions!: string[];
}

@ObjectType('Session', { description: 'What a person holds after login or refresh' })
export class SessionType {
  @Field(() => UserType, { description: 'Who signed in' })
  user!: UserType;

  @Field(() => String, { description: 'Sent as bearer token; lives for 15 minutes' })
  accessToken!: string;

  @Field(() => String, { description: 'Exchanged once for new tokens' })
  refreshToken!: string;

  @Field(() => DateTime, { description: 'When the access token ends' })
  accessTokenExpiresAt!: Date;
}

@ObjectType({ description: 'The answer to a logout' })
export class LoggedOut {
  @Field(() => Boolean, { description: 'False for a token that is unknown or belongs to somebody else' })
  loggedOut!: boolean;
}

export const LoginResult = createUnionType({
  name: 'LoginResult',
  description: 'What a login may answer',
  types: () => [SessionType, InvalidCredentials, TooManyAttempts] as const,
});

export const RefreshSessionResult = createUnionType({
  name: 'RefreshSessionResult',
  description: 'What exchanging a refresh token may answer',
  types: () => [SessionType, SessionEnded] as const,
});

@ObjectType({ description: "One of a person's open sessions" })
export class OpenSession {
  @Field(() => ID, { description: 'For `endSession`' })
  id!: string;

  @Field(() => DateTime, { description: 'When the person logged in' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When its tokens were last renewed' })
  lastUsedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description:
      "Family of the browser and of the system at sign-in, such as 'Firefox on Windows'; null where neither is known",
  })
  device!: string | null;

  @Field(() => Boolean, { description: 'The session that asks' })
  current!: boolean;
}

@ObjectType({ description: 'The session was ended' })
export class EndedSession {
  @Field(() => Boolean, { description: 'Always true' })
  ended!: boolean;
}

@ObjectType({ description: 'The password was changed; all other sessions have ended' })
export class PasswordChanged {
  @Field(() => Boolean, { description: 'Always true' })
  changed!: boolean;
}

export const ChangePasswordResult = createUnionType({
  name: 'ChangePasswordResult',
  description: "What changing one's own password may answer",
  types: () => [PasswordChanged, WrongPassword, TooManyAttempts] as const,
});

export const EndSessionResult = createUnionType({
  name: 'EndSessionResult',
  description: "What ending one of one's sessions may answer",
  types: () => [EndedSession, NotFound] as const,
});

/** @param table whose granted actions become the user's `permissions` */
export function userType(user: UserCaller, table: PermissionTable): UserType {
  const { username, name, role, email, farmId } = user;
  const permissions = ACTIONS.filter((action) => grantOf(table, role, action) !== null);
  return Object.assign(new UserType(), { id: subjectOf(user), username, name, role, email, farmId, permissions });
}

export function sessionType(tokens: SessionTokens, table: PermissionTable): SessionType {
  const { accessToken, refreshToken, accessTokenExpiresAt } = tokens;
  const user = userType(tokens.user, table);
  return Object.assign(new SessionType(), { user, accessToken, refreshToken, accessTokenExpiresAt });
}

@ObjectType({ description: "One's own mail address was changed" })
export class EmailChanged {
  @Field(() => String, { description: 'Empty when none is kept' })
  email!: string;
}

export const ChangeMyEmailResult = createUnionType({
  name: 'ChangeMyEmailResult',
  description: "What changing one's own mail address may answer",
  types: () => [EmailChanged, WrongPassword, TooManyAttempts] as const,
});

@ObjectType({ description: 'A link is mailed if there is such an account with an address; that is not told' })
export class ResetAsked {
  @Field(() => Boolean, { description: 'Always true' })
  asked!: boolean;
}

@ObjectType('PasswordReset', { description: 'The password was set, and all sessions of the account have ended' })
export class PasswordResetDone {
  @Field(() => String, { description: 'What the person logs in with' })
  username!: string;
}

export const ResetPasswordResult = createUnionType({
  name: 'ResetPasswordResult',
  description: 'What setting a password by a link may answer',
  types: () => [PasswordResetDone, NotFound, TooManyAttempts] as const,
});
