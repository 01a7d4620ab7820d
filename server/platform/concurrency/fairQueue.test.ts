import { expect, it } from 'vitest';
import { currentRequest, RequestScope, RequestTimeout } from '../database/requestScope.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../errors/refusal.ts';
import { FairQueue } from './fairQueue.ts';

const FULL = { said: REFUSED.tooManyFiles({}), retryAfterSeconds: 7 };

/** A queue, and tasks that end on demand. */
function makeQueue(
  rules: Partial<{ concurrency: number; concurrencyEach: number; tickets: number; ticketsEach: number }> = {},
) {
  const made = new FairQueue({ concurrency: 2, tickets: 10, ticketsEach: 10, full: FULL, ...rules });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (subject: string, name: string): Promise<string> =>
    made.run(subject, async () => {
      began.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { queue: made, began, run, end };
}

/** Lets all that is due happen: promises alone drive a queue. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('runs as many at once as there are slots, and the others in the order in which they came', async () => {
  const { queue: one, began, run, end } = makeQueue();
  const works = ['a', 'b', 'c', 'd'].map((name) => run('grace', name));
  await settled();
  expect(began).toEqual(['a', 'b']);
  expect(one.figures).toEqual({ working: 2, waiting: 2, places: 4 });
  await end('b');
  expect(began).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd']);
  expect(one.figures).toEqual({ working: 0, waiting: 0, places: 0 });
});

it('gives each caller a turn before anybody has another', async () => {
  const { began, run, end } = makeQueue({ concurrency: 1 });
  const works = ['g1', 'g2', 'g3'].map((name) => run('grace', name));
  works.push(run('luis', 'l1'), run('luis', 'l2'), run('ines', 'i1'));
  await settled();
  for (const name of ['g1', 'l1', 'i1', 'g2']) await end(name);
  // Somebody who comes again has had turns before.
  works.push(run('ines', 'i2'));
  for (const name of ['l2', 'i2', 'g3']) await end(name);
  await Promise.all(works);
  expect(began).toEqual(['g1', 'l1', 'i1', 'g2', 'l2', 'i2', 'g3']);
});

it('lets whoever has the fewest under way come next', async () => {
  const { began, run, end } = makeQueue({ concurrency: 3 });
  const works = ['g1', 'g2', 'l1', 'g3', 'g4'].map((name) => run(name.startsWith('g') ? 'grace' : 'luis', name));
  works.push(run('luis', 'l2'));
  await settled();
  await end('l1');
  expect(began).toEqual(['g1', 'g2', 'l1', 'l2']);
  for (const name of ['g1', 'g2', 'l2', 'g3', 'g4']) await end(name);
  await Promise.all(works);
});

it('leaves slots free for others where one caller may not have all of them', async () => {
  const { queue: one, began, run, end } = makeQueue({ concurrency: 3, concurrencyEach: 2 });
  const works = ['g1', 'g2', 'g3', 'g4'].map((name) => run('grace', name));
  await settled();
  expect([began, one.figures]).toEqual([['g1', 'g2'], { working: 2, waiting: 2, places: 4 }]);
  works.push(run('luis', 'l1'));
  await settled();
  expect(began).toEqual(['g1', 'g2', 'l1']);
  await end('l1');
  expect(began).toEqual(['g1', 'g2', 'l1']);
  await end('g1');
  expect(began).toEqual(['g1', 'g2', 'l1', 'g3']);
  for (const name of ['g2', 'g3', 'g4']) await end(name);
  await Promise.all(works);
  expect(one.figures).toEqual({ working: 0, waiting: 0, places: 0 });
});

it('refuses more than there are places, in all and for each, and has room again afterwards', async () => {
  const { queue: one, run, end } = makeQueue({ concurrency: 1, tickets: 3, ticketsEach: 2 });
  const works = [run('grace', 'a'), run('grace', 'b')];
  const refused = { refusal: { kind: 'too-many-requests', ...FULL } };
  expect(() => one.acquire('grace')).toThrow(Refused);
  await expect(run('grace', 'c')).rejects.toMatchObject(refused);
  const ticket = one.acquire('luis');
  await expect(run('ines', 'd')).rejects.toMatchObject(refused);
  ticket.release();
  ticket.release();
  expect(one.figures.places).toBe(2);
  works.push(run('ines', 'e'));
  for (const name of ['a', 'e', 'b']) {
    await settled();
    await end(name);
  }
  expect(await Promise.all(works)).toEqual(['a', 'b', 'e']);
});

it('never begins what is waited for by a request that is over', async () => {
  const { queue: one, began, run, end } = makeQueue({ concurrency: 1 });
  const first = run('grace', 'a');
  const scope = new RequestScope(60_000);
  const waiting = scope.run(() => run('luis', 'b'));
  await settled();
  expect(one.figures).toMatchObject({ working: 1, waiting: 1 });
  scope.giveUp();
  await expect(waiting).rejects.toBeInstanceOf(RequestTimeout);
  expect(one.figures).toEqual({ working: 1, waiting: 0, places: 1 });
  await end('a');
  await first;
  expect(began).toEqual(['a']);
  await expect(scope.run(() => run('luis', 'c'))).rejects.toBeInstanceOf(RequestTimeout);
  scope.end();
});

it('keeps the slot of work that goes on although its request is over, and frees that of work that fails', async () => {
  const { queue: one, began, run, end } = makeQueue({ concurrency: 1 });
  const scope = new RequestScope(60_000);
  const given = scope.run(() => run('grace', 'a'));
  const next = run('luis', 'b');
  await settled();
  scope.giveUp();
  await expect(given).rejects.toBeInstanceOf(RequestTimeout);
  expect(began).toEqual(['a']);
  await end('a');
  expect(began).toEqual(['a', 'b']);
  await end('b');
  await next;
  await expect(one.run('ines', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(one.figures).toEqual({ working: 0, waiting: 0, places: 0 });
  scope.end();
});

it('gives a slot for each portion of a work, and none between them', async () => {
  const { queue: one, run, end } = makeQueue({ concurrency: 1 });
  const ticket = one.acquire('grace');
  expect(ticket.started).toBe(false);
  expect(await ticket.run(async () => 1)).toBe(1);
  expect(ticket.started).toBe(true);
  const other = run('luis', 'a');
  const second = ticket.run(async () => 2);
  await settled();
  expect(one.figures).toEqual({ working: 1, waiting: 1, places: 2 });
  await end('a');
  expect([await other, await second]).toEqual(['a', 2]);
  ticket.release();
});

it('runs a task within the request that it was called from', async () => {
  const { queue, run, end } = makeQueue({ concurrency: 1 });
  const first = run('grace', 'a');
  const scope = new RequestScope(60_000);
  const seen = scope.run(() => queue.run('luis', async () => currentRequest()));
  await settled();
  await end('a');
  await first;
  expect(await seen).toBe(scope);
  scope.end();
});
