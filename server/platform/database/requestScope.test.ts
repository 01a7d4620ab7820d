import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenRequests, RequestScope, RequestTimeout, streamedStep } from './requestScope.ts';

const LONG_MS = 60_000;

describe('the requests under way', () => {
  it('are those that have not ended, in whatever order they end', () => {
    const requests = new OpenRequests();
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => requests.begin(LONG_MS));
    second?.end();
    fourth?.end();
    fourth?.end();
    const fifth = requests.begin(LONG_MS);
    second?.end();
    expect(requests.count).toBe(3);
    requests.giveUp();
    const over = [first, second, third, fourth, fifth].map((scope) => scope?.timeout instanceof RequestTimeout);
    expect(over).toEqual([true, false, true, false, true]);
    for (const scope of [fifth, first, third]) scope?.end();
    expect(requests.count).toBe(0);
  });
});

describe('a request whose time is over', () => {
  it('is given up once, also when all are given up afterwards', () => {
    const requests = new OpenRequests();
    const scope = requests.begin(LONG_MS);
    const { signal } = scope;
    const reasons: RequestTimeout[] = [];
    scope.whenOver((reason) => reasons.push(reason));
    scope.giveUp();
    requests.giveUp();
    expect(reasons).toEqual([scope.timeout]);
    expect(signal.reason).toBe(scope.timeout);
    scope.end();
    expect(requests.count).toBe(0);
  });

  it('tells so to whoever asks for its signal afterwards', () => {
    const scope = new RequestScope(LONG_MS);
    scope.giveUp();
    expect(scope.signal.reason).toBe(scope.timeout);
    scope.end();
  });

  it('ends what runs, and begins nothing more', async () => {
    const scope = new RequestScope(LONG_MS);
    const running = scope.run(() => new Promise(() => undefined));
    scope.giveUp();
    await expect(running).rejects.toBe(scope.timeout);
    let begun = false;
    const late = scope.run(async () => {
      begun = true;
    });
    await expect(late).rejects.toBeInstanceOf(RequestTimeout);
    expect(begun).toBe(false);
    scope.end();
  });
});

describe('a request whose answer is streamed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('has its time anew with each portion, and ends when none is taken', async () => {
    const scope = new RequestScope(LONG_MS);
    for (let portion = 0; portion < 5; portion += 1) {
      vi.advanceTimersByTime(LONG_MS - 1);
      await streamedStep(scope, async () => undefined);
    }
    expect(scope.timeout).toBeNull();
    vi.advanceTimersByTime(LONG_MS);
    expect(scope.timeout).toBeInstanceOf(RequestTimeout);
    scope.end();
  });

  it('is not gone on with for more than an hour', async () => {
    const scope = new RequestScope(LONG_MS);
    for (let minute = 0; minute < 62; minute += 1) {
      vi.advanceTimersByTime(LONG_MS - 1);
      await streamedStep(scope, async () => undefined);
    }
    expect(scope.timeout).toBeInstanceOf(RequestTimeout);
    scope.end();
  });
});
