import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { isLoopback } from '../../platform/config.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { ClosedAddress, isPublicAddress, publicAddressOf, type FoundAddress } from './publicAddress.ts';

/** A name that takes longer to look up counts as one that is not known yet. */
const LOOKED_UP_WITHIN_MS = 3_000;

/**
 * Rejects an address to which no delivery would be sent: not https, or a host of this machine, its network or its
 * cloud. A name that cannot be looked up now is accepted, since each delivery looks it up again.
 * @param loopback allows addresses of this machine, also by http: for tests
 * @param resolve as `lookup` of node:dns with `all`
 * @throws Refused invalid, which names `url`
 */
export async function assertTellable(
  url: URL,
  loopback: boolean,
  resolve: (host: string) => Promise<FoundAddress[]> = (name) => lookup(name, { all: true }),
): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOwn = loopback && isLoopback(host);
  if (url.protocol !== 'https:' && !isOwn) throw invalid({ field: 'url', said: INPUT.hookAddress({ field: 'url' }) });
  const looked = publicAddressOf(host, resolve, (ip) => isPublicAddress(ip) || (loopback && isLoopback(ip)));
  const isClosed = looked.then(
    () => false,
    (error: unknown) => error instanceof ClosedAddress,
  );
  const late = new AbortController();
  const unknown = setTimeout(LOOKED_UP_WITHIN_MS, false, { signal: late.signal }).catch(() => false);
  const closed = await Promise.race([isClosed, unknown]);
  late.abort();
  if (closed) throw invalid({ field: 'url', said: INPUT.closedHookAddress({ field: 'url' }) });
}
