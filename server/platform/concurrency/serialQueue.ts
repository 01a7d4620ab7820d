import { pause } from './pause.ts';

/** Does one piece of work after the other, in the order in which they are asked for, and lets other work through between them. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(async () => {
      await pause();
      return work();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}
