import { describe, expect, it } from 'vitest';
import { together, type Outcomes } from './jobsTogether.ts';

const running = new AbortController().signal;

/** A task that stores its input; a batch ends when the test ends it. */
function gathering(most: number, batches = 1) {
  const begun: string[][] = [];
  const signals: AbortSignal[] = [];
  const ends: PromiseWithResolvers<Outcomes>[] = [];
  const task = together<string>({
    most,
    batches,
    read: (payload) => {
      if (typeof payload !== 'string') throw new TypeError('no name');
      return payload;
    },
    work: (items, signal) => {
      begun.push([...items]);
      signals.push(signal);
      const end = Promise.withResolvers<Outcomes>();
      ends.push(end);
      return end.promise;
    },
  });
  return { begun, signals, ends, task };
}

/** Lets those that were handed out in this turn begin. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('jobs that are done together', () => {
  it('come in batches: those that wait while one is under way are in the next', async () => {
    const { begun, ends, task } = gathering(2);
    const done = ['Madang', 'Bogia', 'Karkar'].map((name) => task(name, running));
    await turn();
    expect(begun).toEqual([['Madang', 'Bogia']]);
    done.push(task('Vanimo', running));
    await turn();
    ends[0]?.resolve([null, null]);
    await turn();
    expect(begun).toEqual([
      ['Madang', 'Bogia'],
      ['Karkar', 'Vanimo'],
    ]);
    ends[1]?.resolve([null, null]);
    await Promise.all(done);
  });

  it('fail each for itself', async () => {
    const { ends, task } = gathering(3);
    const done = ['Madang', 'Bogia', 'Karkar'].map((name) => task(name, running));
    await turn();
    ends[0]?.resolve([null, new Error('no answer for Bogia'), null]);
    expect((await Promise.allSettled(done)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(done[1]).rejects.toThrow('no answer for Bogia');
  });

  it('fail all when the batch breaks, and the next ones are taken', async () => {
    const { begun, ends, task } = gathering(2);
    const done = ['Madang', 'Bogia'].map((name) => task(name, running));
    await turn();
    ends[0]?.reject(new Error('the database is away'));
    expect((await Promise.allSettled(done)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = task('Karkar', running);
    await turn();
    expect(begun).toEqual([['Madang', 'Bogia'], ['Karkar']]);
    ends[1]?.resolve([null]);
    await next;
  });

  it('a payload that cannot be read fails alone', async () => {
    const { begun, ends, task } = gathering(2);
    const [bad, good] = [task(7, running), task('Madang', running)];
    await expect(bad).rejects.toThrow('no name');
    await turn();
    expect(begun).toEqual([['Madang']]);
    ends[0]?.resolve([null]);
    await good;
  });

  it('one that was not answered for is tried again', async () => {
    const { ends, task } = gathering(2);
    const done = ['Madang', 'Bogia'].map((name) => task(name, running));
    await turn();
    ends[0]?.resolve([null]);
    await done[0];
    await expect(done[1]).rejects.toThrow('not answered for');
  });

  it('are put back at shutdown, and what waited is not begun any more', async () => {
    const { begun, ends, task } = gathering(1);
    const stopping = new AbortController();
    const done = ['Madang', 'Bogia'].map((name) => task(name, stopping.signal));
    await turn();
    stopping.abort();
    expect((await Promise.allSettled(done)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    ends[0]?.resolve([null]);
    await turn();
    expect(begun).toEqual([['Madang']]);
    await expect(task('Karkar', stopping.signal)).rejects.toThrow('shutting down');
  });

  it('are given up when nobody waits for any of them any more', async () => {
    const { signals, ends, task } = gathering(2);
    const leaving = [new AbortController(), new AbortController()];
    const done = leaving.map(({ signal }, i) => task(`Madang ${i}`, signal));
    await turn();
    leaving[0]?.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    leaving[1]?.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await Promise.allSettled(done);
    ends[0]?.resolve([null, null]);
  });

  it('leave no listener with a signal that lives on', async () => {
    const { signals, ends, task } = gathering(1);
    const lasting = new AbortController();
    const done = task('Madang', lasting.signal);
    await turn();
    ends[0]?.resolve([null]);
    await done;
    lasting.abort();
    expect(signals[0]?.aborted).toBe(false);
  });
});
