import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { InvalidCredentials, orFailure, SessionEnded, TooManyAttempts } from '../graphql/failures.ts';
import { requireUser } from './caller.ts';
import { LoggedOut, LoginResult, RefreshSessionResult, sessionType, UserType, userType } from './identityTypes.ts';

@Resolver()
export class IdentityResolver {
  @Query(() => UserType, { nullable: true })
  me(@Ctx() { caller, services }: Context): UserType {
    return userType(requireUser(caller), services.config.permissionTable);
  }

  @Mutation(() => LoginResult)
  login(
    @Arg('username', () => String) username: string,
    @Arg('password', () => String) password: string,
    @Ctx() { services, info }: Context,
  ): Promise<typeof LoginResult> {
    return orFailure([InvalidCredentials, TooManyAttempts], async () =>
      sessionType(await services.identity.login(username, password, info), services.config.permissionTable),
    );
  }

  @Mutation(() => RefreshSessionResult)
  refreshSession(
    @Arg('refreshToken', () => String) refreshToken: string,
    @Arg('attemptId', () => String, { nullable: true }) attemptId: string | null | undefined,
    @Ctx() { services }: Context,
  ): Promise<typeof RefreshSessionResult> {
    return orFailure([SessionEnded], async () =>
      sessionType(await services.identity.refresh(refreshToken, attemptId), services.config.permissionTable),
    );
  }

  @Mutation(() => LoggedOut)
  async logout(
    @Arg('refreshToken', () => String) refreshToken: string,
    @Ctx() { services, caller }: Context,
  ): Promise<LoggedOut> {
    return { loggedOut: await services.identity.logout(caller, refreshToken) };
  }
}
