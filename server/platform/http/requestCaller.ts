import type { FastifyRequest } from 'fastify';
import type { Caller, RequestInfo, Authenticator } from '../access/caller.ts';
import { Refused } from '../errors/refusal.ts';
import { clientAddress } from './requestInfo.ts';

/** The facts of a request. @param proxies TRUST_PROXY */
export function infoOf(
  { id, raw, headers }: Pick<FastifyRequest, 'id' | 'raw' | 'headers'>,
  proxies: number,
): RequestInfo {
  return {
    requestId: String(id),
    address: clientAddress(raw, proxies),
    gdprConsent: headers['x-gdpr-consent'] === 'true',
    userAgent: headers['user-agent'],
  };
}

/** The token of a bearer header (RFC 6750), or null. */
export function bearer(authorization: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * The caller of a token; anonymous without one, or with an invalid one.
 * @throws Refused too-many-requests for an unknown key from an address that has tried too many
 */
export async function callerOf(identity: Authenticator, token: string | null, address: string): Promise<Caller> {
  if (token === null) return { kind: 'anonymous' };
  try {
    return await identity.authenticate(token, address);
  } catch (error) {
    if (error instanceof Refused && error.refusal.kind === 'unauthenticated') return { kind: 'anonymous' };
    throw error;
  }
}
