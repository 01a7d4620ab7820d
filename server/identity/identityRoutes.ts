import { route, type Route, type RouteAnswer } from '../rest/route.ts';
import { requireUser, type UserCaller } from './caller.ts';
import type { SessionTokens } from './identityService.ts';
import { loginInput, logoutInput, refreshInput } from './sessionInput.ts';
import type { UserView } from './userService.ts';

/** Tokens stay out of caches (RFC 6749, 5.1). */
const NOT_CACHED = { 'Cache-Control': 'no-store' };

export const identityRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with user name and password',
    access: 'anonymous',
    body: loginInput,
    handle: async ({ body, info, services }) =>
      tokensAnswer(await services.identity.login(body.username, body.password, info)),
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    access: 'anonymous',
    body: refreshInput,
    handle: async ({ body, services }) =>
      tokensAnswer(await services.identity.refresh(body.refreshToken, body.attemptId)),
  }),
  route({
    method: 'GET',
    path: '/auth/validate',
    summary: 'Whose access token this is',
    access: 'staff',
    handle: async ({ caller }) => ({ data: { user: userData(requireUser(caller)), isValid: true } }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'staff',
    body: logoutInput,
    handle: async ({ body, caller, services }) => ({
      data: { loggedOut: await services.identity.logout(caller, body.refreshToken) },
    }),
  }),
];

function tokensAnswer({ user, accessToken, refreshToken }: SessionTokens): RouteAnswer {
  return {
    data: { user: userData(user), access_token: accessToken, refresh_token: refreshToken },
    headers: NOT_CACHED,
  };
}

function userData({ userId, username, name, role, email, farmId }: UserCaller): UserView {
  return { id: userId, username, name, role, email, farmId };
}
