import { describe, expect, it, vi } from 'vitest';
import type { Context } from './context.ts';
import { SharedEvents } from './sharedEvents.ts';

const made = (): Context =>
  ({ caller: { kind: 'anonymous' }, info: {}, services: {}, loaders: {}, recheck: async () => undefined }) as never;

describe('what an event brings', () => {
  it('is computed once for each operation, and in one context for all', async () => {
    const shared = new SharedEvents<string>();
    const event = { id: 'one' };
    const context = vi.fn<() => Context>(made);
    const work = vi.fn<(context: Context) => Promise<string>>(async () => 'brought');
    const listeners = ['a', 'b', 'a', 'a', 'b'];
    const answers = await Promise.all(listeners.map((asked) => shared.bring(event, asked, context, work)));
    expect(answers).toEqual(listeners.map(() => 'brought'));
    expect([work.mock.calls.length, context.mock.calls.length]).toEqual([2, 1]);
    expect(new Set(work.mock.calls.flat()).size).toBe(1);
  });

  it('is computed anew for the next event, though it looks the same', async () => {
    const shared = new SharedEvents<string>();
    const work = vi.fn<(context: Context) => Promise<string>>(async () => 'brought');
    for (let times = 0; times < 3; times += 1) await shared.bring({ id: 'one' }, 'a', made, work);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is kept for the newest events alone', async () => {
    const shared = new SharedEvents<string>();
    const work = vi.fn<(context: Context) => Promise<string>>(async () => 'brought');
    const first = { id: 'one' };
    await shared.bring(first, 'a', made, work);
    for (let times = 0; times < 50; times += 1) await shared.bring({}, 'a', made, work);
    await shared.bring(first, 'a', made, work);
    expect(work).toHaveBeenCalledTimes(52);
  });

  it('cannot depend on who listens', async () => {
    const shared = new SharedEvents<string>();
    const looks = [
      (context: Context) => context.caller,
      (context: Context) => context.info,
      (context: Context) => context.recheck(),
    ];
    for (const look of looks) {
      const brought = shared.bring({}, 'a', made, async (context) => String(look(context)));
      await expect(brought).rejects.toThrow('What an event brings does not depend on who listens');
    }
  });
});
