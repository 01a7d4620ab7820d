import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allLots, drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import type { RestAnswer } from '../support/restClient.ts';
import { addUser, build, startServer, type ServerProcess } from '../support/serverProcess.ts';

const CREATIONS = 200;
/** Clients, each of which creates one lot after the other. */
const AT_ONCE = 20;
const ANSWERED_BEFORE_THE_KILL = 60;

let folder: DrillFolder;
let server: ServerProcess | null = null;

beforeEach(async () => {
  await build({ pages: false });
  folder = await drillFolder();
});

afterEach(async () => {
  await server?.kill();
  await folder?.remove();
});

it('a client that sends each call again with its key after a kill of the program gets no conflict, and each lot once', async () => {
  await addUser(folder.env, PASSWORD, 'processor', 'processor');
  server = await startServer(folder.env, { pages: false });
  const first = await signedIn(server.url, 'processor');
  const lotIds = Array.from({ length: CREATIONS }, (_, i) => `LOT${String(10_000 + i)}`);
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
  const waiting = lotIds.values();
  const clients = Array.from({ length: AT_ONCE }, async () => {
    for (const lotId of waiting) created.set(lotId, await create(lotId));
  });
  await enough.promise;
  await server.kill();
  server = await startServer(folder.env, { pages: false });
  const second = await signedIn(server.url, 'processor');
  restarted.resolve(second);
  await Promise.all(clients);
  // Else the kill came too late to prove anything.
  expect(repeated).toBeGreaterThan(0);
  expect(lotIds.map((lotId) => [lotId, created.get(lotId)?.status])).toEqual(lotIds.map((lotId) => [lotId, 201]));
  expect((await allLots(second)).map(({ lotId }) => lotId).sort()).toEqual(lotIds);
});
