import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILING } from '../../../server/domain/messages/filingMessages.ts';
import { TracesRegistry } from '../../../server/adapters/registry-traces/tracesRegistry.ts';
import { loadContent } from '../../../server/modules/statements/content/frozenContent.ts';
import { filingBody } from '../../../server/modules/statements/content/filingBody.ts';
import { FILE_TASK } from '../../../server/modules/statements/jobNames.ts';
import { changeStatement, lockedStatement } from '../../../server/modules/statements/statementStore.ts';
import { Threads } from '../../../server/platform/concurrency/threads.ts';
import { FAKE_USER, TracesFake } from '../../../tools/traces-fake/tracesFake.ts';
import { until } from '../../support/until.ts';
import { MovedClock, statementWorld, type StatementData, type StatementWorld } from './statementWorld.ts';

let world: StatementWorld;
let fake: TracesFake;
/** the same operator, who files with another program */
let elsewhere: TracesRegistry;

beforeAll(async () => {
  const clock = new MovedClock();
  const ms = (): number => clock.now().getTime();
  fake = new TracesFake({ callsPerSecond: 10_000, clock: ms });
  const url = await fake.start();
  const limits = { callsPerSecond: 10_000, answerWithinMs: 2_000, uploadWithinMs: 2_000 };
  elsewhere = new TracesRegistry({ url, credentials: FAKE_USER, limits, clock: ms });
  world = await statementWorld(new TracesRegistry({ url, credentials: FAKE_USER, limits, clock: ms }), clock);
});
afterEach(() => {
  fake.behave();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await world?.app.stop();
  await fake?.stop();
});

let consignments = 0;
async function checkedOne(): Promise<StatementData> {
  consignments += 1;
  return world.checkedStatement(await world.closed(`F/${consignments}`, 1));
}
const inState = (id: string, state: string): Promise<StatementData> =>
  until(async () => {
    const found = await world.read(id);
    return found.state === state && found.filing === null && found;
  }, `state ${state}`);
/** moves the clock, asks for what is due, and waits until it was asked */
async function later(by: { minutes?: number; hours?: number }, id: string, state: string): Promise<StatementData> {
  world.clock.advance(by);
  await world.poll();
  return inState(id, state);
}
/** waits until that many attempts failed; @returns ms until the next one */
async function attempts(id: string, count: number): Promise<number> {
  const row = await until(async () => {
    const [found] = await world.sql('select polls, next_poll_at as at from statement where id = $1', [id]);
    return found?.['polls'] === count && found;
  }, `attempt ${count}`);
  return Number(row['at']) - world.clock.now().getTime();
}
async function pollAfter(minutes: number): Promise<void> {
  world.clock.advance({ minutes });
  await world.poll();
}
async function availableOne(): Promise<StatementData> {
  const { id } = await checkedOne();
  await world.step(id, 'submit');
  await inState(id, 'submitted');
  return later({ minutes: 31 }, id, 'available');
}
/** What happens to a statement once its body is written, just before it is sent. */
function beforeSending(act: () => Promise<unknown>): void {
  const { run } = Threads.prototype;
  vi.spyOn(Threads.prototype, 'run').mockImplementation(async function (this: object, task, input) {
    const made = await run.call(this, task, input);
    if (task === 'filingBody') await act();
    return made;
  });
}
const jobEnds = (id: string): Promise<boolean> =>
  until(async () => {
    const jobs = await world.sql('select 1 from graphile_worker.jobs where key = $1', [`${FILE_TASK}:${id}`]);
    return jobs.length === 0;
  }, 'the end of the job');
const farmOf = async (id: string): Promise<{ farmId: string; farmerName: string; lotId: string }> => {
  const [lot] = await world.sql(
    `select l.farm_id as farm, l.farmer_name as name, l.lot_id as lot from statement t
       join consignment_lot h on h.consignment_id = t.consignment_id join lot l on l.id = h.lot_id where t.id = $1`,
    [id],
  );
  return { farmId: String(lot?.['farm']), farmerName: String(lot?.['name']), lotId: String(lot?.['lot']) };
};
const timesAsked = (request: string): number => fake.asked.filter((one) => one.request === request).length;
const filed = (reference: string) => fake.statements.filter(({ internalReference }) => internalReference === reference);

describe('filing', () => {
  it('submits once, and asks for the numbers after 30 minutes', async () => {
    const { id, internalReference } = await checkedOne();
    await world.step(id, 'submit');
    const submitted = await inState(id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
    const asked = fake.asked.length;
    world.clock.advance({ minutes: 29 });
    await world.poll();
    expect(fake.asked).toHaveLength(asked);
    const available = await later({ minutes: 2 }, id, 'available');
    expect(available['referenceNumber']).toBe(filed(internalReference)[0]?.referenceNumber);
    expect(submitted['submittedAt']).toBe(available['submittedAt']);
    const { exchanges } = (await world.auditor.rest.get(`/statements/${id}/exchanges`)).data;
    expect(exchanges.map(({ operation }: { operation: string }) => operation)).toEqual([
      'getDds',
      'submitDds',
      'getDdsByInternalReference',
    ]);
    const texts = (await world.auditor.rest.get(`/statements/${id}/exchanges/${exchanges[1].id}`)).data;
    expect(texts.request).toContain(internalReference);
    expect(JSON.stringify(texts)).not.toContain(FAKE_USER.key);
    expect(texts.request).not.toMatch(/Password/i);
  });

  it('whose answer was lost is looked up, and never sent again', async () => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave('answerLost', { times: 1 });
    await world.step(id, 'submit');
    await until(async () => filed(internalReference).length === 1, 'the submission');
    await attempts(id, 1);
    await later({ minutes: 5 }, id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
    await later({ minutes: 31 }, id, 'available');
  });

  it('whose answer was lost, and that the registry does not show yet, waits until it would', async () => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave('answerLost', { times: 1 });
    await world.step(id, 'submit');
    await until(async () => filed(internalReference).length === 1, 'the submission');
    await attempts(id, 1);
    fake.misbehave('emptyAfterSubmit');
    const before = timesAsked('GetDdsByInternalReferenceRequest');
    // The fake's clock stands still, so that the statement stays young there.
    fake.advance({ minutes: -3 });
    await pollAfter(3);
    await until(async () => timesAsked('GetDdsByInternalReferenceRequest') > before, 'the question');
    await until(async () => {
      const [row] = await world.sql('select sent_at, next_poll_at from statement where id = $1', [id]);
      return Number(row?.['next_poll_at']) - Number(row?.['sent_at']) === 30 * 60_000;
    }, 'the wait');
    expect((await world.read(id))['filing']).toEqual({ step: 'submit', state: 'sending' });
    fake.advance({ minutes: 3 });
    await later({ minutes: 31 }, id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
  });

  it('that is refused says why, and stays checked', async () => {
    const { id } = await checkedOne();
    fake.operator.hasEori = false;
    await world.step(id, 'submit');
    const refused = await until(async () => {
      const found = await world.read(id);
      return found.filing === null && found;
    }, 'the refusal');
    fake.operator.hasEori = true;
    expect(refused.state).toBe('checked');
    expect(refused['faults']).toMatchObject([{ code: 'EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING' }]);
  });

  it('is amended and withdrawn within the window', async () => {
    const first = await checkedOne();
    await world.step(first.id, 'submit');
    await inState(first.id, 'submitted');
    await later({ minutes: 31 }, first.id, 'available');
    const draft = (await world.step(first.id, 'amend')).data.statement;
    await world.processor.rest.send('PATCH', `/statements/${draft.id}`, { comment: 'Bags of jute' });
    expect((await world.step(draft.id, 'check')).data.ready).toBe(true);
    await world.step(draft.id, 'submit');
    const second = await inState(draft.id, 'submitted');
    expect((await world.read(first.id)).state).toBe('amended');
    expect(second['registryUuid']).toBe((await world.read(first.id))['registryUuid']);
    // The 72 hours are those of the first submission.
    expect(second['windowEndsAt']).toBe((await world.read(first.id))['windowEndsAt']);
    await later({ minutes: 31 }, draft.id, 'available');
    fake.misbehave('failsAfterWithdraw');
    await world.step(draft.id, 'withdraw');
    await inState(draft.id, 'withdrawn');
    expect(fake.statements.filter(({ uuid }) => uuid === second['registryUuid'])).toMatchObject([
      { status: 'WITHDRAWN' },
    ]);
  });

  it('asks again while the registry is away, and later each time', async () => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave('serverError');
    await world.step(id, 'submit');
    const first = await attempts(id, 1);
    world.clock.advance({ minutes: 3 });
    await world.poll();
    expect(await attempts(id, 2)).toBeGreaterThan(first);
    fake.behave();
    world.clock.advance({ minutes: 60 });
    await world.poll();
    await inState(id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
  });

  it.each(['tooManyRequests', 'clockSkew', 'noAnswer'] as const)('once it behaves again: %s', async (misbehaviour) => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave(misbehaviour, { operation: 'SubmitDdsRequest' });
    await world.step(id, 'submit');
    expect(await attempts(id, 1)).toBeGreaterThan(30_000);
    expect((await world.read(id))['filing']).toEqual({ step: 'submit', state: 'sending' });
    expect(filed(internalReference)).toEqual([]);
    fake.behave();
    await pollAfter(3);
    await later({ minutes: 31 }, id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
  });

  it('that the schema refuses says so, and is sent again when a person asks', async () => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave('schemaFault', { times: 1, operation: 'SubmitDdsRequest' });
    await world.step(id, 'submit');
    const refused = await until(async () => {
      const found = await world.read(id);
      return found.filing === null && found;
    }, 'the refusal');
    expect(refused).toMatchObject({
      state: 'checked',
      faults: [{ message: expect.stringContaining('cvc-maxLength') }],
    });
    await world.step(id, 'submit');
    await inState(id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
  });

  it('asks for late numbers with longer pauses, also when the registry does not show the statement', async () => {
    const { id, internalReference } = await checkedOne();
    await world.step(id, 'submit');
    await inState(id, 'submitted');
    fake.misbehave('numbersLate');
    await pollAfter(31);
    const first = await attempts(id, 1);
    fake.misbehave('emptyAfterSubmit');
    // As young there as when it came.
    fake.advance({ minutes: -100 });
    await pollAfter(61);
    expect(await attempts(id, 2)).toBeGreaterThan(first);
    fake.advance({ minutes: 100 });
    fake.behave();
    const found = await later({ hours: 3 }, id, 'available');
    expect(found['referenceNumber']).toBe(filed(internalReference)[0]?.referenceNumber);
  });

  it('whose amendment is refused stays as it was, and the new version says why', async () => {
    const first = await availableOne();
    const draft = (await world.step(first.id, 'amend')).data.statement;
    expect((await world.step(draft.id, 'check')).data.ready).toBe(true);
    fake.misbehave('amendRefused');
    await world.step(draft.id, 'submit');
    const refused = await until(async () => {
      const found = await world.read(draft.id);
      return found.filing === null && found;
    }, 'the refusal');
    expect(refused).toMatchObject({ state: 'checked', faults: [{ code: 'EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS' }] });
    expect((await world.read(first.id)).state).toBe('available');
    fake.behave();
    await world.step(draft.id, 'submit');
    await inState(draft.id, 'submitted');
    expect((await world.read(first.id)).state).toBe('amended');
  });

  it('is withdrawn once, though the answer is lost and questions answer 500 for a while', async () => {
    const { id } = await availableOne();
    const before = timesAsked('WithdrawDdsRequest');
    fake.misbehave('answerLost', { times: 1, operation: 'WithdrawDdsRequest' });
    fake.misbehave('failsAfterWithdraw');
    await world.step(id, 'withdraw');
    await attempts(id, 1);
    await pollAfter(3);
    await attempts(id, 2);
    await later({ minutes: 31 }, id, 'withdrawn');
    expect(timesAsked('WithdrawDdsRequest')).toBe(before + 1);
  });

  it('whose withdrawal is refused is asked for its numbers as before', async () => {
    const { id } = await checkedOne();
    await world.step(id, 'submit');
    const { registryUuid } = await inState(id, 'submitted');
    fake.decide(String(registryUuid), { locked: true });
    await world.step(id, 'withdraw');
    const refused = await until(async () => {
      const found = await world.read(id);
      return found.filing === null && found;
    }, 'the refusal');
    expect(refused).toMatchObject({
      state: 'submitted',
      faults: [{ code: 'EUDR_API_AMEND_OR_WITHDRAW_DDS_NOT_POSSIBLE' }],
    });
    await later({ minutes: 31 }, id, 'available');
  });

  it('whose farmer is erased before it is sent is a draft again, and is not sent', async () => {
    const { id, internalReference } = await checkedOne();
    const { farmId, farmerName } = await farmOf(id);
    const before = timesAsked('SubmitDdsRequest');
    let status = 0;
    beforeSending(async () => {
      ({ status } = await world.admin.rest.send('POST', '/gdpr/erase', { farmId, farmerName }));
    });
    await world.step(id, 'submit');
    await jobEnds(id);
    expect(status).toBe(200);
    expect(await world.read(id)).toMatchObject({ state: 'draft', filing: null, registryUuid: null });
    expect([timesAsked('SubmitDdsRequest'), filed(internalReference)]).toEqual([before, []]);
  });

  it('with which another process went on meanwhile is sent by that one alone', async () => {
    const { id, internalReference } = await checkedOne();
    const { database } = world.app.app;
    const before = timesAsked('SubmitDdsRequest');
    beforeSending(async () => {
      const sentAt = world.clock.now();
      await database.write(async (em) => {
        const nextPollAt = new Date(sentAt.getTime() + 30 * 60_000);
        await changeStatement(em, await lockedStatement(em, id), { filing: 'sending', sentAt, nextPollAt }, sentAt);
      });
    });
    await world.step(id, 'submit');
    await jobEnds(id);
    expect([timesAsked('SubmitDdsRequest'), filed(internalReference)]).toEqual([before, []]);
    expect((await world.read(id))['filing']).toEqual({ step: 'submit', state: 'sending' });
    vi.restoreAllMocks();
    await later({ minutes: 31 }, id, 'submitted');
    expect(filed(internalReference)).toHaveLength(1);
  });

  it('stands in the receipt for data of its farmer', async () => {
    const { id, internalReference } = await availableOne();
    const { farmId, lotId } = await farmOf(id);
    const farmer = await world.app.person('farmer', { farmId });
    const [plot] = await world.sql('select id from plot where farm_id = $1', [farmId]);
    const answer = await fetch(`${world.app.url}/api/v1/gdpr/export`, {
      headers: { authorization: `Bearer ${farmer.accessToken}` },
    });
    const at = expect.any(String);
    expect((await answer.json()).dataHandedOver).toEqual([
      {
        consignment: internalReference,
        recipient: 'EU Information System',
        way: 'filing',
        times: 1,
        firstAt: at,
        lastAt: at,
        lots: [lotId],
        plots: [plot?.['id']],
        documents: [],
      },
    ]);
  });

  it('whose status nobody knows here keeps no other one from its numbers', async () => {
    const ids: string[] = [];
    for (let times = 0; times < 2; times += 1) {
      const { id } = await checkedOne();
      await world.step(id, 'submit');
      await inState(id, 'submitted');
      ids.push(id);
    }
    const [suspended = '', other = ''] = ids;
    const uuid = String((await world.read(suspended))['registryUuid']);
    world.clock.advance({ minutes: 31 });
    fake.decide(uuid, { status: 'SUSPENDED' });
    await world.poll();
    await inState(other, 'available');
    await attempts(suspended, 1);
    expect((await world.read(suspended)).state).toBe('submitted');
    fake.decide(uuid, { status: 'AVAILABLE' });
    await later({ minutes: 61 }, suspended, 'available');
  });

  it('verifies the numbers of a supplier, and keeps the answer', async () => {
    const { id, internalReference } = await checkedOne();
    await world.step(id, 'submit');
    await inState(id, 'submitted');
    await later({ minutes: 31 }, id, 'available');
    const own = filed(internalReference)[0];
    const numbers = { referenceNumber: own?.referenceNumber, verificationNumber: own?.verificationNumber };
    const { data } = await world.processor.rest.send('POST', '/supplier-declarations', numbers);
    expect(data.declaration).toMatchObject({ ...numbers, verdict: 'existing_usable' });
    const unknown = { referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 'SFFCB4Y3' };
    const other = await world.processor.rest.send('POST', '/supplier-declarations', unknown);
    expect(other.data.declaration.verdict).toBe('non_existent');
    const { declarations } = (await world.auditor.rest.get('/supplier-declarations')).data;
    expect(declarations).toHaveLength(2);
    expect((await world.auditor.rest.send('POST', '/supplier-declarations', unknown)).status).toBe(403);
  });
});

describe('a statement that was filed elsewhere under the same reference', () => {
  async function filedElsewhere(id: string): Promise<string> {
    const { database } = world.app.app;
    const row = await database.read((em) => lockedStatement(em, id));
    const body = await filingBody({ packed: await loadContent(database, row), references: [], amends: null });
    const outcome = await elsewhere.submit({ kind: row.kind, body }, async () => undefined);
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    return outcome.uuid;
  }
  const refused = async (id: string): Promise<StatementData> =>
    until(async () => {
      const found = await world.read(id);
      return found.filing === null && found;
    }, 'the refusal');

  it('is never taken for ours, and nothing is sent until a person gives another reference', async () => {
    const { id, internalReference } = await checkedOne();
    const other = await filedElsewhere(id);
    const before = timesAsked('SubmitDdsRequest');
    const { text } = FILING.sameReference({ reference: internalReference, uuids: [other] });
    for (let times = 0; times < 2; times += 1) {
      await world.step(id, 'submit');
      expect(await refused(id)).toMatchObject({
        state: 'checked',
        registryUuid: null,
        faults: [{ code: null, message: text }],
      });
    }
    expect(timesAsked('SubmitDdsRequest')).toBe(before);
    const renamed = `${internalReference}/2`;
    await world.processor.rest.send('PATCH', `/statements/${id}`, { internalReference: renamed });
    expect((await world.step(id, 'check')).data.ready).toBe(true);
    await world.step(id, 'submit');
    const submitted = await inState(id, 'submitted');
    expect(filed(renamed).map(({ uuid }) => uuid)).toEqual([submitted['registryUuid']]);
  });

  it('while an answer is lost leaves the choice to a person, and nothing is sent again', async () => {
    const { id, internalReference } = await checkedOne();
    fake.misbehave('answerLost', { times: 1 });
    await world.step(id, 'submit');
    await attempts(id, 1);
    const other = await filedElsewhere(id);
    await pollAfter(5);
    const found = await refused(id);
    const uuids = filed(internalReference).map(({ uuid }) => uuid);
    expect(uuids).toContain(other);
    expect(found).toMatchObject({
      state: 'checked',
      faults: [{ message: FILING.sameReference({ reference: internalReference, uuids }).text }],
    });
    await world.step(id, 'submit');
    await refused(id);
    expect(filed(internalReference)).toHaveLength(2);
  });
});
