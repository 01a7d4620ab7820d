import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FILING } from '../../../server/domain/messages/filingMessages.ts';
import { TracesRegistry } from '../../../server/adapters/registry-traces/tracesRegistry.ts';
import { storeContent, loadContent } from '../../../server/modules/statements/content/frozenContent.ts';
import { packedContent, unpackedContent } from '../../../server/modules/statements/content/packedContent.ts';
import { queueParts } from '../../../server/modules/statements/filing/queueFiling.ts';
import { insertDraft } from '../../../server/modules/statements/statementService.ts';
import { changeStatement, lockedParts, lockedStatement } from '../../../server/modules/statements/statementStore.ts';
import { Threads } from '../../../server/platform/concurrency/threads.ts';
import type { StatementContent } from '../../../server/domain/statement/statement.ts';
import { FAKE_USER, TracesFake } from '../../../tools/traces-fake/tracesFake.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { until } from '../../support/until.ts';
import { MovedClock, statementWorld, type StatementData, type StatementWorld } from './statementWorld.ts';

/*
 * Statements above the limits are filed in parts, and then one that refers to them. A consignment that takes 25 MB is not
 * made here: the parts are put down as a check of one puts them down (`server/domain/statement/splitting.ts`).
 */

let world: StatementWorld;
let fake: TracesFake;

beforeAll(async () => {
  const clock = new MovedClock();
  const ms = (): number => clock.now().getTime();
  fake = new TracesFake({ callsPerSecond: 10_000, clock: ms });
  const url = await fake.start();
  const limits = { callsPerSecond: 10_000 };
  world = await statementWorld(new TracesRegistry({ url, credentials: FAKE_USER, limits, clock: ms }), clock);
});
afterAll(async () => {
  await world?.app.stop();
  await fake?.stop();
});

type Frozen = Awaited<ReturnType<typeof packedContent>>;

/** Splits a checked statement of two producers into two parts that are being sent. @returns the frozen contents */
async function split(id: string): Promise<{ grouped: Frozen; parts: Frozen[] }> {
  const { database } = world.app.app;
  const now = world.clock.now();
  const row = await database.read((em) => lockedStatement(em, id));
  const content = await unpackedContent(await loadContent(database, row));
  const [line] = content.commodities;
  if (line === undefined) throw new Error('There is no line');
  const grouped: StatementContent = { ...content, kind: 'grouped', commodities: [{ ...line, producers: [] }] };
  const frozen = await packedContent(grouped);
  const parts = await Promise.all(
    line.producers.map((producer, at) =>
      packedContent({
        ...content,
        internalReference: `${content.internalReference}-${at + 1}`,
        commodities: [{ ...line, netGrams: line.netGrams / 2, producers: [producer] }],
      }),
    ),
  );
  await database.write(async (em) => {
    await storeContent(em, id, frozen.packed);
    const filing = { filing: 'waiting', filingStep: 'submit' } as const;
    await changeStatement(
      em,
      row,
      { ...filing, kind: 'grouped', partCount: parts.length, contentHash: frozen.contentHash },
      now,
    );
    for (const [at, { packed, contentHash }] of parts.entries()) {
      const part = {
        ...row,
        id: randomUUID(),
        internalReference: `${row.internalReference}-${at + 1}`,
        supersedesId: null,
        createdBy: null,
        createdKey: null,
        at: now,
        group: { id, partNumber: at + 1 },
      };
      await insertDraft(em, part);
      await storeContent(em, part.id, packed);
      // As after a process that was killed before it sent anything: it is looked up, and then sent.
      const sentAt = new Date(now.getTime() - 3_600_000);
      const sending = { filing: 'sending', filingStep: 'submit', sentAt, nextPollAt: now } as const;
      await changeStatement(em, part, { ...sending, state: 'checked', contentHash, netGrams: 1 }, now);
    }
  });
  return { grouped: frozen, parts };
}

/** Which parts a second submission queues. The check before it would not make the parts of this test. */
async function queuedAgain(id: string): Promise<string[]> {
  const ids: string[] = [];
  const jobs = {
    enqueue: async (_em: unknown, _task: string, payload: unknown) =>
      void ids.push(z.object({ id: z.string() }).parse(payload).id),
  };
  await world.app.app.database.write((em) => queueParts(em, { clock: world.clock.now, jobs }, id, 'submit'));
  return ids;
}

const whole = (id: string, is: (one: StatementData) => boolean): Promise<StatementData> =>
  until(async () => {
    const found = await world.read(id);
    return is(found) && found;
  }, 'the statement');

it('the grouped statement is sent once all parts have their numbers, and the parts are grouped then', async () => {
  const { id } = await world.checkedStatement(await world.closed('G/1'));
  await split(id);
  await world.poll();
  const sent = await whole(id, ({ parts }) => parts.every(({ state }) => state === 'submitted'));
  expect(sent).toMatchObject({ kind: 'grouped', state: 'checked', filing: { state: 'waiting' } });
  world.clock.advance({ minutes: 31 });
  await world.poll();
  const submitted = await whole(id, ({ state }) => state === 'submitted');
  expect(submitted.parts.map(({ state }) => state)).toEqual(['available', 'available']);
  const filed = fake.statements.find(({ uuid }) => uuid === submitted['registryUuid']);
  for (const { referenceNumber } of submitted.parts) expect(filed?.xml).toContain(String(referenceNumber));
  world.clock.advance({ minutes: 31 });
  await world.poll();
  const available = await whole(id, ({ state }) => state === 'available');
  expect(available.parts.map(({ state }) => state)).toEqual(['grouped', 'grouped']);
  expect(fake.statements).toHaveLength(3);
  expect((await world.step(available.parts[0]?.id ?? '', 'withdraw')).status).toBe(409);
  expect((await world.step(available.parts[0]?.id ?? '', 'amend')).status).toBe(409);
  const [lot] = await world.sql(
    `select l.farm_id as farm from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [available['consignmentId']],
  );
  const farmer = await world.app.person('farmer', { farmId: String(lot?.['farm']) });
  const answer = await fetch(`${world.app.url}/api/v1/gdpr/export`, {
    headers: { authorization: `Bearer ${farmer.accessToken}` },
  });
  expect((await answer.json()).dataHandedOver).toMatchObject([{ consignment: 'G/1', way: 'filing', times: 1 }]);
});

it('with another content of a part is not handed over', async () => {
  const { id } = await world.checkedStatement(await world.closed('G/5'));
  const { grouped, parts } = await split(id);
  const { database } = world.app.app;
  await database.write(async (em) => {
    const rows = [await lockedStatement(em, id), ...(await lockedParts(em, id))];
    const idle = { filing: null, filingStep: null, nextPollAt: null } as const;
    for (const row of rows) await changeStatement(em, row, idle, world.clock.now());
  });
  const [first, second] = parts;
  if (first === undefined || second === undefined) throw new Error('There are two parts');
  const { run } = Threads.prototype;
  /** hands the statement over when a check makes these contents of its parts */
  const handedOver = async (made: Frozen[]): Promise<RestAnswer> => {
    const spied = vi.spyOn(Threads.prototype, 'run').mockImplementation(async function (this: object, task, input) {
      return task === 'check' ? { findings: [], grouped, parts: made } : run.call(this, task, input);
    });
    const answer = await world.step(id, 'hand-over');
    spied.mockRestore();
    return answer;
  };
  // The content of the grouped statement is the same: it has no producers.
  for (const made of [[first, grouped], [second, first], [first]]) {
    const { status, body } = await handedOver(made);
    expect([status, body.message]).toEqual([409, FILING.contentChanged({}).text]);
  }
  expect((await handedOver([first, second])).status).toBe(200);
});

it('a rejected part gives the grouped statement up, and says why', async () => {
  const { id } = await world.checkedStatement(await world.closed('G/2'));
  await split(id);
  await world.poll();
  const { parts } = await whole(id, (one) => one.parts.every(({ state }) => state === 'submitted'));
  fake.decide(String(parts[1]?.['registryUuid']), { status: 'REJECTED', rejectionReason: 'Plots at sea' });
  world.clock.advance({ minutes: 31 });
  await world.poll();
  const found = await whole(
    id,
    (one) => one['filing'] === null && one.parts.every(({ state }) => state !== 'submitted'),
  );
  expect(found.parts.map(({ state }) => state)).toEqual(['available', 'rejected']);
  expect(found['faults']).toMatchObject([{ message: expect.stringContaining('Plots at sea') }]);
});

it('what was filed of a split statement stays, and only the rest is sent again', async () => {
  const consignmentId = await world.closed('G/3');
  const { id } = await world.checkedStatement(consignmentId);
  fake.misbehave('schemaFault', { times: 1, operation: 'SubmitDdsRequest' });
  await split(id);
  await world.poll();
  const refused = await whole(
    id,
    ({ filing, parts }) => filing === null && parts.every(({ filing: own }) => own === null),
  );
  expect(refused.parts.map(({ state }) => state).sort()).toEqual(['checked', 'submitted']);
  const kept = refused.parts.find(({ state }) => state === 'submitted');
  for (const answer of [
    await world.processor.rest.send('PATCH', `/statements/${id}`, { comment: 'Other words' }),
    await world.processor.rest.send('DELETE', `/statements/${id}`),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([409, FILING.partsFiled({}).text]);
  }
  expect((await world.step(kept?.id ?? '', 'archive')).status).toBe(409);
  const [lot] = await world.sql(
    `select l.farm_id as farm, l.farmer_name as name from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [consignmentId],
  );
  const body = { farmId: lot?.['farm'], farmerName: lot?.['name'] };
  expect((await world.admin.rest.send('POST', '/gdpr/erase', body)).status).toBe(200);
  expect((await world.read(id)).parts.map((part) => part['registryUuid'])).toContain(kept?.['registryUuid']);
  const rest = refused.parts.filter(({ state }) => state === 'checked').map((part) => part.id);
  expect(await queuedAgain(id)).toEqual(rest);
  expect(rest).toHaveLength(1);
});

it('a part that is withdrawn gives the grouped statement up', async () => {
  const { id } = await world.checkedStatement(await world.closed('G/4'));
  await split(id);
  await world.poll();
  const { parts } = await whole(id, (one) => one.parts.every(({ state }) => state === 'submitted'));
  await world.step(parts[0]?.id ?? '', 'withdraw');
  const found = await whole(id, ({ filing }) => filing === null);
  expect(found['faults']).toMatchObject([{ message: expect.stringContaining('withdrawn') }]);
  expect(found.parts.map(({ state }) => state).sort()).toEqual(['submitted', 'withdrawn']);
});
