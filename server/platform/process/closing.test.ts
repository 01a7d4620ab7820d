import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Closing } from './closing.ts';

const never = () => new Promise<void>(() => undefined);

describe('the end of a program', () => {
  let said: { details: object; message: string }[] = [];
  let ended: string[] = [];
  let closing: Closing;
  const part = (name: string) => async () => void ended.push(name);

  beforeEach(() => {
    said = [];
    ended = [];
    closing = new Closing({ error: (details, message) => said.push({ details, message }) });
  });
  afterEach(() => void vi.useRealTimers());

  it('goes through its phases in order, whatever was started first', async () => {
    closing.add('database', 'server', part('server'));
    closing.add('connections', 'pool', part('pool'));
    closing.add('news', 'listener', part('listener'));
    closing.add('work', 'jobs', part('jobs'));
    expect(await closing.run()).toEqual([]);
    expect(await closing.run()).toEqual([]);
    expect(ended).toEqual(['jobs', 'listener', 'pool', 'server']);
  });

  it('leaves behind what hangs, names it, and takes less than 10 s in all', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    for (const phase of ['work', 'news', 'connections', 'database'] as const) closing.add(phase, phase, never);
    const began = performance.now();
    const run = closing.run();
    await vi.advanceTimersByTimeAsync(9_500);
    expect(await run).toEqual(['work', 'news', 'connections', 'database']);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(said).toHaveLength(4);
  });

  it('goes on after a part that fails, and names it', async () => {
    closing.add('work', 'requests', async () => {
      throw new Error('cut off');
    });
    closing.add('database', 'server', part('server'));
    expect(await closing.run()).toEqual(['requests']);
    expect(ended).toEqual(['server']);
    expect(said).toEqual([
      { details: { err: new Error('cut off'), part: 'requests' }, message: 'A part did not stop cleanly' },
    ]);
  });

  it('ends at once what is started after it began', async () => {
    await closing.run();
    closing.add('work', 'jobs', part('jobs'));
    expect(ended).toEqual(['jobs']);
  });
});
