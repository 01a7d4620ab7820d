import { createHash } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import { SoapFault } from './soapFault.ts';
import { childNamed, textNamed } from './soapRequest.ts';

/** What a web service user of the EU Information System has. */
export interface WebServiceUser {
  username: string;
  key: string;
  clientId: string;
}

const WITHIN_MS = 5 * 60_000;
const DIGEST = '#PasswordDigest';

/** Checks timestamp, user name token and client id; a nonce is taken once. */
export class SecurityCheck {
  readonly #user: WebServiceUser;
  /** times by nonce */
  readonly #nonces = new Map<string, number>();

  constructor(user: WebServiceUser) {
    this.#user = user;
  }

  /** @param now milliseconds @throws SoapFault */
  check(header: XmlElement | null, now: number): void {
    const security = childNamed(header, 'Security');
    if (security === null) throw new SoapFault('wsse:InvalidSecurity', 'The security header is missing');
    const stamp = childNamed(security, 'Timestamp');
    const from = Date.parse(textNamed(stamp, 'Created') ?? '');
    const until = Date.parse(textNamed(stamp, 'Expires') ?? '');
    if (!(Math.abs(from - now) <= WITHIN_MS) || !(until > now) || until - from > WITHIN_MS) {
      throw new SoapFault('wsu:MessageExpired', 'Message expired: the timestamp is not within 5 minutes of the server');
    }
    this.#checkToken(childNamed(security, 'UsernameToken'), now);
    if (textNamed(header, 'WebServiceClientId') !== this.#user.clientId) {
      throw SoapFault.exception('PermissionDeniedException', 'WebServiceClientId is missing or unknown');
    }
  }

  #checkToken(token: XmlElement | null, now: number): void {
    const password = childNamed(token, 'Password');
    const nonce = textNamed(token, 'Nonce') ?? '';
    const created = textNamed(token, 'Created') ?? '';
    const expected = createHash('sha1')
      .update(Buffer.from(nonce, 'base64'))
      .update(created)
      .update(this.#user.key)
      .digest('base64');
    const isRight =
      textNamed(token, 'Username') === this.#user.username &&
      password?.attributes['Type']?.endsWith(DIGEST) === true &&
      password.text.trim() === expected &&
      nonce !== '' &&
      Math.abs(Date.parse(created) - now) <= WITHIN_MS;
    if (!isRight) throw new SoapFault('wsse:FailedAuthentication', 'UnauthenticatedException');
    for (const [old, at] of this.#nonces) if (at < now - 2 * WITHIN_MS) this.#nonces.delete(old);
    if (this.#nonces.has(nonce)) throw new SoapFault('wsse:FailedAuthentication', 'The nonce was used before');
    this.#nonces.set(nonce, now);
  }
}
