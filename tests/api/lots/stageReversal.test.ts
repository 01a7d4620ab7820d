import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGE } from '../../../server/domain/messages/stageMessages.ts';
import { registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let grace: Person;
let processor: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor'),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const move = (id: string, currentProcess: string) =>
  processor.rest.send('PATCH', `/lots/${id}/process`, { currentProcess, processDetails: 'Done' });
const revert = (id: string, body: object = { reason: 'The wrong lot was scanned' }, by = processor, headers = {}) =>
  by.rest.send('POST', `/lots/${id}/stage-reversal`, body, headers);

describe('a wrong stage', () => {
  it('is taken back to the one before, with its reason in the history and an event on the ledger', async () => {
    const lot = await registered(grace);
    await move(lot.id, 'fermented');
    await move(lot.id, 'processed');
    const { status, data } = await revert(lot.id);
    expect([status, data.lot.currentProcess, data.lot.version]).toEqual([200, 'fermented', 4]);
    await settled(app, lot.id);
    const { history } = (await processor.rest.get(`/lots/${lot.id}/history`)).data;
    const entry = history.find(({ action }: { action: string }) => action === 'reverted');
    expect(entry).toMatchObject({ action: 'reverted', stage: 'fermented', actor: 'Ines Duarte', state: 'recorded' });
    expect(entry.changes).toContainEqual({ field: 'explanation', from: null, to: 'The wrong lot was scanned' });
    expect((await revert(lot.id)).data.lot.currentProcess).toBe('harvested');
    const first = await revert(lot.id);
    expect([first.status, first.body.message]).toEqual([409, STAGE.noneBefore({}).text]);
    expect((await move(lot.id, 'drying')).status).toBe(200);
    const lines = await app.app.database.rows(
      `select 1 from audit_entry where action = 'lot.stage-reverted' and target_id = $1`,
      [lot.id],
    );
    expect(lines).toHaveLength(2);
  });

  it('stays once the lot is shipped', async () => {
    const lot = await registered(grace);
    await move(lot.id, 'shipped');
    const { status, body } = await revert(lot.id);
    expect([status, body.message]).toEqual([409, STAGE.shippedStays({ stage: 'shipped' }).text]);
  });

  it('takes a reason and the version that was read, and is for processors and admins', async () => {
    const lot = await registered(grace);
    await move(lot.id, 'fermented');
    expect((await revert(lot.id, { reason: ' ' })).body.details).toMatchObject([{ field: 'reason' }]);
    expect((await revert(lot.id, { reason: 'Typed wrong', version: 1 })).status).toBe(409);
    expect((await revert(lot.id, undefined, grace)).status).toBe(403);
    expect((await revert(lot.id, undefined, auditor)).status).toBe(403);
    const { data } = await processor.graphql.run(
      `mutation ($id: ID!) {
        revertStage(id: $id, reason: "Typed wrong", version: 2) { ... on LotUpdated { lot { currentProcess } } }
      }`,
      { id: lot.id },
    );
    expect(data.revertStage).toEqual({ lot: { currentProcess: 'harvested' } });
  });
});
