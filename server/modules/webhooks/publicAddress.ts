import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Networks of IPv4 that are not the public internet (IANA special-purpose address registry), and multicast. */
const CLOSED_V4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only this part is the public internet; mapped, local and multicast addresses lie outside of it. */
const OPEN_V6: readonly [network: string, bits: number] = ['2000::', 3];
/** What of it is not: protocols of IETF with Teredo, documentation, and 6to4, which leads to any IPv4 address. */
const CLOSED_V6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closedV4 = new BlockList();
for (const [network, bits] of CLOSED_V4) closedV4.addSubnet(network, bits, 'ipv4');
const openV6 = new BlockList();
openV6.addSubnet(...OPEN_V6, 'ipv6');
const closedV6 = new BlockList();
for (const [network, bits] of CLOSED_V6) closedV6.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is one of the public internet: nothing of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  return openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}

export interface FoundAddress {
  address: string;
  family: number;
}

/** A host that has an address which is not public, or none. */
export class ClosedAddress extends Error {
  override name = 'ClosedAddress';
}

/**
 * The address to connect to for a host name or literal. All of its addresses must be public, because the choice among
 * them is not controlled here.
 * @param resolve as `lookup` of node:dns with `all`
 * @param isOpen allowed addresses; public ones by default
 * @throws ClosedAddress; errors of `resolve`
 */
export async function publicAddressOf(
  host: string,
  resolve: (host: string) => Promise<FoundAddress[]> = (name) => lookup(name, { all: true }),
  isOpen: (address: string) => boolean = isPublicAddress,
): Promise<FoundAddress> {
  const bare = host.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  const found = family === 0 ? await resolve(bare) : [{ address: bare, family }];
  const [first] = found;
  if (first === undefined || !found.every(({ address }) => isOpen(address))) {
    throw new ClosedAddress('The host has an address that is not public');
  }
  return first;
}
