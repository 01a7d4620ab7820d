import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { allLots, ANSWERED_BEFORE_THE_KILL, KILL_LOT_IDS, killedServer } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import type { RestAnswer } from '../support/restClient.ts';

/** Clients, each of which creates one lot after the other. */
const AT_ONCE = 20;

const start = killedServer();

it('a client that sends each call again with its key after a kill of the program gets no conflict, and each lot once', async () => {
  const { server, processor: first, restart } = await start();
  const enough = Promise.withResolvers<void>();
  const restarted = Promise.withResolvers<typeof first>();
  let answered = 0;
  let repeated = 0;
  const created = new Map<string, RestAnswer>();
  const create = async (lotId: string): Promise<RestAnswer> => {
    const key = { 'idempotency-key': randomUUID() };
    const answer = await first.send('POST', '/lots', newLot({ lotId }), key).catch(() => null);
    if (answer !== null) {
      answered += 1;
      if (answered === ANSWERED_BEFORE_THE_KILL) enough.resolve();
      return answer;
    }
    const next = await restarted.promise;
    repeated += 1;
    return next.send('POST', '/lots', newLot({ lotId }), key);
  };
  const waiting = KILL_LOT_IDS.values();
  const clients = Array.from({ length: AT_ONCE }, async () => {
    for (const lotId of waiting) created.set(lotId, await create(lotId));
  });
  await enough.promise;
  await server.kill();
  const second = await restart();
  restarted.resolve(second);
  await Promise.all(clients);
  // Else the kill came too late to prove anything.
  expect(repeated).toBeGreaterThan(0);
  expect(KILL_LOT_IDS.map((lotId) => [lotId, created.get(lotId)?.status])).toEqual(
    KILL_LOT_IDS.map((lotId) => [lotId, 201]),
  );
  expect((await allLots(second)).map(({ lotId }) => lotId).sort()).toEqual(KILL_LOT_IDS);
});
