import { createHmac, randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { AccessTokens } from './accessTokens.ts';
import { derivedKey } from '../../platform/access/derivedKey.ts';

const SECRET = 'a secret of at least thirty-two characters';
const NOON = new Date('2026-03-14T12:00:00Z');
const at = (time: Date) => new AccessTokens(SECRET, () => time);
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const user = randomUUID();
const session = randomUUID();
const refused = expect.objectContaining({ refusal: expect.objectContaining({ kind: 'unauthenticated' }) });

function claims(): SignJWT {
  return new SignJWT({ sid: session })
    .setSubject(user)
    .setIssuer('manam-trace')
    .setAudience('manam-trace-api')
    .setIssuedAt(NOON)
    .setExpirationTime(later(900))
    .setProtectedHeader({ alg: 'HS256' });
}

describe('access tokens', () => {
  it('carry user, session, issuer, audience and 15 minutes', async () => {
    const { token, expiresAt } = await at(NOON).issue(user, session);
    const iat = NOON.getTime() / 1000;
    expect(decodeJwt(token)).toEqual({
      sub: user,
      sid: session,
      iss: 'manam-trace',
      aud: 'manam-trace-api',
      iat,
      exp: iat + 900,
    });
    expect(expiresAt).toEqual(later(900));
  });

  it('count until they expire', async () => {
    const { token } = await at(NOON).issue(user, session);
    expect(await at(later(899)).verify(token)).toEqual({ userId: user, sessionId: session, expiresAt: later(900) });
    await expect(at(later(900)).verify(token)).rejects.toEqual(refused);
  });

  it('count until they expire where they were checked before as well', async () => {
    let now = NOON;
    const tokens = new AccessTokens(SECRET, () => now);
    const { token } = await tokens.issue(user, session);
    await tokens.verify(token);
    now = later(899);
    expect(await tokens.verify(token)).toMatchObject({ userId: user });
    now = later(900);
    await expect(tokens.verify(token)).rejects.toEqual(refused);
  });

  it('count as the test below signs them', async () => {
    const token = await claims().sign(derivedKey(SECRET, 'access-token'));
    expect(await at(NOON).verify(token)).toMatchObject({ userId: user });
  });

  it('are refused with another algorithm, though the key is right', async () => {
    const [head, body] = [{ alg: 'HS512' }, decodeJwt(await claims().sign(derivedKey(SECRET, 'access-token')))].map(
      (part) => Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const mac = createHmac('sha512', derivedKey(SECRET, 'access-token')).update(`${head}.${body}`).digest('base64url');
    await expect(at(NOON).verify(`${head}.${body}.${mac}`)).rejects.toEqual(refused);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['another secret', () => claims().sign(derivedKey(`${SECRET}!`, 'access-token'))],
    ['a key for another purpose', () => claims().sign(derivedKey(SECRET, 'login-limits'))],
    ['the secret itself as the key', () => claims().sign(new TextEncoder().encode(SECRET))],
    ['another issuer', () => claims().setIssuer('other').sign(derivedKey(SECRET, 'access-token'))],
    ['another audience', () => claims().setAudience('other').sign(derivedKey(SECRET, 'access-token'))],
    ['a subject that is no user id', () => claims().setSubject('admin').sign(derivedKey(SECRET, 'access-token'))],
    ['no signature', async () => unsigned(await claims().sign(derivedKey(SECRET, 'access-token')))],
    ['no form at all', () => 'mtk_key'],
  ])('are refused with %s', async (_, make) => {
    await expect(at(NOON).verify(await make())).rejects.toEqual(refused);
  });
});

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}
