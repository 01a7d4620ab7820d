import { createUnionType, Field, ID, ObjectType } from 'type-graphql';
import { ACTIONS, grantOf, type PermissionTable, type Role } from '../domain/permissions.ts';
import { RoleEnum } from '../graphql/enums.ts';
import { InvalidCredentials, SessionEnded, TooManyAttempts } from '../graphql/failures.ts';
import { DateTime } from '../graphql/scalars.ts';
import type { UserCaller } from './caller.ts';
import type { SessionTokens } from './identityService.ts';

@ObjectType('User', { description: 'A signed-in person' })
export class UserType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  username!: string;

  @Field(() => String)
  name!: string;

  @Field(() => RoleEnum)
  role!: Role;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  farmId!: string;

  @Field(() => [String])
  permissions!: string[];
}

@ObjectType('Session')
export class SessionType {
  @Field(() => UserType)
  user!: UserType;

  @Field(() => String)
  accessToken!: string;

  @Field(() => String)
  refreshToken!: string;

  @Field(() => DateTime)
  accessTokenExpiresAt!: Date;
}

@ObjectType()
export class LoggedOut {
  @Field(() => Boolean)
  loggedOut!: boolean;
}

export const LoginResult = createUnionType({
  name: 'LoginResult',
  types: () => [SessionType, InvalidCredentials, TooManyAttempts] as const,
});

export const RefreshSessionResult = createUnionType({
  name: 'RefreshSessionResult',
  types: () => [SessionType, SessionEnded] as const,
});

/** @param table whose granted actions become the user's `permissions` */
export function userType(user: UserCaller, table: PermissionTable): UserType {
  const { userId: id, username, name, role, email, farmId } = user;
  const permissions = ACTIONS.filter((action) => grantOf(table, role, action) !== null);
  return Object.assign(new UserType(), { id, username, name, role, email, farmId, permissions });
}

export function sessionType(tokens: SessionTokens, table: PermissionTable): SessionType {
  const { accessToken, refreshToken, accessTokenExpiresAt } = tokens;
  const user = userType(tokens.user, table);
  return Object.assign(new SessionType(), { user, accessToken, refreshToken, accessTokenExpiresAt });
}
