import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEPT } from '../../../server/domain/messages/retentionMessages.ts';
import { eraseDueDocuments } from '../../../server/modules/due-diligence/dueDiligenceErasure.ts';
import {
  CONSIGNMENTS_FILED,
  NO_LONGER_KEPT,
  UNFILED_REQUESTS,
  UNFINISHED_PACKAGE,
} from '../../../server/modules/statements/statementErasure.ts';
import { addDocument } from '../due-diligence/dueDiligenceWorld.ts';
import { statementWorld, type StatementWorld } from './statementWorld.ts';

/* Frozen contents name producers: what nobody has got goes with the person, what was filed is kept for five years. */

let world: StatementWorld;

beforeAll(async () => {
  world = await statementWorld();
});
afterAll(() => world?.app.stop());

const contents = async (id: string) =>
  (await world.sql('select count(*)::int as count from statement_content where statement_id = $1', [id]))[0]?.['count'];

/** A request that the registry refused, and a piece of a package whose process ended. */
async function leftovers(id: string): Promise<void> {
  const [request, now] = [Buffer.from('names'), new Date()];
  await world.sql(
    `insert into statement_exchange (statement_id, operation, request, at) values ($1, 'submitDds', $2, $3)`,
    [id, request, now],
  );
  await world.sql('insert into statement_package_piece (statement_id, number, bytes) values ($1, 999, $2)', [
    id,
    request,
  ]);
}
async function leftOf(id: string): Promise<number[]> {
  const counts = await Promise.all(
    ['statement_exchange', 'statement_package_piece'].map((table) =>
      world.sql(`select count(*)::int as count from ${table} where statement_id = $1`, [id]),
    ),
  );
  return counts.map(([row]) => Number(row?.['count']));
}

it('an erasure makes a checked statement a draft, and leaves a package as it is', async () => {
  const consignmentId = await world.closed('E/1', 1);
  const filed = await world.handedOver(consignmentId);
  const checked = await world.checkedStatement(consignmentId);
  const [lot] = await world.sql(
    `select l.farm_id as farm, l.farmer_name as name from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [consignmentId],
  );
  await leftovers(checked.id);
  const asked = await world.admin.rest.send('POST', '/gdpr/erase', {
    farmId: lot?.['farm'],
    farmerName: lot?.['name'],
  });
  expect(asked.data.receipt.fields).toContain('statementContents');
  expect(asked.data.receipt.kept).toContainEqual(
    expect.objectContaining({
      what: KEPT.statements({ statements: 1 }).text,
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    }),
  );
  expect((await world.read(checked.id)).state).toBe('draft');
  expect(await leftOf(checked.id)).toEqual([0, 0]);
  expect([await contents(checked.id), await contents(filed.id)]).toEqual([0, 1]);
  const again = await world.step(checked.id, 'check');
  expect(again.data.ready).toBe(false);
});

it('contents and packages are deleted after five years', async () => {
  const filed = await world.handedOver(await world.closed('E/2', 1));
  const due = async (years: number): Promise<unknown[]> => {
    const at = new Date(Date.now() + years * 366 * 86_400_000);
    const tables = ['statement_content', 'statement_package', 'statement_package_piece'];
    const rows = await Promise.all(
      tables.map((table) =>
        world.sql(`select 1 from ${table} where ${NO_LONGER_KEPT} and statement_id = $2`, [at, filed.id]),
      ),
    );
    return rows.map((found) => found.length > 0);
  };
  expect(await due(4)).toEqual([false, false, false]);
  expect(await due(5)).toEqual([true, true, true]);
});

it('what was never filed leaves nothing: refused requests for a year, pieces of unfinished packages until the night', async () => {
  const { id } = await world.checkedStatement(await world.closed('E/3', 1));
  await leftovers(id);
  const old = async (days: number) =>
    (
      await world.sql(`select 1 from statement_exchange where ${UNFILED_REQUESTS} and statement_id = $2`, [
        new Date(Date.now() + days * 86_400_000),
        id,
      ])
    ).length;
  expect([await old(364), await old(367)]).toEqual([0, 1]);
  const unfinished = () =>
    world.sql(`select 1 from statement_package_piece where ${UNFINISHED_PACKAGE} and statement_id = $1`, [id]);
  expect(await unfinished()).toHaveLength(1);
  const discarded = await world.processor.rest.send('DELETE', `/statements/${id}`);
  expect([discarded.status, await leftOf(id)]).toEqual([200, [0, 0]]);
});

it('a statement that was changed in the database keeps no erasure from being carried out', async () => {
  const consignmentId = await world.closed('E/4', 1);
  const { id } = await world.checkedStatement(consignmentId);
  await world.sql(`update statement set comment = 'changed' where id = $1`, [id]);
  const [lot] = await world.sql(
    `select l.farm_id as farm, l.farmer_name as name from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [consignmentId],
  );
  const body = { farmId: lot?.['farm'], farmerName: lot?.['name'] };
  expect((await world.admin.rest.send('POST', '/gdpr/erase', body)).status).toBe(200);
  expect(await contents(id)).toBe(0);
  await world.sql('delete from statement where id = $1', [id]);
});

it('a document about the farm is kept for five years after the filing, where that was later than the closing', async () => {
  const consignmentId = await world.closed('E/5', 1);
  const [lot] = await world.sql(
    `select l.farm_id as farm, l.farmer_name as name from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [consignmentId],
  );
  const farmId = String(lot?.['farm']);
  const added = await addDocument(world.processor, { subject: farmId, title: 'Land title', validFrom: '2026-01-01' });
  world.clock.advance({ hours: 20 * 24 });
  const filed = await world.handedOver(consignmentId);
  const [made] = await world.sql(
    `select to_char(made_at at time zone 'UTC' + interval '5 years', 'YYYY-MM-DD') as until
     from statement_package where statement_id = $1`,
    [filed.id],
  );
  const asked = await world.admin.rest.send('POST', '/gdpr/erase', { farmId, farmerName: lot?.['name'] });
  expect(asked.status).toBe(200);
  const [document] = await world.sql('select erase_on::text as until from dd_document where id = $1', [
    added.data.document.id,
  ]);
  expect(document).toEqual(made);
  expect(asked.data.receipt.kept).toContainEqual(
    expect.objectContaining({ what: KEPT.documents({ documents: 1 }).text, until: made?.['until'] }),
  );
});

it('a document that was kept at an erasure is kept for longer, where a statement is filed after it', async () => {
  const consignmentId = await world.closed('E/6', 1);
  const [lot] = await world.sql(
    `select l.farm_id as farm from lot l join consignment_lot h on h.lot_id = l.id where h.consignment_id = $1`,
    [consignmentId],
  );
  const fields = { subject: String(lot?.['farm']), title: 'Lease from Ben Plorvane', namesPerson: 'false' };
  const { id } = (await addDocument(world.processor, fields)).data.document;
  const ben = await world.app.person('farmer', { farmId: 'FARM999', name: 'Ben Plorvane' });
  expect((await ben.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
  const kept = async () =>
    (await world.sql('select erase_on::text as until, removed_at from dd_document where id = $1', [id]))[0];
  const first = (await kept())?.['until'];
  world.clock.advance({ hours: 5 * 24 });
  await world.handedOver(consignmentId);
  const { database } = world.app.app;
  await eraseDueDocuments(database, { at: new Date(`${String(first)}T12:00:00Z`), filed: CONSIGNMENTS_FILED });
  const later = await kept();
  expect(later?.['removed_at']).toBeNull();
  expect(String(later?.['until']) > String(first)).toBe(true);
  await eraseDueDocuments(database, {
    at: new Date(`${String(later?.['until'])}T12:00:00Z`),
    filed: CONSIGNMENTS_FILED,
  });
  expect((await kept())?.['removed_at']).not.toBeNull();
});

it('the export of a person names the statements that they made', async () => {
  const answer = await fetch(`${world.app.url}/api/v1/gdpr/export`, {
    headers: { authorization: `Bearer ${world.processor.accessToken}` },
  });
  const exported = JSON.parse(await answer.text());
  expect(JSON.stringify(exported)).toContain('"statementsMade":[{"internalReference":"E/1"');
});
