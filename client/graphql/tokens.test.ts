import { expect, it } from 'vitest';
import { claimsOf, createTokenStore } from './tokens.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('reads when a token expires and whose it is', () => {
  expect(
    claimsOf(`${part({ alg: 'HS256' })}.${part({ exp: 1_800_000_000, sub: 'ünïcode?>' })}.signature`),
  ).toMatchObject({
    expiry: 1_800_000_000_000,
  });
  expect(claimsOf(`x.${part({ exp: 5, sub: 'user-1' })}.y`)?.subject).toBe('user-1');
});

it.each(['', 'opaque', 'a.b.c', `x.${part({ sub: 'no expiry' })}.y`])('knows nothing of %j', (token) => {
  expect(claimsOf(token)).toBeNull();
});

it('tells its listeners of every change, until they leave', () => {
  const kept = new Map<string, string>();
  const store = createTokenStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  let told = 0;
  const leave = store.subscribe(() => {
    told += 1;
  });
  store.write({ accessToken: 'a', refreshToken: 'r' });
  store.clear();
  leave();
  store.write({ accessToken: 'a', refreshToken: 'r' });
  expect(told).toBe(2);
});

it('remembers whether the server ended the session, until another one begins', () => {
  const kept = new Map<string, string>();
  const store = createTokenStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  store.write({ accessToken: 'a', refreshToken: 'r' });
  store.clear('expired');
  expect(store.ending()).toBe('expired');
  store.write({ accessToken: 'b', refreshToken: 's' });
  store.clear();
  expect(store.ending()).toBe('left');
});
