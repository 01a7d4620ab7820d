import { afterEach, beforeEach, expect, it } from 'vitest';
import { transferOf } from '../../server/domain/ledger/judge.ts';
import type { Ledger, LedgerEvent, RecordOutcome } from '../../server/domain/ledger/ledger.ts';
import { csvOfLots, importLots } from '../support/lotFiles.ts';
import { newLot } from '../support/newLot.ts';
import { createTestApp, type Person, type TestApp } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* Transfers that the ledger refuses, or breaks on: they fail and wait whole, and keep no other lot waiting. */

/** More than the worker takes in a batch. */
const MANY = 250;

let app: TestApp;
let admin: Person;
/** events that the ledger refuses; with one of a transfer it refuses all of that, as every ledger does */
let refuses: (event: LedgerEvent) => boolean;
/** events on which the ledger breaks, with whatever else it is given */
let breaksOn: (event: LedgerEvent) => boolean;

function steered(own: Ledger): Ledger {
  const record = async (events: readonly LedgerEvent[]): Promise<RecordOutcome[]> => {
    if (events.some((event) => breaksOn(event))) throw new Error('The ledger broke');
    const transfers = new Set(events.filter((event) => refuses(event)).map(({ content }) => transferOf(content)));
    const isRefused = (event: LedgerEvent): boolean => {
      const transfer = transferOf(event.content);
      return refuses(event) || (transfer !== null && transfers.has(transfer));
    };
    const recorded = await own.record(events.filter((event) => !isRefused(event)));
    const outcomes = recorded.values();
    return events.map((event): RecordOutcome => {
      const refusal = { code: 'BAD_CONTENT', text: 'The test refuses it' } as const;
      if (isRefused(event)) return { kind: 'refused', eventId: event.eventId, refusal };
      const { value } = outcomes.next();
      if (value === undefined) throw new Error('The ledger did not answer for every event');
      return value;
    });
  };
  return new Proxy(own, {
    get: (ledger, name) => {
      if (name === 'record') return record;
      const member: unknown = Reflect.get(ledger, name, ledger);
      return typeof member === 'function' ? member.bind(ledger) : member;
    },
  });
}

beforeEach(async () => {
  refuses = () => false;
  breaksOn = () => false;
  app = await createTestApp({ surroundings: { ledger: (_, own) => steered(own) } });
  admin = await app.person('admin');
});
afterEach(() => app?.stop());

const rows = <Row extends object>(sql: string, values: unknown[] = []) => app.app.database.rows<Row>(sql, values);

async function post(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const { status, data, body: answer } = await admin.rest.send('POST', path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return data;
}

async function registeredLots(count: number, weight = 100): Promise<{ id: string; lotId: string }[]> {
  return Promise.all(Array.from({ length: count }, async () => (await post('/lots', newLot({ weight }))).lot));
}

/** Makes one lot of a kilogram of each of some. @returns UUID of the new lot */
async function combined(lots: readonly { id: string }[], lotId: string): Promise<string> {
  const { outputs } = await post('/transformations', {
    step: 'blending',
    inputs: lots.map(({ id }) => ({ lot: id, weight: 0.5 })),
    outputs: [{ lotId, weight: lots.length / 2, moistureContent: 7 }],
  });
  return outputs[0].id;
}

/** States of the outbox, of events of a type; each once. */
async function statesOf(type: string, lots: readonly string[]): Promise<string[]> {
  const found = await rows<{ state: string }>(
    `select distinct concat_ws(' ', o.state, o.failure_code) as state from ledger_outbox o join lot_event e using (event_id)
     where e.type = $1 and o.lot_id = any($2::uuid[])`,
    [type, lots],
  );
  return found.map(({ state }) => state).sort();
}

const inState = (type: string, lots: readonly string[], state: string): Promise<true> =>
  until(async () => (await statesOf(type, lots)).join() === state, `events "${type}" to be "${state}"`, {
    withinMs: 60_000,
  });

/** Transactions that hold the events of the one transfer with events of a lot. */
async function transactionsOf(lot: string): Promise<unknown[]> {
  return rows(
    `select count(distinct t.tx_id)::int as transactions, count(*)::int as events from ledger_outbox o join ledger_transaction t using (event_id)
     where o.transfer = (select transfer from ledger_outbox where lot_id = $1 and transfer is not null)`,
    [lot],
  );
}

async function retryOne(): Promise<number> {
  const { events } = (await admin.rest.get('/ledger/events/refused')).data;
  await post(`/ledger/events/${events[0].id}/retry`, {});
  return events.length;
}

const ofTransfer = ({ content }: LedgerEvent): boolean => transferOf(content) !== null;

it('a transfer of which the ledger refuses one event fails whole, its lots wait, and one retry sends all of it again', async () => {
  const inputs = await registeredLots(3);
  const ids = inputs.map(({ id }) => id);
  await inState('created', ids, 'recorded');
  const { lot_key: key } =
    (await rows<{ lot_key: string }>('select lot_key from lot where id = $1', [ids[1]]))[0] ?? {};
  refuses = (event) => ofTransfer(event) && event.lotKey === key;
  const made = await combined(inputs, 'LOT-MADE-1');
  await inState('used', ids, 'failed BAD_CONTENT');
  expect(await statesOf('formed', [made])).toEqual(['failed BAD_CONTENT']);

  for (const id of [...ids, made]) {
    const body = { temperature: 31 };
    expect((await admin.rest.send('PATCH', `/lots/${id}`, body)).status).toBe(200);
  }
  const [apart] = await registeredLots(1);
  await inState('created', [apart?.id ?? ''], 'recorded');
  expect(await statesOf('edited', [...ids, made])).toEqual(['pending']);
  const shown = await Promise.all([...ids, made].map((id) => admin.rest.get(`/lots/${id}`)));
  // A lot that was never recorded has no transaction to show.
  expect(shown.map(({ data }) => data.lot.blockchainHash?.status ?? 'none')).toEqual([
    'failed',
    'failed',
    'failed',
    'none',
  ]);

  refuses = () => false;
  // One of them is named, for all.
  expect(await retryOne()).toBe(1);
  await inState('edited', [...ids, made], 'recorded');
  expect([await statesOf('used', ids), await statesOf('formed', [made])]).toEqual([['recorded'], ['recorded']]);
  expect(await transactionsOf(made)).toEqual([{ transactions: 1, events: 4 }]);
  expect((await admin.rest.get('/ledger/events/refused')).data.events).toEqual([]);
});

it('a transfer on which the ledger breaks fails whole when it is alone, as one event does, and no outage is seen in it', async () => {
  const inputs = await registeredLots(2);
  const ids = inputs.map(({ id }) => id);
  await inState('created', ids, 'recorded');
  await until(
    async () => (await rows(`select from ledger_outbox where state <> 'recorded'`)).length === 0,
    'nothing to wait',
  );
  breaksOn = ofTransfer;
  const made = await combined(inputs, 'LOT-MADE-2');
  await inState('used', ids, 'failed INTERNAL');
  expect(await statesOf('formed', [made])).toEqual(['failed INTERNAL']);
  breaksOn = () => false;
  await retryOne();
  await inState('formed', [made], 'recorded');
  expect(await transactionsOf(made)).toEqual([{ transactions: 1, events: 3 }]);
});

it('a blocked transfer with more events than a batch keeps no other lot waiting, and is recorded whole at last', async () => {
  const imported = await importLots(app, admin, csvOfLots(MANY, 'LOT-MANY-'));
  expect([imported.status, imported.data.created]).toEqual([200, MANY]);
  const inputs = await rows<{ id: string }>(`select id from lot where lot_id like 'LOT-MANY-%' order by id`);
  const ids = inputs.map(({ id }) => id);
  await inState('created', ids, 'recorded');
  refuses = ({ content }) => JSON.parse(content).type === 'edited';
  const [first = ''] = ids;
  expect((await admin.rest.send('PATCH', `/lots/${first}`, { temperature: 31 })).status).toBe(200);
  await inState('edited', [first], 'failed BAD_CONTENT');
  const made = await combined(inputs, 'LOT-MADE-3');
  const others = (await registeredLots(5)).map(({ id }) => id);
  await inState('created', others, 'recorded');
  // Also of other transfers, and of lots of this one that have nothing else to wait for.
  const free = await combined(
    others.map((id) => ({ id })),
    'LOT-MADE-4',
  );
  await inState('formed', [free], 'recorded');
  expect([await statesOf('used', ids), await statesOf('formed', [made])]).toEqual([['pending'], ['pending']]);
  refuses = () => false;
  expect(await retryOne()).toBe(1);
  await inState('formed', [made], 'recorded');
  expect(await statesOf('used', ids)).toEqual(['recorded']);
  expect(await transactionsOf(made)).toEqual([{ transactions: 1, events: MANY + 1 }]);
});
