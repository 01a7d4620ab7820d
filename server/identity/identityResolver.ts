import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import {
  InvalidCredentials,
  NotFound,
  orFailure,
  SessionEnded,
  TooManyAttempts,
  WrongPassword,
} from '../graphql/failures.ts';
import { requireUser } from './caller.ts';
import {
  ChangePasswordResult,
  EndedSession,
  EndSessionResult,
  LoggedOut,
  LoginResult,
  OpenSession,
  PasswordChanged,
  RefreshSessionResult,
  sessionType,
  UserType,
  userType,
} from './identityTypes.ts';

@Resolver()
export class IdentityResolver {
  @Query(() => UserType, { nullable: true, description: 'Who is signed in' })
  me(@Ctx() { caller, services }: Context): UserType {
    return userType(requireUser(caller), services.config.permissionTable);
  }

  @Mutation(() => LoginResult, { description: 'Logs a person in; failures are limited and told apart by nothing' })
  login(
    @Arg('username', () => String) username: string,
    @Arg('password', () => String) password: string,
    @Ctx() { services, info }: Context,
  ): Promise<typeof LoginResult> {
    return orFailure([InvalidCredentials, TooManyAttempts], async () =>
      sessionType(await services.identity.login(username, password, info), services.config.permissionTable),
    );
  }

  @Mutation(() => RefreshSessionResult, { description: 'Exchanges a refresh token for new tokens' })
  refreshSession(
    @Arg('refreshToken', () => String) refreshToken: string,
    @Arg('attemptId', () => String, { nullable: true, description: 'Kept while one attempt is retried' })
    attemptId: string | null | undefined,
    @Ctx() { services, info }: Context,
  ): Promise<typeof RefreshSessionResult> {
    return orFailure([SessionEnded], async () =>
      sessionType(await services.identity.refresh(refreshToken, attemptId, info), services.config.permissionTable),
    );
  }

  @Mutation(() => LoggedOut, { description: 'Ends the session of a refresh token' })
  async logout(
    @Arg('refreshToken', () => String) refreshToken: string,
    @Ctx() { services, caller, info }: Context,
  ): Promise<LoggedOut> {
    return { loggedOut: await services.identity.logout(caller, refreshToken, info) };
  }

  @Mutation(() => ChangePasswordResult, {
    description: "Changes one's own password and ends one's other sessions; not for partner keys",
  })
  changePassword(
    @Arg('currentPassword', () => String) currentPassword: string,
    @Arg('newPassword', () => String, { description: 'At least 8 characters' }) newPassword: string,
    @Ctx() { services, caller, info }: Context,
  ): Promise<typeof ChangePasswordResult> {
    return orFailure([WrongPassword, TooManyAttempts], async () => {
      await services.ownAccount.changePassword(caller, { currentPassword, newPassword }, info);
      return Object.assign(new PasswordChanged(), { changed: true });
    });
  }

  @Query(() => [OpenSession], { description: "One's own open sessions, last used first; not for partner keys" })
  mySessions(@Ctx() { services, caller }: Context): Promise<OpenSession[]> {
    return services.ownAccount.sessions(caller);
  }

  @Mutation(() => EndSessionResult, { description: "Ends one of one's own sessions; not for partner keys" })
  endSession(
    @Arg('id', () => ID) id: string,
    @Ctx() { services, caller, info }: Context,
  ): Promise<typeof EndSessionResult> {
    return orFailure([NotFound], async () => {
      await services.ownAccount.endSession(caller, id, info);
      return Object.assign(new EndedSession(), { ended: true });
    });
  }
}
