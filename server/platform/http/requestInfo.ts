import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** The client's request id if it is well formed, else a new one (docs/spec/rest-api.md, 'Envelope'). */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID();
}

/** A name or address, and perhaps a port (RFC 9110, section 7.2). */
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;

/** The host that a request names; null when it names none, or an invalid one. */
export function requestHost({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return headers.host !== undefined && HOST.test(headers.host) ? headers.host : null;
}

/**
 * The client's address behind a known number of proxies: counted from the right of X-Forwarded-For, because the client
 * itself writes the entries further left (TRUST_PROXY).
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const chain = [...forwarded, direct];
  return withoutPort(chain[Math.max(0, chain.length - 1 - proxies)] ?? direct);
}

/** Some proxies write the client's port too, which is another one for each connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
}
