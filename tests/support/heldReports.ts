import { expect } from 'vitest';
import { REPORTS_AT_A_TIME } from '../../server/platform/concurrency/workQueues.ts';
import { eventually } from './seeds.ts';
import type { TestApp } from './testApp.ts';
import { servicesOf } from './services.ts';

/**
 * Runs the job of a report step by step: between steps, all slots of its queue are taken.
 * @returns `step`, after which the queue is blocked again, and `go`, which frees it
 */
export async function heldReports({ app }: TestApp): Promise<{ step: () => Promise<void>; go: () => void }> {
  const queue = servicesOf(app).workQueues.reports;
  const hold = () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    void queue.run('a test', async () => {
      begun.resolve();
      await gate.promise;
    });
    return { begun: begun.promise, open: gate.resolve };
  };
  let holds = Array.from({ length: REPORTS_AT_A_TIME }, hold);
  await Promise.all(holds.map(({ begun }) => begun));
  return {
    step: async () => {
      // The job waits already, and its last turn is longer ago than that of this test, so it comes next.
      await eventually(async () => expect(queue.figures.waiting).toBe(1));
      const [one, ...others] = holds;
      const next = hold();
      one?.open();
      await next.begun;
      holds = [...others, next];
    },
    go: () => {
      for (const { open } of holds) open();
    },
  };
}
