import { createHmac } from 'node:crypto';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isLoopback } from '../../platform/config.ts';
import { ClosedAddress, isPublicAddress, publicAddressOf } from './publicAddress.ts';

/** One delivery to be sent. */
export interface OutgoingDelivery {
  id: string;
  event: string;
  body: string;
  url: string;
  secret: Buffer;
}

/** What came of it. */
export type DeliveryResult =
  | { kind: 'taken'; status: number }
  | { kind: 'refused'; status: number }
  | { kind: 'away'; status: number | null; fault: AttemptFault };

/** Why no answer, or none that counts, came. */
export type AttemptFault = 'address' | 'connection' | 'redirect' | 'server' | 'timeout';

export const SEND_LIMITS = { withinMs: 10_000, answerBytes: 64 * 1024 } as const;
/** Answers that say 'later', not 'never'. */
const LATER = new Set([408, 425, 429]);

export const SIGNATURE_HEADER = 'manam-trace-signature';

/**
 * What a receiver checks: HMAC-SHA-256 over the seconds since 1970, a dot and the body, with the hook's secret as it was shown.
 * @returns `t=1763900000,v1=<hex>`
 */
export function signatureOf(secret: Buffer, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * Sends one delivery: https to a public address that is looked up now and used for the connection, no redirects, an
 * answer within 10 s of which only the status is read.
 * @param options.loopback allows this machine too, by http: for tests
 */
export async function sendDelivery(
  { id, event, body, url: address, secret }: OutgoingDelivery,
  options: { now: Date; loopback: boolean; signal?: AbortSignal; withinMs?: number },
): Promise<DeliveryResult> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = (ip: string): boolean => isPublicAddress(ip) || (options.loopback && isLoopback(ip));
  const plain = url.protocol === 'http:' && options.loopback && isLoopback(host);
  if (url.protocol !== 'https:' && !plain) return { kind: 'away', status: null, fault: 'address' };
  const patience = AbortSignal.timeout(options.withinMs ?? SEND_LIMITS.withinMs);
  const signal = options.signal === undefined ? patience : AbortSignal.any([patience, options.signal]);
  try {
    const found = await publicAddressOf(host, undefined, isOpen);
    const seconds = Math.floor(options.now.getTime() / 1_000);
    const status = await post(
      plain ? httpRequest : httpsRequest,
      url,
      {
        method: 'POST',
        // A connection of its own, to the address that was judged: it is not looked up again.
        agent: false,
        lookup: (_name, { all }, done) => {
          if (all === true) done(null, [found]);
          else done(null, found.address, found.family);
        },
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Manam-Trace',
          'manam-trace-delivery': id,
          'manam-trace-event': event,
          [SIGNATURE_HEADER]: signatureOf(secret, seconds, body),
        },
      },
      body,
    );
    if (status >= 200 && status < 300) return { kind: 'taken', status };
    if (status >= 300 && status < 400) return { kind: 'away', status, fault: 'redirect' };
    if (status < 500 && !LATER.has(status)) return { kind: 'refused', status };
    return { kind: 'away', status, fault: 'server' };
  } catch (error) {
    if (error instanceof ClosedAddress) return { kind: 'away', status: null, fault: 'address' };
    return { kind: 'away', status: null, fault: patience.aborted ? 'timeout' : 'connection' };
  }
}

/** @returns the status of the answer, once it was taken to its end or to as much of it as is read */
function post(
  begin: (url: URL, options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest,
  url: URL,
  options: RequestOptions,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = begin(url, options, (answer) => {
      const status = answer.statusCode ?? 0;
      let read = 0;
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read <= SEND_LIMITS.answerBytes) return;
        resolve(status);
        answer.destroy();
      });
      answer.on('end', () => resolve(status));
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
