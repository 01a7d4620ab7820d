import { describe, expect, it } from 'vitest';
import { keyedMutation } from './keyedMutation.ts';

describe('a request that heeds an idempotency key', () => {
  it.each([
    { query: 'mutation { deleteLot(id: "LOT1") { __typename } }' },
    { query: 'query A { me { id } } mutation B { deleteLot(id: "LOT1") { __typename } }', operationName: 'B' },
  ])('is a mutation: %j', (body) => {
    expect(keyedMutation(body)).not.toBeNull();
  });

  it.each([
    { query: '{ me { id } }' },
    { query: 'query A { me { id } } mutation B { deleteLot(id: "LOT1") { __typename } }', operationName: 'A' },
    { query: 'mutation { login(username: "a", password: "b") { __typename } }' },
    { query: 'mutation { deleteLot(id: "LOT1") { __typename } x: logout(refreshToken: "b") { loggedOut } }' },
    { query: 'mutation { ... { logout(refreshToken: "b") { loggedOut } } }' },
    { query: 'mutation { ...out } fragment out on Mutation { logout(refreshToken: "b") { loggedOut } }' },
    { query: 'mutation {' },
    { query: 7 },
    [],
    null,
    'mutation',
  ])('is nothing else: %j', (body) => {
    expect(keyedMutation(body)).toBeNull();
  });

  it('is the same when it says the same, whatever else comes with it', () => {
    const query = 'mutation A($id: ID!) { deleteLot(id: $id) { __typename } }';
    const request = (body: object) => keyedMutation({ query, ...body })?.request;
    const said = request({ variables: { id: 'LOT1' } });
    expect(request({ operationName: null, variables: { id: 'LOT1' }, extensions: { idempotencyKey: 'k' } })).toBe(said);
    expect(request({ variables: { id: 'LOT2' } })).not.toBe(said);
    expect(request({ operationName: 'A', variables: { id: 'LOT1' } })).not.toBe(said);
  });

  it.each([
    ['createPartnerKey(input: {}) { key }', true],
    ['... on Mutation { made: createPartnerKey(input: {}) { key } }', true],
    ['deleteLot(id: "LOT1") { __typename }', false],
  ])('is told when its answer shows a secret: %s', (selection, shownOnce) => {
    expect(keyedMutation({ query: `mutation { ${selection} }` })?.shownOnce).toBe(shownOnce);
  });
});
