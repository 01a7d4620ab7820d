import { describe, expect, it } from 'vitest';
import { SOCKET_LIMITS, SocketPermits, type Permit } from './socketPlaces.ts';

const HERE = '192.0.2.1';
const THERE = '192.0.2.2';

const entered = (places: SocketPermits, count: number, address = HERE): (Permit | null)[] =>
  Array.from({ length: count }, () => places.enter(address));

describe('places of sockets', () => {
  it('are bounded for an address while it is not known who opens them, and free again when a socket is gone', () => {
    const places = new SocketPermits();
    const [first, ...others] = entered(places, SOCKET_LIMITS.unknownPerAddress);
    expect(others).not.toContain(null);
    expect(places.enter(HERE)).toBeNull();
    expect(places.enter(THERE)).not.toBeNull();
    first?.leave();
    first?.leave();
    expect(places.enter(HERE)).not.toBeNull();
    expect(places.enter(HERE)).toBeNull();
  });

  it('are bounded for an address on which nobody signs in, and leave room for those who do', () => {
    const places = new SocketPermits();
    const anonymous = entered(places, SOCKET_LIMITS.anonymousPerAddress);
    expect(anonymous.every((place) => place?.take(null))).toBe(true);
    const beyond = places.enter(HERE);
    expect(beyond?.take(null)).toBe(false);
    expect(beyond?.take('grace')).toBe(true);
    anonymous[0]?.leave();
    expect(places.enter(HERE)?.take(null)).toBe(true);
    expect(places.enter(HERE)?.take(null)).toBe(false);
  });

  it('are bounded for an account, wherever it opens them', () => {
    const places = new SocketPermits();
    const own = entered(places, SOCKET_LIMITS.perAccount);
    expect(own.every((place) => place?.take('grace'))).toBe(true);
    const beyond = places.enter(THERE);
    expect(beyond?.take('grace')).toBe(false);
    expect(beyond?.take('elena')).toBe(true);
    // Signed-in clients do not block those that have not signed in yet.
    expect(entered(places, SOCKET_LIMITS.unknownPerAddress)).not.toContain(null);
    own[0]?.leave();
    expect(places.enter(THERE)?.take('grace')).toBe(true);
  });

  it('are bounded for an address, whoever signed in', () => {
    const places = new SocketPermits();
    for (let count = 0; count < SOCKET_LIMITS.perAddress; count += 1) places.enter(HERE)?.take(`user ${count}`);
    expect(places.enter(HERE)).toBeNull();
  });
});
