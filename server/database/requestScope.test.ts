import { describe, expect, it } from 'vitest';
import { OpenRequests, RequestScope, RequestTimeout } from './requestScope.ts';

const LONG_MS = 60_000;

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
