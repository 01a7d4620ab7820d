import { describe, expect, it } from 'vitest';
import { currentRequest, RequestScope, RequestTimeout } from '../../platform/database/requestScope.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { Verifications } from './verifications.ts';

const LONG_MS = 60_000;

/** Lanes of one verification at a time, of which one more may wait. */
function lanes(patienceMs = LONG_MS): Verifications {
  const limits = { atOnce: 1, waiting: 1, patienceMs };
  return new Verifications({ public: limits, staff: limits });
}

/** Work that ends on demand, and counts how often it began. */
function held() {
  const gate = Promise.withResolvers<string>();
  const work = {
    begun: 0,
    end: gate.resolve,
    run: (): Promise<string> => {
      work.begun += 1;
      return gate.promise;
    },
  };
  return work;
}

const asked = <T>(work: () => Promise<T>): { scope: RequestScope; answer: Promise<T> } => {
  const scope = new RequestScope(LONG_MS);
  const answer = scope.run(work);
  answer.catch(() => undefined);
  return { scope, answer };
};

const refusalOf = async (answer: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Refused ? error.refusal : error;
};

describe('verifications', () => {
  it('of one lot in one state are one for all who ask meanwhile, and a new one afterwards', async () => {
    const verifications = lanes();
    const work = held();
    const one = verifications.run('public', 'LOT1 as it is', work.run);
    const other = verifications.run('public', 'LOT1 as it is', work.run);
    work.end('verified');
    expect([await one, await other, work.begun]).toEqual(['verified', 'verified', 1]);
    await verifications.run('public', 'LOT1 as it is', work.run);
    expect(work.begun).toBe(2);
  });

  it('of staff do not wait for those of shoppers, who are refused when too many wait', async () => {
    const verifications = lanes();
    const work = held();
    const first = verifications.run('public', 'LOT1', work.run);
    const second = verifications.run('public', 'LOT2', work.run);
    expect(await refusalOf(verifications.run('public', 'LOT3', work.run))).toMatchObject({
      kind: 'too-many-requests',
      retryAfterSeconds: 5,
    });
    expect(await verifications.run('staff', 'LOT1', async () => 'verified for staff')).toBe('verified for staff');
    expect(work.begun).toBe(1);
    work.end('verified');
    expect([await first, await second]).toEqual(['verified', 'verified']);
  });

  it('that wait for too long are refused and never begin', async () => {
    const verifications = lanes(1);
    const work = held();
    const first = verifications.run('public', 'LOT1', work.run);
    expect(await refusalOf(verifications.run('public', 'LOT2', work.run))).toMatchObject({ kind: 'too-many-requests' });
    work.end('verified');
    await first;
    expect(work.begun).toBe(1);
  });

  it('end when the last who waits has gone, and not before', async () => {
    const verifications = lanes();
    const ended = Promise.withResolvers<unknown>();
    const work = (): Promise<never> =>
      new Promise((_, reject) => {
        // The scope of the verification itself, which its statements and steps look at.
        currentRequest()?.whenOver((reason) => {
          ended.resolve(reason);
          reject(reason);
        });
        began.resolve();
      });
    const began = Promise.withResolvers<void>();
    const one = asked(() => verifications.run('public', 'LOT1', work));
    const other = asked(() => verifications.run('public', 'LOT1', work));
    await began.promise;
    one.scope.leave();
    await expect(one.answer).rejects.toBeInstanceOf(RequestTimeout);
    expect(await Promise.race([ended.promise, Promise.resolve('goes on')])).toBe('goes on');
    other.scope.giveUp();
    expect(await ended.promise).toBeInstanceOf(RequestTimeout);
    expect(await verifications.run('public', 'LOT1', async () => 'begun anew')).toBe('begun anew');
  });

  it('that nobody waits for any more do not begin', async () => {
    const verifications = lanes();
    const [work, never] = [held(), held()];
    const first = verifications.run('public', 'LOT1', work.run);
    const gone = asked(() => verifications.run('public', 'LOT2', never.run));
    gone.scope.leave();
    await expect(gone.answer).rejects.toBeInstanceOf(RequestTimeout);
    work.end('verified');
    await first;
    expect(await verifications.run('public', 'LOT3', async () => 'verified')).toBe('verified');
    expect(never.begun).toBe(0);
  });

  it('are paid for by whoever began them, by what they had checked', async () => {
    const verifications = lanes();
    const paid: [string, number][] = [];
    const gate = Promise.withResolvers<void>();
    const work = async (): Promise<void> => {
      currentRequest()?.work.check(50);
      currentRequest()?.work.compare(500);
      await gate.promise;
    };
    const answers = ['first', 'second'].map((name) => {
      const request = new RequestScope(LONG_MS);
      request.payer = (requests) => paid.push([name, requests]);
      return request.run(() => verifications.run('public', 'LOT1', work));
    });
    gate.resolve();
    await Promise.all(answers);
    expect(paid).toEqual([['first', 3]]);
  });
});
