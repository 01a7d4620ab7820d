import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnOf, factsOf, LOT_FIELD_NAMES } from '../../../server/domain/lot/lotTable.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// Somebody who holds the database's password changes the row of a lot, and then uses the program: no call may sign what they made.

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

const sql = (text: string, values: unknown[] = []) => app.app.database.pool.query(text, values);

/** SQL of another value for a column, by its form. */
const OTHER = {
  text: "'FARM666'",
  variety: "'Nacional'",
  day: "'2026-05-02'",
  figure: 'coalesce(%, 0) + 1',
  texts: "array['Changed']",
  flag: 'not %',
  stage: "'shipped'",
  status: "'Deforestation Detected'",
  moment: "now() - interval '1 day'",
} as const;

/** Each column that decides what a write may do or what it signs, with SQL of a value that the program did not write. */
const COLUMNS = [
  ...LOT_FIELD_NAMES.map(factsOf).map(({ stored, form }) => {
    const column = columnOf(stored);
    return [column, OTHER[form].replace('%', column)] as const;
  }),
  ['lot_key', "repeat('0', 32)"] as const,
  ['kind', "'derived'"] as const,
  ['used_grams', 'used_grams + 1'] as const,
  ['head_seq', 'head_seq + 1'] as const,
  ['head_hash', "repeat('0', 64)"] as const,
].filter(([column]) => column !== 'lot_id');

const PROCESS = { currentProcess: 'delivered', processDetails: 'Handed over' };

/** What a call came to: 409 for a conflict, in each transport. */
type Call = (id: string, alertId: string) => Promise<number>;

const inBatch =
  (method: string, path: (id: string) => string, body?: unknown): Call =>
  async (id) => {
    const requests = [{ method, path: path(id), ...(body === undefined ? {} : { body }) }];
    const { data } = await admin.rest.send('POST', '/batch', { requests });
    return data.responses[0].statusCode;
  };

const inGraphql =
  (query: string): Call =>
  async (id, alertId) => {
    const { errors } = await admin.graphql.run(query, { id: query.includes('Alert(') ? alertId : id });
    const [error] = errors;
    if (error === undefined) return 200;
    return JSON.stringify(error.extensions).includes('conflict.lot_differs') ? 409 : 500;
  };

const CALLS: Record<string, Call> = {
  'PATCH /lots/{id}': async (id) => (await admin.rest.send('PATCH', `/lots/${id}`, { weight: 77 })).status,
  'PATCH /lots/{id}/process': async (id) => (await admin.rest.send('PATCH', `/lots/${id}/process`, PROCESS)).status,
  'DELETE /lots/{id}': async (id) => (await admin.rest.send('DELETE', `/lots/${id}`)).status,
  'PUT /alerts/{id}/acknowledge': async (_, id) => (await admin.rest.send('PUT', `/alerts/${id}/acknowledge`)).status,
  'PUT /alerts/{id}/resolve': async (_, id) => (await admin.rest.send('PUT', `/alerts/${id}/resolve`, {})).status,
  'PUT /alerts/{id}/dismiss': async (_, id) => (await admin.rest.send('PUT', `/alerts/${id}/dismiss`, {})).status,
  'PUT /alerts/bulk-update-status': async (_, id) =>
    (await admin.rest.send('PUT', '/alerts/bulk-update-status', { alertIds: [id], status: 'dismissed' })).status,
  'batch: PATCH': inBatch('PATCH', (id) => `/lots/${id}`, { weight: 77 }),
  'batch: process': inBatch('PATCH', (id) => `/lots/${id}/process`, PROCESS),
  'batch: DELETE': inBatch('DELETE', (id) => `/lots/${id}`),
  updateLot: inGraphql('mutation ($id: ID!) { updateLot(id: $id, input: { weight: 77 }) { __typename } }'),
  updateProcess: inGraphql(
    'mutation ($id: ID!) { updateProcess(id: $id, input: { currentProcess: delivered, processDetails: "x" }) { __typename } }',
  ),
  deleteLot: inGraphql('mutation ($id: ID!) { deleteLot(id: $id) { __typename } }'),
  acknowledgeAlert: inGraphql('mutation ($id: ID!) { acknowledgeAlert(id: $id) { __typename } }'),
  resolveAlert: inGraphql('mutation ($id: ID!) { resolveAlert(id: $id) { __typename } }'),
  dismissAlert: inGraphql('mutation ($id: ID!) { dismissAlert(id: $id) { __typename } }'),
};

const stateOf = async (id: string) =>
  (
    await sql(
      `select l.head_seq, l.deleted_at, (select count(*)::int from lot_event where lot_id = l.id) as events,
         (select count(*)::int from audit_entry where target_id = l.id::text) as audited from lot l where l.id = $1`,
      [id],
    )
  ).rows[0];

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  let lot: LotView;
  let alertId: string;
  beforeAll(async () => {
    lot = await settledLot(app, admin);
    alertId = await raiseSmoke(app.app.database, lot.id);
  });

  it.each(COLUMNS)(
    'is refused while %s is not what the signed events say, and writes nothing',
    async (column, value) => {
      const { rows } = await sql(`select ${column} as value from lot where id = $1`, [lot.id]);
      await sql(`update lot set ${column} = ${value} where id = $1`, [lot.id]);
      const before = await stateOf(lot.id);
      expect(await call(lot.id, alertId)).toBe(409);
      expect(await stateOf(lot.id)).toEqual(before);
      await sql(`update lot set ${column} = $2 where id = $1`, [lot.id, rows[0].value]);
    },
  );

  it('is taken once the row is what it was', async () => {
    expect(await call(lot.id, alertId)).toBe(200);
  });
});

describe('a deleted lot that was put back', () => {
  it('cannot be changed', async () => {
    const lot = await settledLot(app, admin);
    expect((await admin.rest.send('DELETE', `/lots/${lot.id}`)).status).toBe(200);
    await sql('update lot set deleted_at = null where id = $1', [lot.id]);
    for (const name of ['PATCH /lots/{id}', 'PATCH /lots/{id}/process', 'DELETE /lots/{id}']) {
      expect([name, await CALLS[name]!(lot.id, '')]).toEqual([name, 409]);
    }
  });
});

describe('events of a lot', () => {
  it('that were changed or taken out are no ground for another one', async () => {
    const lot = await settledLot(app, admin);
    const changes = [
      [
        `update lot_event set at = at + interval '1 hour' where lot_id = $1 and seq = 2`,
        `update lot_event set at = at - interval '1 hour' where lot_id = $1 and seq = 2`,
      ],
      [`update lot_event set seal = null where lot_id = $1 and seq = 1`, null],
    ] as const;
    for (const [change, back] of changes) {
      await unguarded(change, [lot.id]);
      expect([change, await CALLS['PATCH /lots/{id}']!(lot.id, '')]).toEqual([change, 409]);
      if (back !== null) await unguarded(back, [lot.id]);
    }
  });
});

/** As the owner of the tables does it, past the trigger that refuses changes of events. */
async function unguarded(text: string, values: unknown[]): Promise<void> {
  const client = await app.app.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table lot_event disable trigger user');
    await client.query(text, values);
    await client.query('alter table lot_event enable trigger user');
    await client.query('commit');
  } finally {
    client.release();
  }
}
