import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../support/declaredRoutes.ts';
import { unboundedTexts } from './inputTexts.ts';

/** Hashed, compared with a hash, or cleaned: never stored as it came. A login with a text that no account can have is a wrong login. */
const NEVER_STORED = [
  'POST /auth/login body.username',
  'POST /auth/login body.password',
  'POST /auth/refresh body.refreshToken',
  'POST /auth/logout body.refreshToken',
  'POST /auth/password body.currentPassword',
  'POST /auth/password body.newPassword',
  'POST /auth/email body.currentPassword',
  'POST /auth/password-reset/complete body.newPassword',
  'POST /auth/invitation/accept body.password',
  'POST /users body.password',
  'POST /users/:id/password body.newPassword',
  'POST /monitoring/errors body.message',
  'POST /monitoring/errors body.path',
  'POST /monitoring/metrics body.path',
  'POST /analytics/search body.searchValue',
  'POST /analytics/search body.sessionId',
];

describe('a text that comes from outside', () => {
  it('refuses what cannot be stored, in every input of the REST interface', () => {
    const inputs = ROUTES.flatMap(({ method, path, params, query, body, bodyDescribed }) =>
      Object.entries({ params, query, body: bodyDescribed ?? body }).flatMap(([place, schema]) =>
        schema === undefined ? [] : unboundedTexts(schema, `${method} ${path} ${place}`),
      ),
    );
    expect(inputs.filter((one) => !NEVER_STORED.includes(one))).toEqual([]);
  });

  it('is found where it does not', () => {
    const planted = z.object({
      id: z.string(),
      list: z.array(z.string().max(10)),
      named: z.record(z.string(), z.uuid()),
      either: z.union([z.int(), z.string().trim()]).nullish(),
      form: z.string().regex(/^[a-z]{1,9}$/),
      set: z.enum(['a', 'b']),
      day: z.iso.date(),
    });
    expect(unboundedTexts(planted, 'body')).toEqual(['body.id', 'body.list[]', 'body.named{}', 'body.either']);
  });
});
