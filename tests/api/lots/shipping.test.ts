import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPING } from '../../../server/domain/messages/shippingMessages.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { freshLotId, LOSS_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { restTransformations } from '../../support/transformationApi.ts';

let app: TestApp;
let grace: Person;
let processor: Person;
let auditor: Person;
let admin: Person;
/** the same database, where the guard blocks */
let blocking: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
  blocking = await createTestApp({ database: app.databaseUrl, env: { SHIPPING_GUARD: 'block', ROLE: 'web' } });
});
afterAll(async () => {
  await blocking.stop();
  await app.stop();
});

const SHIPPED = { currentProcess: 'shipped', processDetails: 'On board' };
const ship = (id: string, more: object = {}) =>
  processor.rest.send('PATCH', `/lots/${id}/process`, { ...SHIPPED, ...more });
const condemned = async () => {
  const lot = await settledLot(app, grace, { latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude });
  expect(lot.deforestationStatus).toBe('Deforestation Detected');
  return lot;
};

describe('shipping', () => {
  it('says nothing of a compliant lot, and nothing of any lot before it leaves', async () => {
    const clean = await settledLot(app, grace);
    const lost = await condemned();
    const processed = { currentProcess: 'processed', processDetails: 'Packed' };
    const before = await processor.rest.send('PATCH', `/lots/${lost.id}/process`, processed);
    const answer = await ship(clean.id);
    expect([before.data.warnings, answer.status, answer.data.warnings]).toEqual([[], 200, []]);
    const [newest] = (await processor.rest.get(`/lots/${clean.id}/history`)).data.history;
    expect(newest).toMatchObject({ action: 'stage', stage: 'shipped', warnings: [] });
  });

  it('of a condemned lot answers why it should stay, and marks history and ledger event', async () => {
    const lot = await condemned();
    const answer = await ship(lot.id, { qualityChecks: { moisture: 39 } });
    const warnings = ['deforestation_detected', 'open_alert', 'high_moisture'];
    expect([answer.status, answer.data.lot.currentProcess]).toEqual([200, 'shipped']);
    expect(answer.data.warnings).toEqual(warnings);
    const [newest] = (await processor.rest.get(`/lots/${lot.id}/history`)).data.history;
    expect(newest).toMatchObject({ action: 'stage', stage: 'shipped', warnings });
    const content = await app.app.database.row<{ content: string }>(
      'select content from lot_event where lot_id = $1 order by seq desc limit 1',
      [lot.id],
    );
    expect(JSON.parse(content?.content ?? '{}')).toMatchObject({ v: 2, type: 'stage', warnings });
    const lines = await app.app.database.rows<{ details: unknown }>(
      `select details from audit_entry where action = 'lot.stage-changed' and target_id = $1`,
      [lot.id],
    );
    expect(lines).toEqual([{ details: { from: 'harvested', to: 'shipped', warnings } }]);
  });

  it('names an open alert over GraphQL too; the ledger records the mark', async () => {
    const lot = await settledLot(app, grace);
    await raiseSmoke(app.app.database, lot.id);
    const { data } = await processor.graphql.run(
      `mutation ($id: ID!, $input: UpdateProcessInput!) {
        updateProcess(id: $id, input: $input) { ... on ProcessUpdated { warnings lot { currentProcess } } }
      }`,
      { id: lot.id, input: { ...SHIPPED, currentProcess: 'delivered' } },
    );
    expect(data.updateProcess).toEqual({ warnings: ['open_alert'], lot: { currentProcess: 'delivered' } });
    await settled(app, lot.id);
    const { data: read } = await processor.graphql.run(
      `query ($id: ID!) { lotHistory(id: $id) { action stage warnings state } }`,
      { id: lot.id },
    );
    expect(read.lotHistory[0]).toEqual({
      action: 'stage',
      stage: 'delivered',
      warnings: ['open_alert'],
      state: 'recorded',
    });
  });
});

const reviewsOf = async (lotId: string, by = auditor) =>
  (await by.rest.get(`/shipping-reviews?lotId=${lotId}`)).data.reviews;
const ask = (id: string, by = processor) => by.rest.send('POST', `/lots/${id}/shipping-reviews`, {});
const confirm = (id: string, by = auditor) => by.rest.send('POST', `/shipping-reviews/${id}/confirm`, {});

describe('what was shipped with warnings', () => {
  it('is a task for auditors, who close it; the written reason is in the history', async () => {
    const lot = await condemned();
    await ship(lot.id, { confirmRisks: { reason: 'The buyer takes it back' } });
    const [review] = await reviewsOf(lot.lotId);
    expect(review).toMatchObject({
      state: 'open',
      stage: 'shipped',
      warnings: ['deforestation_detected', 'open_alert'],
      shippedBy: 'Ines Duarte',
      askedBy: null,
      mayClose: true,
    });
    const [newest] = (await processor.rest.get(`/lots/${lot.id}/history`)).data.history;
    expect(newest.changes).toContainEqual({ field: 'explanation', from: null, to: 'The buyer takes it back' });
    const close = (by: Person) => by.rest.send('POST', `/shipping-reviews/${review.id}/close`, {});
    expect([(await close(processor)).status, (await close(auditor)).status]).toEqual([403, 200]);
    expect((await close(auditor)).data.review).toMatchObject({ state: 'closed', closedBy: 'Ada Auditor' });
    const open = (await auditor.rest.get('/shipping-reviews?state=open&limit=100')).data.reviews;
    expect(open.map(({ id }: { id: string }) => id)).not.toContain(review.id);
  });

  it('is seen by who sees the lot alone', async () => {
    const lot = await condemned();
    await ship(lot.id);
    const stranger = await app.person('farmer', { farmId: 'FARM002' });
    expect([(await reviewsOf(lot.lotId, grace)).length, (await reviewsOf(lot.lotId, stranger)).length]).toEqual([1, 0]);
  });
});

const NOT_CONFIRMED = { field: 'confirmRisks.confirmationId', message: SHIPPING.notConfirmed({}).text };

describe('a second person', () => {
  it('is somebody else than who asked, with close_alerts and a session; the request is used once', async () => {
    const lot = await condemned();
    const { review } = (await ask(lot.id)).data;
    expect(review).toMatchObject({ state: 'waiting', askedBy: 'Ines Duarte', mayConfirm: false });
    expect((await ask(lot.id)).data.review.id).toBe(review.id);
    const risks = { confirmRisks: { reason: 'Sold as it is', confirmationId: review.id } };
    const early = await ship(lot.id, risks);
    expect([early.status, early.body.details]).toEqual([400, [NOT_CONFIRMED]]);
    expect([(await confirm(review.id, processor)).status, (await confirm(review.id, grace)).status]).toEqual([
      403, 403,
    ]);
    expect((await confirm(review.id)).data.review).toMatchObject({ state: 'confirmed', confirmedBy: 'Ada Auditor' });
    expect((await ship(lot.id, risks)).status).toBe(200);
    const all = await reviewsOf(lot.lotId);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ id: review.id, state: 'open', askedBy: 'Ines Duarte', shippedBy: 'Ines Duarte' });
    const delivered = await ship(lot.id, { ...risks, currentProcess: 'delivered' });
    expect([delivered.status, delivered.body.details]).toEqual([400, [NOT_CONFIRMED]]);
  });

  it('never confirms the own request, nor ships with the own confirmation', async () => {
    const lot = await condemned();
    const { review } = (await ask(lot.id, admin)).data;
    const own = await confirm(review.id, admin);
    expect([own.status, own.body.message]).toEqual([409, SHIPPING.ownRequest({}).text]);
    const other = (await ask((await condemned()).id)).data.review;
    await confirm(other.id, admin);
    const shipped = await admin.rest.send('PATCH', `/lots/${other.lotUuid}/process`, {
      ...SHIPPED,
      confirmRisks: { reason: 'Mine', confirmationId: other.id },
    });
    expect([shipped.status, shipped.body.details]).toEqual([400, [NOT_CONFIRMED]]);
  });

  it('is neither who made the partner key that asks, nor who made the one that ships', async () => {
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade GmbH', role: 'processor' });
    const partner = restClient(app.url, made.data.key);
    const lot = await condemned();
    const { review } = (await partner.send('POST', `/lots/${lot.id}/shipping-reviews`, {})).data;
    const [seen] = await reviewsOf(lot.lotId, admin);
    expect(seen).toMatchObject({ id: review.id, askedBy: 'Kakao Trade GmbH', mayConfirm: false });
    const own = await confirm(review.id, admin);
    expect([own.status, own.body.message]).toEqual([409, SHIPPING.ownRequest({}).text]);
    expect((await confirm(review.id)).status).toBe(200);
    const risks = (confirmationId: string) => ({ ...SHIPPED, confirmRisks: { reason: 'Ours', confirmationId } });
    expect((await partner.send('PATCH', `/lots/${lot.id}/process`, risks(review.id))).status).toBe(200);
    const other = (await ask((await condemned()).id)).data.review;
    expect((await confirm(other.id, admin)).status).toBe(200);
    const shipped = await partner.send('PATCH', `/lots/${other.lotUuid}/process`, risks(other.id));
    expect([shipped.status, shipped.body.details]).toEqual([400, [NOT_CONFIRMED]]);
  });

  it('confirms what spoke against the lot then: what came later is asked about anew', async () => {
    const lot = await settledLot(app, grace, { moistureContent: 9 });
    const first = (await ask(lot.id)).data.review;
    await confirm(first.id);
    await raiseSmoke(app.app.database, lot.id);
    const risks = (confirmationId: string) => ({ confirmRisks: { reason: 'Dried at the port', confirmationId } });
    const late = await ship(lot.id, risks(first.id));
    expect([late.status, late.body.details]).toEqual([400, [NOT_CONFIRMED]]);
    expect(await reviewsOf(lot.lotId)).toMatchObject([
      { id: first.id, state: 'confirmed', warnings: ['high_moisture'] },
    ]);
    const second = (await ask(lot.id)).data.review;
    expect(await reviewsOf(lot.lotId)).toMatchObject([{ id: second.id, state: 'waiting' }]);
    expect(second.warnings).toEqual(['open_alert', 'high_moisture']);
    await confirm(second.id);
    await processor.rest.send('PATCH', `/lots/${lot.id}`, { moistureContent: 7 });
    const shipped = await ship(lot.id, risks(second.id));
    expect([shipped.status, shipped.data.warnings]).toEqual([200, ['open_alert']]);
  });

  it('is asked about the reading that the stage change will state', async () => {
    const lot = await condemned();
    const dry = (await ask(lot.id)).data.review;
    const wet = await processor.graphql.run(
      `mutation ($id: ID!) { askShippingConfirmation(lotId: $id, moisture: 8.5) {
        ... on ShippingReviewSaved { review { id warnings } } } }`,
      { id: lot.id },
    );
    const { review } = wet.data.askShippingConfirmation;
    expect(review.warnings).toEqual([...dry.warnings, 'high_moisture']);
    await confirm(review.id);
    const confirmRisks = { reason: 'Sold as it is', confirmationId: review.id };
    const shipped = await ship(lot.id, { qualityChecks: { moisture: 8.5 }, confirmRisks });
    expect([shipped.status, shipped.data.warnings]).toEqual([200, review.warnings]);
  });

  it('has nothing to confirm of a compliant lot', async () => {
    const answer = await ask((await settledLot(app, grace)).id);
    expect([answer.status, answer.body.message]).toEqual([409, SHIPPING.nothingToConfirm({}).text]);
  });

  it('is not somebody who was written into the database', async () => {
    const lot = await condemned();
    const { review } = (await ask(lot.id)).data;
    await app.app.database.rows('update shipping_review set confirmed_at = now(), confirmed_by = $2 where id = $1', [
      review.id,
      auditor.userId,
    ]);
    const risks = { confirmRisks: { reason: 'Sold as it is', confirmationId: review.id } };
    expect((await ship(lot.id, risks)).status).toBe(400);
  });
});

describe('a lot that was made of others', () => {
  it('is judged by the present statuses of its origins too, before they have reached it', async () => {
    const origin = await settledLot(app, grace);
    const made = await restTransformations.record(processor, {
      step: 'grading',
      inputs: [{ lot: origin.id, weight: origin.weight }],
      outputs: [{ lotId: freshLotId(), weight: origin.weight, moistureContent: 7 }],
    });
    const [lot] = made.value.outputs;
    if (lot === undefined) throw new Error('Nothing was made');
    const status = (to: string) =>
      app.app.database.rows('update lot set deforestation_status = $2 where id = $1', [origin.id, to]);
    await status('Pending Review');
    const dry = await processor.rest.send('POST', '/lots/advance', {
      lotIds: [lot.lotId],
      toStage: 'shipped',
      dryRun: true,
    });
    expect(dry.data.results).toMatchObject([{ to: 'shipped', warnings: ['not_deforestation_free'] }]);
    await status('Deforestation Detected');
    expect((await processor.rest.get(`/lots/${lot.id}`)).data.lot.deforestationStatus).toBe('No Deforestation');
    const blocked = await restClient(blocking.url, processor.accessToken).send('PATCH', `/lots/${lot.id}/process`, {
      ...SHIPPED,
      confirmRisks: { reason: 'Sold as it is' },
    });
    expect([blocked.status, blocked.body.message]).toEqual([
      409,
      SHIPPING.secondPersonMissing({ lotId: lot.lotId }).text,
    ]);
    expect((await ask(lot.id)).data.review.warnings).toEqual(['deforestation_detected']);
    expect((await ship(lot.id)).data.warnings).toEqual(['deforestation_detected']);
    await status('No Deforestation');
  });
});

describe('with SHIPPING_GUARD=block', () => {
  const shipThere = (id: string, more: object = {}) =>
    restClient(blocking.url, processor.accessToken).send('PATCH', `/lots/${id}/process`, { ...SHIPPED, ...more });

  it('a lot leaves with a reason, and after detected deforestation with a second person', async () => {
    const lot = await condemned();
    const plain = await shipThere(lot.id);
    expect([plain.status, plain.body.message]).toEqual([409, SHIPPING.blocked({ lotId: lot.lotId }).text]);
    expect(plain.body.details).toEqual(
      [SHIPPING.deforestationDetected({}), SHIPPING.openAlert({})].map(({ text }) => ({
        field: 'confirmRisks',
        message: text,
      })),
    );
    const alone = await shipThere(lot.id, { confirmRisks: { reason: 'Sold as it is' } });
    expect([alone.status, alone.body.message]).toEqual([409, SHIPPING.secondPersonMissing({ lotId: lot.lotId }).text]);
    expect((await processor.rest.get(`/lots/${lot.id}`)).data.lot.currentProcess).toBe('harvested');
    const { review } = (await ask(lot.id)).data;
    await confirm(review.id);
    const shipped = await shipThere(lot.id, { confirmRisks: { reason: 'Sold as it is', confirmationId: review.id } });
    expect([shipped.status, shipped.data.warnings]).toEqual([200, ['deforestation_detected', 'open_alert']]);
  });

  it('what was confirmed before a warning came does not count', async () => {
    const lot = await condemned();
    const { review } = (await ask(lot.id)).data;
    await confirm(review.id);
    const wet = await shipThere(lot.id, {
      qualityChecks: { moisture: 9 },
      confirmRisks: { reason: 'Sold as it is' },
    });
    expect([wet.status, wet.body.message]).toEqual([409, SHIPPING.secondPersonMissing({ lotId: lot.lotId }).text]);
    expect((await shipThere(lot.id, { confirmRisks: { reason: 'Sold as it is' } })).status).toBe(200);
  });

  it('a compliant lot leaves as ever, and a wet one with a reason alone', async () => {
    expect((await shipThere((await settledLot(app, grace)).id)).status).toBe(200);
    const wet = await settledLot(app, grace, { moistureContent: 8.01 });
    expect((await shipThere(wet.id)).status).toBe(409);
    expect((await shipThere(wet.id, { confirmRisks: { reason: 'Dried at the port' } })).status).toBe(200);
  });
});
