import { expect, it } from 'vitest';
import { eachAtOnce } from '../../server/platform/concurrency/eachAtOnce.ts';
import { allLots, ANSWERED_BEFORE_THE_KILL, KILL_LOT_IDS, killedServer } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { postgresPid } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

/** Creations that wait for their answers at a time. */
const AT_ONCE = 50;
const start = killedServer();

it('a kill of server and database in the middle of 200 creations loses none that was answered and doubles none', async () => {
  const { folder, server, processor: before, restart } = await start();
  const postgres = await postgresPid(folder.dataDir);

  const answered = new Set<string>();
  const refused: number[] = [];
  const enough = Promise.withResolvers<void>();
  // Not all at the same time: else a slow machine hears of all answers at once, and kills too late.
  const creations = eachAtOnce(KILL_LOT_IDS, AT_ONCE, async (lotId) => {
    const answer = await before.send('POST', '/lots', newLot({ lotId })).catch(() => null);
    if (answer === null) return;
    if (answer.status === 201) answered.add(lotId);
    else refused.push(answer.status);
    if (answered.size === ANSWERED_BEFORE_THE_KILL) enough.resolve();
  });
  await enough.promise;
  const killed = server.kill();
  process.kill(postgres, 'SIGKILL');
  await killed;
  await creations;
  expect(refused).toEqual([]);
  // Else the kill came too late to prove anything.
  expect(answered.size).toBeLessThan(KILL_LOT_IDS.length);

  const rest = await restart();
  const kept = (await allLots(rest)).map(({ lotId }) => lotId);
  expect(new Set(kept).size).toBe(kept.length);
  expect(kept.filter((lotId) => !KILL_LOT_IDS.includes(lotId))).toEqual([]);
  expect([...answered].filter((lotId) => !kept.includes(lotId))).toEqual([]);

  // Clients without an answer repeat the call: the lot is created now, or was created before.
  for (const lotId of KILL_LOT_IDS.filter((id) => !answered.has(id))) {
    const { status } = await rest.send('POST', '/lots', newLot({ lotId }));
    expect([lotId, status]).toEqual([lotId, kept.includes(lotId) ? 409 : 201]);
  }

  const lots = await until(
    async () => {
      const all = await allLots(rest);
      return all.every(({ blockchainHash }) => blockchainHash?.status === 'recorded') && all;
    },
    'every lot to be recorded',
    { withinMs: 60_000, lookMs: 250 },
  );
  expect(lots.map(({ lotId }) => lotId)).toEqual(KILL_LOT_IDS);

  for (const { id, lotId } of lots) {
    const { data } = await rest.get(`/lots/${id}/history`);
    const actions = data.history.map(({ action }: { action: string }) => action);
    expect([lotId, actions.filter((action: string) => action === 'created')]).toEqual([lotId, ['created']]);
    // A satellite check may just have added an event that is not recorded yet.
    await until(
      async () => (await rest.get(`/lots/${id}/blockchain`)).data.verification.state === 'verified',
      `${lotId} to verify`,
    );
    const check = await rest.send('POST', `/lots/${id}/verify-integrity`);
    expect([lotId, check.data.isValid]).toEqual([lotId, true]);
  }
});
