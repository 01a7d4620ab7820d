import { isIPv6 } from 'node:net';

/**
 * Groups client addresses: an IPv4 address, or the /64 network of an IPv6 subscriber (RFC 6177). IPv4 written as IPv6
 * counts as IPv4. Anything else counts unchanged.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = address] = address.split('%');
  if (!isIPv6(bare)) return address;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const left = [...head];
  const right = tail ?? [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
