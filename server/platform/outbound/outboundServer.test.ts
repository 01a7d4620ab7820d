import { describe, expect, it } from 'vitest';
import { Breaker, PoliteServer, retryAfterMs, Unanswered } from './outboundServer.ts';

describe('Retry-After', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Mon, 23 Nov 2026 12:01:00 GMT', 60_000],
    ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['-5', null],
    [null, null],
  ])('%s is %s ms', (header, wait) => {
    expect(retryAfterMs(header, now)).toBe(wait);
  });
});

describe('a breaker', () => {
  it('opens after failures in a row, rests, and closes with the first success', () => {
    let now = 0;
    const breaker = new Breaker({ breakAfter: 2, restMs: 100, clock: () => now });
    breaker.failed();
    expect([breaker.isOpen, breaker.restsFor]).toEqual([false, 0]);
    breaker.failed();
    expect([breaker.isOpen, breaker.restsFor]).toEqual([true, 100]);
    now = 100;
    expect([breaker.isOpen, breaker.restsFor]).toEqual([true, 0]);
    breaker.failed();
    expect([breaker.isOpen, breaker.restsFor]).toEqual([true, 100]);
    now = 200;
    breaker.succeeded();
    expect([breaker.isOpen, breaker.restsFor]).toEqual([false, 0]);
  });
});

describe('a server of others', () => {
  it('is asked by one while it may be back, and the others wait for what that finds', async () => {
    const signal = new AbortController().signal;
    let now = 0;
    const server = new PoliteServer('it', { tries: 1, breakAfter: 1, restMs: 1_000 }, () => now);
    const fails = () => Promise.reject(new Unanswered('It failed.', { passing: false }));
    await expect(server.ask(fails, signal)).rejects.toThrow('It failed.');
    const held = Promise.withResolvers<string>();
    const asked: string[] = [];
    const ask = (name: string) =>
      server.ask(async () => {
        asked.push(name);
        return held.promise;
      }, signal);
    now = 1_000;
    const first = ask('first');
    const others = [ask('second'), ask('third')];
    await new Promise(setImmediate);
    expect(asked).toEqual(['first']);
    held.resolve('back');
    expect(await Promise.all([first, ...others])).toEqual(['back', 'back', 'back']);
    expect(server.requests).toBe(4);
  });
});
