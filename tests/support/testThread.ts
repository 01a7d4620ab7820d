import { answerTasks } from '../../server/platform/concurrency/answerTasks.ts';

export const testTasks = {
  double: ({ number }: { number: number }) => ({ doubled: number * 2, at: new Date(number) }),
  bytes: (text: string) => Buffer.from(text),
  fail: (message: string) => {
    throw new RangeError(message);
  },
  /** never gives the thread back by itself */
  forever: (began: SharedArrayBuffer) => {
    Atomics.store(new Int32Array(began), 0, 1);
    for (;;) Atomics.notify(new Int32Array(began), 0);
  },
  leave: (code: number) => process.exit(code),
};

answerTasks(testTasks);
