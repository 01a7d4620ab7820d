import { describe, expect, it } from 'vitest';
import { ClosedAddress, isPublicAddress, publicAddressOf } from './publicAddress.ts';

describe('an address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::8a'])(
    'of the public internet may be told: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '::127.0.0.1',
    'fec0::1',
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
  ])('of this machine, its network, or none at all may not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host', () => {
  const resolve = (...addresses: string[]) => {
    return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };

  it('is connected to at the address that was judged', async () => {
    expect(await publicAddressOf('trade.example', resolve('8.8.8.8', '2606:4700::1111'))).toEqual({
      address: '8.8.8.8',
      family: 4,
    });
    expect(await publicAddressOf('[2606:4700::1111]', resolve())).toEqual({ address: '2606:4700::1111', family: 6 });
  });

  it('with one address that is not public, or without any, is not connected to', async () => {
    for (const found of [resolve('8.8.8.8', '127.0.0.1'), resolve('::1'), resolve()]) {
      await expect(publicAddressOf('rebound.example', found)).rejects.toThrow(ClosedAddress);
    }
    await expect(publicAddressOf('169.254.169.254', resolve('8.8.8.8'))).rejects.toThrow(ClosedAddress);
    await expect(publicAddressOf('[::ffff:7f00:1]', resolve('8.8.8.8'))).rejects.toThrow(ClosedAddress);
  });
});
