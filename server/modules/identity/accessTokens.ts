import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { pleaseLogIn } from '../../platform/errors/refusal.ts';
import { derivedKey } from '../../platform/access/derivedKey.ts';

/** Lifetime of an access token (docs/spec/access-and-accounts.md, 'Tokens'). */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

/** Limit of cached tokens; at the limit the cache is cleared. */
const CHECKED_KEPT = 5_000;

const ALGORITHM = 'HS256';
const ISSUER = 'manam-trace';
const AUDIENCE = 'manam-trace-api';

const Claims = z.object({ sub: z.guid(), sid: z.guid(), iat: z.int(), exp: z.int() });

/** The caller of an access token, and its expiry. */
export interface AccessGrant {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/** Signs and checks access tokens: JWT (RFC 7519) with claims sub (user), sid (session), iat, exp, iss and aud. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #clock: () => Date;
  readonly #checked = new Map<string, AccessGrant>();

  constructor(secret: string, clock: () => Date) {
    this.#key = derivedKey(secret, 'access-token');
    this.#clock = clock;
  }

  async issue(userId: string, sessionId: string): Promise<{ token: string; expiresAt: Date }> {
    const issued = Math.floor(this.#clock().getTime() / 1000);
    const expires = issued + ACCESS_TOKEN_SECONDS;
    const token = await new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(this.#key);
    return { token, expiresAt: new Date(expires * 1000) };
  }

  /**
   * A token that was checked before is only looked at for its end: the signature of the same bytes stays good.
   * @throws Refused 'unauthenticated' for a token that is not ours, was changed or has expired
   */
  async verify(token: string): Promise<AccessGrant> {
    const known = this.#checked.get(token);
    if (known !== undefined && known.expiresAt > this.#clock()) return known;
    const grant = await this.#check(token);
    if (this.#checked.size >= CHECKED_KEPT) this.#checked.clear();
    this.#checked.set(token, grant);
    return grant;
  }

  async #check(token: string): Promise<AccessGrant> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: this.#clock(),
      });
      const { sub, sid, exp } = Claims.parse(payload);
      return { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw pleaseLogIn();
      throw error;
    }
  }
}
