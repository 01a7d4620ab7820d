import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, it } from 'vitest';
import { createWriteKeys, isUndecided } from './writeKeys.ts';

function counted() {
  let made = 0;
  return createWriteKeys(() => `key ${(made += 1)}`);
}

describe('the key of a write', () => {
  it('stays while nobody knows what became of it', () => {
    const keys = counted();
    const first = keys.keyFor({ input: { lotId: 'LOT30001', weight: 250.5 } });
    expect(keys.keyFor({ input: { lotId: 'LOT30001', weight: 250.5 } })).toBe(first);
  });

  it('is a new one when something else is sent', () => {
    const keys = counted();
    const first = keys.keyFor({ input: { lotId: 'LOT30001', weight: 250.5 } });
    const second = keys.keyFor({ input: { lotId: 'LOT30001', weight: 251 } });
    expect(second).not.toBe(first);
    expect(keys.keyFor({ input: { lotId: 'LOT30001', weight: 251 } })).toBe(second);
    expect(keys.keyFor({ input: { lotId: 'LOT30001', weight: 250.5 } })).not.toBe(first);
  });

  it('is a new one once the server decided', () => {
    const keys = counted();
    const first = keys.keyFor({ id: 'a' });
    keys.decided();
    expect(keys.keyFor({ id: 'a' })).not.toBe(first);
  });

  it('has a form that the server takes', () => {
    const [one, other] = [createWriteKeys().keyFor({}), createWriteKeys().keyFor({})];
    expect(one).toMatch(/^[\x21-\x7e]{32}$/);
    expect(one).not.toBe(other);
  });
});

function graphQL(code: string | undefined): unknown {
  return new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: code === undefined ? {} : { code } }] });
}

function answered(statusCode: number, code: string): unknown {
  const response = new Response(null, { status: statusCode });
  const bodyText = JSON.stringify({ errors: [{ message: 'x', extensions: { code } }] });
  return new ServerError('failed', { response, bodyText });
}

describe('what became of a failed write', () => {
  it.each<[string, unknown, boolean]>([
    ['open without an answer', new TypeError('Failed to fetch'), true],
    ['open when the answer is late', Object.assign(new Error('late'), { name: 'TimeoutError' }), true],
    ['open when the session ended', graphQL('UNAUTHENTICATED'), true],
    ['open after too many requests', graphQL('TOO_MANY_REQUESTS'), true],
    ['open after a fault of the server', graphQL('INTERNAL_SERVER_ERROR'), true],
    ['open after a timeout of the server', answered(503, 'INTERNAL_SERVER_ERROR'), true],
    [
      'open when a gateway answers',
      new ServerError('x', { response: new Response(null, { status: 502 }), bodyText: '' }),
      true,
    ],
    ['open while the first try is under way', answered(409, 'BAD_USER_INPUT'), true],
    ['open when it cannot be told', graphQL(undefined), true],
    ['known when the input was refused', graphQL('BAD_USER_INPUT'), false],
    ['known when the right is missing', graphQL('FORBIDDEN'), false],
    ['known when the request was refused', answered(400, 'BAD_USER_INPUT'), false],
  ])('is %s', (_what, error, undecided) => {
    expect(isUndecided(error)).toBe(undecided);
  });
});
