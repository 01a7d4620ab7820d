import { describe, expect, it } from 'vitest';
import { isKeyedMutation } from './keyedMutation.ts';

describe('a request that heeds Idempotency-Key', () => {
  it.each([
    { query: 'mutation { deleteLot(id: "LOT1") { __typename } }' },
    { query: 'query A { me { id } } mutation B { deleteLot(id: "LOT1") { __typename } }', operationName: 'B' },
  ])('is a mutation: %j', (body) => {
    expect(isKeyedMutation(body)).toBe(true);
  });

  it.each([
    { query: '{ me { id } }' },
    { query: 'query A { me { id } } mutation B { deleteLot(id: "LOT1") { __typename } }', operationName: 'A' },
    { query: 'mutation { login(username: "a", password: "b") { __typename } }' },
    { query: 'mutation { deleteLot(id: "LOT1") { __typename } x: logout(refreshToken: "b") { loggedOut } }' },
    { query: 'mutation {' },
    { query: 7 },
    [],
    null,
    'mutation',
  ])('is nothing else: %j', (body) => {
    expect(isKeyedMutation(body)).toBe(false);
  });
});
