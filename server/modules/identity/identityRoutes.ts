import { z } from 'zod';
import { ROLES } from '../../domain/access/permissions.ts';
import { route, type DataAnswer, type Route } from '../../platform/rest/route.ts';
import { NOT_CACHED } from './answers.ts';
import { requireUser, subjectOf, type UserCaller } from '../../platform/access/caller.ts';
import type { SessionTokens } from './identityService.ts';
import { passwordResetAskedInput, resetPasswordInput } from '../../domain/access/invitationInput.ts';
import { changeEmailInput, changePasswordInput } from '../../domain/access/accountInput.ts';
import { loginInput, logoutInput, refreshInput } from './sessionInput.ts';
import type { UserView } from './userService.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { IdentityService } from './identityService.ts';
import type { OwnAccount } from './ownAccount.ts';
import type { PasswordResets } from './passwordResets.ts';

const signedIn = z.object({
  id: z.uuid().describe('Of the account; of the key for a partner key'),
  username: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  farmId: z.string().describe('Upper-case; empty when the user belongs to no farm'),
});
const tokens = z.object({ user: signedIn, access_token: z.string(), refresh_token: z.string() });
const session = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('When its tokens were last renewed'),
  device: z
    .string()
    .nullable()
    .describe("Family of the browser and of the system at sign-in, such as 'Firefox on Windows'"),
  current: z.boolean().describe('The session that asks'),
});

interface Services {
  identity: IdentityService;
  ownAccount: OwnAccount;
  passwordResets: PasswordResets;
}

const sessionRoutes = ({ identity }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with user name and password',
    access: 'anonymous',
    body: loginInput,
    answer: tokens,
    handle: async ({ body, info }) => tokensAnswer(await identity.login(body.username, body.password, info)),
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    access: 'anonymous',
    body: refreshInput,
    answer: tokens,
    handle: async ({ body, info }) => tokensAnswer(await identity.refresh(body.refreshToken, body.attemptId, info)),
  }),
  route({
    method: 'GET',
    path: '/auth/validate',
    summary: 'Whose access token, or partner key, this is',
    access: 'staff',
    answer: z.object({ user: signedIn, isValid: z.literal(true) }),
    handle: async ({ caller }) => ({ data: { user: userData(requireUser(caller)), isValid: true } }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'staff',
    body: logoutInput,
    answer: z.object({ loggedOut: z.boolean() }),
    handle: async ({ body, caller, info }) => ({
      data: { loggedOut: await identity.logout(caller, body.refreshToken, info) },
    }),
  }),
];

const ownAccountRoutes = ({ ownAccount }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/password',
    summary: "Change one's own password; ends one's other sessions",
    description: 'A wrong current password is 400 and counts as a failed login: 429 after 10 in 15 minutes.',
    access: 'staff',
    body: changePasswordInput,
    answer: z.object({ changed: z.literal(true) }),
    handle: async ({ body, caller, info }) => {
      await ownAccount.changePassword(caller, body, info);
      return { data: { changed: true } };
    },
  }),
  route({
    method: 'POST',
    path: '/auth/email',
    summary: "Change one's own mail address, to which a link to a new password goes",
    description: 'A wrong current password is 400 and counts as a failed login. Empty: none is kept.',
    access: 'staff',
    body: changeEmailInput,
    answer: z.object({ changed: z.literal(true) }),
    handle: async ({ body, caller, info }) => {
      await ownAccount.changeEmail(caller, body, info);
      return { data: { changed: true } };
    },
  }),
  route({
    method: 'GET',
    path: '/auth/sessions',
    summary: "One's own open sessions, last used first",
    access: 'staff',
    answer: z.object({ sessions: z.array(session) }),
    handle: async ({ caller }) => ({ data: { sessions: await ownAccount.sessions(caller) } }),
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: "End one of one's own sessions",
    access: 'staff',
    params: z.object({ id: idText().describe('UUID of the session') }),
    answer: z.object({ ended: z.literal(true) }),
    handle: async ({ params, caller, info }) => {
      await ownAccount.endSession(caller, params.id, info);
      return { data: { ended: true } };
    },
  }),
];

const resetRoutes = ({ passwordResets }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Have a link to a new password mailed',
    description:
      'The answer is the same whether there is such an account. The link holds for an hour and opens once. 409 where the server sends no mail.',
    access: 'anonymous',
    body: passwordResetAskedInput,
    answer: z.object({ asked: z.literal(true) }),
    handle: async ({ body, info }) => {
      await passwordResets.ask(body, info);
      return { data: { asked: true } };
    },
  }),
  route({
    method: 'POST',
    path: '/auth/password-reset/complete',
    summary: 'Set a new password by a link; ends all sessions of the account',
    description: 'An unknown link, and one that is over or used, are all 404.',
    access: 'anonymous',
    body: resetPasswordInput,
    answer: z.object({ username: z.string() }),
    handle: async ({ body, info }) => ({ data: { username: await passwordResets.reset(body, info) } }),
  }),
];

export const identityRoutes = (services: Services): readonly Route[] => [
  ...sessionRoutes(services),
  ...ownAccountRoutes(services),
  ...resetRoutes(services),
];

function tokensAnswer({ user, accessToken, refreshToken }: SessionTokens): DataAnswer {
  return {
    data: { user: userData(user), access_token: accessToken, refresh_token: refreshToken },
    headers: NOT_CACHED,
  };
}

function userData(caller: UserCaller): UserView {
  const { username, name, role, email, farmId } = caller;
  return { id: subjectOf(caller), username, name, role, email, farmId };
}
