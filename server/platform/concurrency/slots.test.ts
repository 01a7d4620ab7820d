import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('runs as many at a time as there are slots, in order, and goes on after a failure', async () => {
  const slots = new Slots(2);
  const began: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = gates.map(({ promise }, index) =>
    slots.run(() => {
      began.push(index);
      return promise;
    }),
  );
  const outcomes = Promise.allSettled(works);
  expect(began).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await works[1]?.catch(() => undefined);
  expect(began).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  await works[0];
  expect(began).toEqual([0, 1, 2, 3]);
  gates[2]?.resolve();
  gates[3]?.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
