import { expect, it } from 'vitest';
import { checkedMessages } from '../../../tests/support/forms.ts';
import { loginForm } from './loginRules.ts';
import { refreshDelay, RENEW_AHEAD_MS } from './SessionProvider.tsx';

it.each([
  ['', '', { username: 'Username is required', password: 'Password is required' }],
  ['  ', 'secret', { username: 'Username is required' }],
  ['ab', 'secret', { username: 'Username must be at least 3 alphanumeric characters' }],
  ['a-_.b', 'secret', { username: 'Username must be at least 3 alphanumeric characters' }],
  ['abc', '12345', { password: 'Password must be at least 6 characters' }],
  ['abc', '123456', {}],
  ['a.b-c', '      ', {}],
])('username %j, password %j', async (username, password, expected) => {
  expect(await checkedMessages(loginForm, { username, password }, ['username', 'password'])).toEqual(expected);
});

it.each([
  ['shortly before expiry', 900_000, 900_000 - RENEW_AHEAD_MS],
  ['at once, but never in a loop, when it is about to expire', 10_000, 1000],
  ['at once after it has expired', -5000, 1000],
  ['not at once for a far expiry', 1e12, 2 ** 31 - 1],
])('renews %s', (_when, expiresIn, expected) => {
  const now = 1_790_000_000_000;
  expect(refreshDelay(now + expiresIn, now)).toBe(expected);
});
