import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import {
  InvalidCredentials,
  NotFound,
  orFailure,
  SessionEnded,
  TooManyAttempts,
  WrongPassword,
} from '../../platform/graphql/failures.ts';
import { requireUser } from '../../platform/access/caller.ts';
import {
  ChangeMyEmailResult,
  ChangePasswordResult,
  EmailChanged,
  EndedSession,
  EndSessionResult,
  LoggedOut,
  LoginResult,
  OpenSession,
  PasswordChanged,
  PasswordResetDone,
  RefreshSessionResult,
  ResetAsked,
  ResetPasswordResult,
  sessionType,
  UserType,
  userType,
} from './identityTypes.ts';
import type { Config } from '../../platform/config.ts';
import type { IdentityService } from './identityService.ts';
import type { OwnAccount } from './ownAccount.ts';
import type { PasswordResets } from './passwordResets.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { passwordResetAskedInput, resetPasswordInput } from '../../domain/access/invitationInput.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { changeEmailInput, changePasswordInput } from '../../domain/access/accountInput.ts';

interface Services {
  config: Config;
  identity: IdentityService;
  ownAccount: OwnAccount;
  passwordResets: PasswordResets;
}

@Resolver()
export class IdentityResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => UserType, {
    nullable: true,
    description: 'Who is signed in. Example: `{ me { name role permissions } }`',
  })
  me(@Ctx() { caller }: Context): UserType {
    return userType(requireUser(caller), this.#services.config.permissionTable);
  }

  @Mutation(() => LoginResult, {
    description:
      'Logs a person in; failures are limited and told apart by nothing. ' +
      'Example: `mutation ($password: String!) { login(username: "processor", password: $password) { ... on ' +
      'Session { accessToken refreshToken } ... on Failure { message } } }`',
  })
  login(
    @Arg('username', () => String, { description: 'Compared without case' }) username: string,
    @Arg('password', () => String, { description: 'As it was set' }) password: string,
    @Ctx() { info }: Context,
  ): Promise<typeof LoginResult> {
    return orFailure([InvalidCredentials, TooManyAttempts], async () =>
      sessionType(await this.#services.identity.login(username, password, info), this.#services.config.permissionTable),
    );
  }

  @Mutation(() => RefreshSessionResult, {
    description:
      'Exchanges a refresh token for new tokens. ' +
      'Example: `mutation ($token: String!) { refreshSession(refreshToken: $token) { ... on Session { ' +
      'accessToken refreshToken } ... on Failure { message } } }`',
  })
  refreshSession(
    @Arg('refreshToken', () => String, { description: 'Good for one exchange' }) refreshToken: string,
    @Arg('attemptId', () => String, { nullable: true, description: 'Kept while one attempt is retried' })
    attemptId: string | null | undefined,
    @Ctx() { info }: Context,
  ): Promise<typeof RefreshSessionResult> {
    return orFailure([SessionEnded], async () =>
      sessionType(
        await this.#services.identity.refresh(refreshToken, attemptId, info),
        this.#services.config.permissionTable,
      ),
    );
  }

  @Mutation(() => LoggedOut, {
    description:
      'Ends the session of a refresh token. ' +
      'Example: `mutation ($token: String!) { logout(refreshToken: $token) { loggedOut } }`',
  })
  async logout(
    @Arg('refreshToken', () => String, { description: 'Of the session that ends' }) refreshToken: string,
    @Ctx() { caller, info }: Context,
  ): Promise<LoggedOut> {
    return { loggedOut: await this.#services.identity.logout(caller, refreshToken, info) };
  }

  @Mutation(() => LoggedOut, {
    description:
      "Ends all of one's own sessions, this one too; not for partner keys. " +
      'Example: `mutation { logoutEverywhere { loggedOut } }`',
  })
  async logoutEverywhere(@Ctx() { caller, info }: Context): Promise<LoggedOut> {
    return { loggedOut: (await this.#services.ownAccount.endAllSessions(caller, info)) > 0 };
  }

  @Mutation(() => ChangePasswordResult, {
    description:
      "Changes one's own password and ends one's other sessions; not for partner keys. " +
      'Example: `mutation ($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: ' +
      '$new) { ... on Failure { message } } }`',
  })
  changePassword(
    @Arg('currentPassword', () => String, { description: 'A wrong one counts as a failed login' })
    currentPassword: string,
    @Arg('newPassword', () => String, { description: 'At least 8 characters' }) newPassword: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ChangePasswordResult> {
    return orFailure([WrongPassword, TooManyAttempts], async () => {
      const change = parseArguments(caller, changePasswordInput, { currentPassword, newPassword });
      await this.#services.ownAccount.changePassword(caller, change, info);
      return Object.assign(new PasswordChanged(), { changed: true });
    });
  }

  @Query(() => [OpenSession], {
    description:
      "One's own open sessions, last used first; not for partner keys. " +
      'Example: `{ mySessions { id current lastUsedAt } }`',
  })
  mySessions(@Ctx() { caller }: Context): Promise<OpenSession[]> {
    return this.#services.ownAccount.sessions(caller);
  }

  @Mutation(() => EndSessionResult, {
    description:
      "Ends one of one's own sessions; not for partner keys. " +
      'Example: `mutation ($id: ID!) { endSession(id: $id) { ... on EndedSession { ended } } }`',
  })
  endSession(
    @Arg('id', () => ID, { description: "The session's id, from mySessions" }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof EndSessionResult> {
    return orFailure([NotFound], async () => {
      await this.#services.ownAccount.endSession(caller, id, info);
      return Object.assign(new EndedSession(), { ended: true });
    });
  }

  @Mutation(() => ChangeMyEmailResult, {
    description:
      "Changes one's own mail address, to which a link to a new password goes; not for partner keys. " +
      'Example: `mutation ($password: String!) { changeMyEmail(currentPassword: $password, email: "grace@farm.example") ' +
      '{ ... on EmailChanged { email } ... on Failure { message } } }`',
  })
  changeMyEmail(
    @Arg('currentPassword', () => String, { description: 'A wrong one counts as a failed login' })
    currentPassword: string,
    @Arg('email', () => String, { description: 'Empty to keep none' }) email: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ChangeMyEmailResult> {
    return orFailure([WrongPassword, TooManyAttempts], async () => {
      const change = parseArguments(caller, changeEmailInput, { currentPassword, email });
      await this.#services.ownAccount.changeEmail(caller, change, info);
      return Object.assign(new EmailChanged(), { email: change.email });
    });
  }

  @Mutation(() => ResetAsked, {
    description:
      'Has a link to a new password mailed; needs no sign-in, and never tells whether there is such an account. ' +
      'Example: `mutation { requestPasswordReset(login: "grace") { asked } }`',
  })
  async requestPasswordReset(
    @Arg('login', () => String, { description: 'User name or mail address' }) login: string,
    @Ctx() { info }: Context,
  ): Promise<ResetAsked> {
    await this.#services.passwordResets.ask(parseInput(passwordResetAskedInput, { login }), info);
    return { asked: true };
  }

  @Mutation(() => ResetPasswordResult, {
    description:
      'Sets a new password by a link and ends all sessions of the account; needs no sign-in. ' +
      'Example: `mutation ($token: String!, $new: String!) { resetPassword(token: $token, newPassword: $new) { ... on ' +
      'PasswordReset { username } ... on Failure { message } } }`',
  })
  resetPassword(
    @Arg('token', () => String, { description: 'What stands behind the number sign of the link' }) token: string,
    @Arg('newPassword', () => String, { description: 'At least 8 characters' }) newPassword: string,
    @Ctx() { info }: Context,
  ): Promise<typeof ResetPasswordResult> {
    return orFailure([NotFound, TooManyAttempts], async () => {
      const username = await this.#services.passwordResets.reset(
        parseInput(resetPasswordInput, { token, newPassword }),
        info,
      );
      return Object.assign(new PasswordResetDone(), { username });
    });
  }
}
