import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSIGNMENT, KEEPS_OUT } from '../../../server/domain/messages/consignmentMessages.ts';
import { MASS } from '../../../server/domain/messages/massMessages.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { SHIPPING } from '../../../server/domain/messages/shippingMessages.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp } from '../../support/testApp.ts';
import { restTransformations } from '../../support/transformationApi.ts';
import { checked, consignmentWorld, type ConsignmentWorld } from './consignmentWorld.ts';

let world: ConsignmentWorld;
beforeAll(async () => {
  world = await consignmentWorld();
});
afterAll(() => world?.app.stop());

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  world.processor.rest.send('POST', path, body, headers);
const add = (id: string, lots: object[], more: object = {}) => post(`/consignments/${id}/lots`, { lots, ...more });
const step = (id: string, name: 'close' | 'ship' | 'deliver') => post(`/consignments/${id}/${name}`);
const read = async (id: string) => (await world.auditor.rest.get(`/consignments/${id}`)).data.consignment;
const lotOf = async (id: string) =>
  (await world.sql('select stage, used_grams, weight_grams from lot where id = $1', [id]))[0];
const faultsOf = async (number: string): Promise<string[]> =>
  (await servicesOf(world.app.app).integrityAudit.run()).findings
    .filter(({ table, row }) => table === 'consignment' && row === number)
    .map(({ fault }) => fault);

describe('a consignment', () => {
  it('goes from open to delivered; its lots become shipped and delivered once all of them is in it', async () => {
    const whole = await world.lot('LOT10001', 100);
    const partly = await world.lot('LOT10002', 100);
    await checked(world, [whole.id, partly.id]);
    const { id } = await world.open('C-1', { bags: 3, containers: [{ number: 'CSQU3054383', seals: ['S1'] }] });
    const added = await add(id, [
      { lot: 'LOT10001', weight: 100 },
      { lot: partly.id, weight: 40.5 },
    ]);
    expect([added.status, added.data.consignment]).toMatchObject([200, { weight: 140.5, lotCount: 2, version: 2 }]);
    expect((await step(id, 'ship')).body.message).toBe(CONSIGNMENT.wrongStep({ from: 'open', to: 'shipped' }).text);
    expect((await step(id, 'close')).data.consignment.state).toBe('closed');
    const late = await add(id, [{ lot: partly.id, weight: 1 }]);
    expect([late.status, late.body.message]).toEqual([409, CONSIGNMENT.contentClosed({ state: 'closed' }).text]);
    expect((await step(id, 'ship')).data.consignment.state).toBe('shipped');
    expect(await lotOf(whole.id)).toEqual({ stage: 'shipped', used_grams: 100_000, weight_grams: 100_000 });
    expect(await lotOf(partly.id)).toEqual({ stage: 'harvested', used_grams: 40_500, weight_grams: 100_000 });
    const delivered = (await step(id, 'deliver')).data.consignment;
    expect(delivered).toMatchObject({ state: 'delivered', deliveredAt: expect.any(String) });
    expect(await lotOf(whole.id)).toMatchObject({ stage: 'delivered' });
    const over = await world.processor.rest.send('PATCH', `/consignments/${id}`, { bags: 4 });
    expect([over.status, over.body.message]).toEqual([409, CONSIGNMENT.delivered({}).text]);
    await world.recorded();
    expect(await read(id)).toMatchObject({ ledgerStatus: 'recorded', blockchainHash: { status: 'recorded' } });
    expect(await faultsOf('C-1')).toEqual([]);
  });

  it('returns what is taken out; nothing of a lot is used twice', async () => {
    const lot = await world.lot('LOT10003', 50);
    const { id } = await world.open('C-2');
    await add(id, [{ lot: lot.id, weight: 30 }]);
    const more = await add(id, [{ lot: lot.id, weight: 20.001 }]);
    const said = MASS.notAvailable({ lotId: 'LOT10003', wantedKg: 20.001, availableKg: 20 });
    expect([more.status, more.body.details]).toMatchObject([400, [{ field: 'lots.0.weight', message: said.text }]]);
    const out = await world.processor.rest.send('DELETE', `/consignments/${id}/lots`, { lots: ['LOT10003'] });
    expect(out.data.consignment).toMatchObject({ weight: 0, lotCount: 0 });
    expect(await lotOf(lot.id)).toMatchObject({ used_grams: 0 });
    const again = await world.processor.rest.send('DELETE', `/consignments/${id}/lots`, { lots: ['LOT10003'] });
    expect(again.body.details).toMatchObject([{ message: CONSIGNMENT.notHeld({ lotId: 'LOT10003' }).text }]);
    expect((await step(id, 'close')).body.message).toBe(CONSIGNMENT.empty({}).text);
    await world.recorded();
    expect(await faultsOf('C-2')).toEqual([]);
  });

  it('has its own number, a buyer, and a version that is checked', async () => {
    const { id, version } = await world.open('C-3');
    const taken = await post('/consignments', { number: 'C-3', buyerId: await world.buyer() });
    expect([taken.status, taken.body.message]).toEqual([409, CONSIGNMENT.numberTaken({ number: 'C-3' }).text]);
    const nobody = await post('/consignments', { number: 'C-3b', buyerId: randomUUID() });
    expect(nobody.body.details).toMatchObject([{ field: 'buyerId', message: CONSIGNMENT.notABuyer({}).text }]);
    const patch = (body: object, headers = {}) =>
      world.processor.rest.send('PATCH', `/consignments/${id}`, body, headers);
    expect((await patch({ netWeight: 99.5, incoterm: 'FOB', version })).data.consignment).toMatchObject({
      netWeight: 99.5,
      incoterm: 'FOB',
      version: version + 1,
    });
    const stale = await patch({ bags: 7 }, { 'If-Match': `"${version}"` });
    expect([stale.status, stale.body.message]).toEqual([
      409,
      REFUSED.staleConsignment({ currentVersion: version + 1 }).text,
    ]);
    expect((await patch({ incoterm: 'FOB' })).data.consignment.version).toBe(version + 1);
    const list = (await world.auditor.rest.get('/consignments?state=open&search=C-3')).data;
    expect(list.consignments).toMatchObject([{ id, number: 'C-3', buyerName: 'Kakao Trade GmbH' }]);
  });

  it('is read by auditors, changed by processors and admins, and unknown to farmers', async () => {
    const { id } = await world.open('C-4');
    expect((await world.farmer.rest.get('/consignments')).status).toBe(403);
    expect((await world.farmer.rest.get(`/consignments/${id}`)).status).toBe(403);
    expect((await world.auditor.rest.get(`/consignments/${id}/closing`)).status).toBe(200);
    expect((await world.auditor.rest.send('PATCH', `/consignments/${id}`, { bags: 1 })).status).toBe(403);
    expect((await world.auditor.rest.send('POST', `/consignments/${id}/close`, {})).status).toBe(403);
    expect((await world.app.rest.get('/consignments')).status).toBe(401);
    expect((await world.processor.rest.get(`/consignments/${randomUUID()}`)).status).toBe(404);
    const query =
      'query ($id: ID!) { consignment(id: $id) { number lots { lots { lotId } } closing { ready } history { step by } } }';
    const { data } = await world.admin.graphql.run(query, { id });
    expect(data.consignment).toMatchObject({ number: 'C-4', closing: { ready: false }, history: [{ step: 'opened' }] });
  });

  it('whose call is sent twice under one key changes once', async () => {
    const lot = await world.lot('LOT10004', 50);
    const { id } = await world.open('C-5');
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { lots: [{ lot: lot.id, weight: 10 }] };
    const [one, two] = [
      await post(`/consignments/${id}/lots`, body, headers),
      await post(`/consignments/${id}/lots`, body, headers),
    ];
    expect([one.data.consignment.weight, two.data.consignment.weight]).toEqual([10, 10]);
    expect(await lotOf(lot.id)).toMatchObject({ used_grams: 10_000 });
  });
});

describe('what keeps a lot out', () => {
  const blockers = async (id: string) => (await world.auditor.rest.get(`/consignments/${id}/closing`)).data.closing;

  it('is a missing plot, an old check, a status, each with a way to mend it; closing is refused', async () => {
    const bare = await world.bareLot('LOT10010');
    const old = await world.lot('LOT10011');
    await checked(world, [bare.id, old.id]);
    const { id } = await world.open('C-10');
    await add(id, [
      { lot: bare.id, weight: 10 },
      { lot: old.id, weight: 10 },
    ]);
    await world.recorded();
    const closing = await blockers(id);
    expect(closing).toMatchObject({
      ready: false,
      blockedLots: 1,
      reason: { code: CONSIGNMENT.notReady.code },
      blockers: [
        {
          lotId: 'LOT10010',
          reason: { text: KEEPS_OUT.noPlot({ origins: 1 }).text },
          mend: { kind: 'outlinePlot', link: '/admin/farms/FARM002' },
          origins: ['LOT10010'],
        },
      ],
    });
    const refused = await step(id, 'close');
    expect([refused.status, refused.body.details]).toMatchObject([
      409,
      [{ field: 'LOT10010', message: KEEPS_OUT.noPlot({ origins: 1 }).text }],
    ]);
    expect((await read(id)).state).toBe('open');
  });

  it('counts at the origins: what a derived lot says of itself is not enough', async () => {
    const origin = await world.lot('LOT10012');
    const derived = await world.lot('LOT10013');
    await checked(world, [origin.id, derived.id]);
    // As if it were made of the other one, whose newer status has not reached it yet.
    await world.sql(`update lot set kind = 'derived' where id = $1`, [derived.id]);
    await world.sql('insert into lot_origin (lot_id, origin_id, share, depth) values ($1, $2, 1, 1)', [
      derived.id,
      origin.id,
    ]);
    const { id } = await world.open('C-11');
    await world.sql('insert into consignment_lot values ($1, $2, 1000)', [id, derived.id]);
    expect(await blockers(id)).toMatchObject({ ready: true });
    await world.sql(`update lot set deforestation_status = 'Under Investigation' where id = $1`, [origin.id]);
    expect(await blockers(id)).toMatchObject({
      ready: false,
      blockers: [{ lotId: 'LOT10013', mend: { kind: 'decideAlert' }, origins: ['LOT10012'] }],
    });
    await world.sql(
      `update lot set deforestation_status = 'No Deforestation', satellite_at = now() - interval '31 days' where id = $1`,
      [origin.id],
    );
    expect(await blockers(id)).toMatchObject({
      blockers: [{ reason: { code: KEEPS_OUT.oldCheck.code }, mend: { kind: 'check' } }],
    });
    await world.sql('update lot set satellite_at = null where id = $1', [origin.id]);
    expect(await blockers(id)).toMatchObject({ blockers: [{ reason: { code: KEEPS_OUT.neverChecked.code } }] });
    // What was changed here is not as the program wrote it.
    expect((await step(id, 'close')).body.message).toBe(REFUSED.changedConsignment({}).text);
    await world.sql('delete from consignment_lot where consignment_id = $1', [id]);
  });
});

describe('grams', () => {
  it('of one lot that two consignments draw at once are given once', async () => {
    const lot = await world.lot('LOT10020', 100);
    const [one, two] = [await world.open('C-20'), await world.open('C-21')];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => add((at % 2 === 0 ? one : two).id, [{ lot: lot.id, weight: 9 }])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(await lotOf(lot.id)).toMatchObject({ used_grams: 99_000 });
    const [held] = await world.sql('select sum(grams)::int as grams from consignment_lot where lot_id = $1', [lot.id]);
    expect(held).toEqual({ grams: 99_000 });
    await world.recorded();
    expect([...(await faultsOf('C-20')), ...(await faultsOf('C-21'))]).toEqual([]);
  });

  it('and the consignment they are for stand in one ledger transaction', async () => {
    const lots = await Promise.all([1, 2, 3].map((at) => world.lot(`LOT1003${at}`, 20)));
    const { id } = await world.open('C-30');
    await add(
      id,
      lots.map((lot) => ({ lot: lot.id, weight: 5 })),
    );
    await world.recorded();
    const rows = await world.sql(
      `select distinct tx_id from ledger_outbox where transfer = (
         select transfer from ledger_outbox where consignment_id = $1 and transfer is not null)`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('of a lot that an alert was raised on keep the consignment open', async () => {
    const lot = await world.lot('LOT10040', 20);
    await checked(world, [lot.id]);
    const { id } = await world.open('C-40');
    await add(id, [{ lot: lot.id, weight: 5 }]);
    await raiseSmoke(world.app.app.database, lot.id);
    expect((await step(id, 'close')).status).toBe(200);
  });
});

describe('what was changed in the database', () => {
  it('is named by the integrity run, and the consignment is changed no more', async () => {
    const lot = await world.lot('LOT10050', 20);
    const { id } = await world.open('C-50');
    await add(id, [{ lot: lot.id, weight: 5 }]);
    await world.recorded();
    const found: Record<string, string[]> = {};
    const tamper = async (name: string, sql: string, back: string) => {
      await world.sql(sql, [id]);
      found[name] = await faultsOf('C-50');
      const refused = await world.processor.rest.send('PATCH', `/consignments/${id}`, { bags: 9 });
      expect([refused.status, refused.body.message]).toEqual([409, REFUSED.changedConsignment({}).text]);
      await world.sql(back, [id]);
    };
    await tamper(
      'lots',
      'update consignment_lot set grams = grams + 1 where consignment_id = $1',
      'update consignment_lot set grams = grams - 1 where consignment_id = $1',
    );
    await tamper(
      'state',
      `update consignment set state = 'closed' where id = $1`,
      `update consignment set state = 'open' where id = $1`,
    );
    await tamper(
      'netWeight',
      'update consignment set net_grams = 1 where id = $1',
      'update consignment set net_grams = null where id = $1',
    );
    await tamper(
      'papers',
      `update consignment set bill_of_lading = 'X' where id = $1`,
      'update consignment set bill_of_lading = null where id = $1',
    );
    for (const [name, faults] of Object.entries(found)) {
      expect(faults).toEqual([`differs from its events in: ${name}`]);
    }
    expect(await faultsOf('C-50')).toEqual([]);
  });

  it('a buyer who is erased leaves neither name nor salt, and is no fault', async () => {
    const name = 'Erna Erloschen KG';
    const buyerId = await world.buyer(name);
    const opened = await post('/consignments', { number: 'C-51', buyerId });
    const { id } = opened.data.consignment;
    expect((await world.admin.rest.send('DELETE', `/parties/${buyerId}`)).status).toBe(200);
    expect(await world.sql(`select 1 from consignment_value where value::text like '%Erloschen%'`)).toEqual([]);
    expect(await read(id)).toMatchObject({ buyerId, buyerName: null });
    await world.recorded();
    expect(await faultsOf('C-51')).toEqual([]);
  });
});

it('answers what speaks against lots that leave with it, over REST and GraphQL, also when the call is repeated', async () => {
  const damp = await world.lot('LOT95501', 100);
  const dry = await world.lot('LOT95502', 100);
  await world.processor.rest.send('PATCH', `/lots/${damp.id}`, { moistureContent: 9.5 });
  await checked(world, [damp.id, dry.id]);
  const { id } = await world.open('WARN-1');
  await post(`/consignments/${id}/lots`, { lots: [damp, dry].map((lot) => ({ lot: lot.id, weight: 100 })) });
  const { data: closed } = await world.processor.graphql.run(
    'mutation ($id: ID!) { closeConsignment(id: $id) { ... on ConsignmentSaved { warnings } } }',
    { id },
  );
  expect(closed.closeConsignment).toEqual({ warnings: [] });
  const key = { 'idempotency-key': randomUUID() };
  const ship = () => world.processor.rest.send('POST', `/consignments/${id}/ship`, {}, key);
  expect((await ship()).data.warnings).toEqual(['high_moisture']);
  expect((await ship()).data).toMatchObject({ consignment: { state: 'shipped' }, warnings: ['high_moisture'] });
  const { data } = await world.processor.graphql.run(
    'mutation ($id: ID!) { deliverConsignment(id: $id) { ... on ConsignmentSaved { warnings consignment { state } } } }',
    { id },
  );
  expect(data.deliverConsignment).toEqual({ warnings: ['high_moisture'], consignment: { state: 'delivered' } });
});

it('is judged by the present statuses of origins, which have not reached the lots that leave', async () => {
  const origin = await world.lot('LOT95521', 60);
  await checked(world, [origin.id]);
  const made = await restTransformations.record(world.processor, {
    step: 'grading',
    inputs: [{ lot: origin.id, weight: 60 }],
    outputs: [{ lotId: 'LOT95522', weight: 60, moistureContent: 7 }],
  });
  expect(made.message).toBe('');
  const { id } = await world.open('ORIGIN-1');
  await add(id, [{ lot: 'LOT95522', weight: 20 }]);
  expect((await step(id, 'close')).status).toBe(200);
  const status = (to: string) => world.sql('update lot set deforestation_status = $2 where id = $1', [origin.id, to]);
  await status('Deforestation Detected');
  expect((await step(id, 'ship')).data.warnings).toEqual(['deforestation_detected']);
  await status('Pending Review');
  expect((await step(id, 'deliver')).data.warnings).toEqual(['not_deforestation_free']);
  await status('No Deforestation');
});

it('names the lot that is shipped, not the weight that is asked of it', async () => {
  const lot = await world.lot('LOT95531', 20);
  const shipped = { currentProcess: 'shipped', processDetails: 'Gone' };
  expect((await world.processor.rest.send('PATCH', `/lots/${lot.id}/process`, shipped)).status).toBe(200);
  const { id } = await world.open('SHIPPED-1');
  const answer = await add(id, [{ lot: lot.id, weight: 5 }]);
  expect([answer.status, answer.body.details]).toMatchObject([
    400,
    [{ field: 'lots.0.lot', message: KEEPS_OUT.shipped({ stage: 'shipped' }).text }],
  ]);
});

it('tells before its next step what speaks against it, with the requests for a second person', async () => {
  const damp = await world.lot('LOT95541', 40);
  const lost = await world.lot('LOT95542', 40);
  const clean = await world.lot('LOT95543', 40);
  await world.processor.rest.send('PATCH', `/lots/${damp.id}`, { moistureContent: 9.5 });
  await checked(world, [damp.id, lost.id, clean.id]);
  const { id } = await world.open('RISKS-1');
  await add(
    id,
    [damp, lost, clean].map((lot) => ({ lot: lot.id, weight: 30 })),
  );
  const RISKS = `query ($id: ID!) { consignment(id: $id) { risks {
    step warnings lotCount unconfirmedLots lots { lotId warnings request { isConfirmed confirmedBy } } } } }`;
  const risks = async () => (await world.processor.graphql.run(RISKS, { id })).data.consignment.risks;
  const dampOne = { lotId: damp.lotId, warnings: ['high_moisture'], request: null };
  expect(await risks()).toEqual({
    step: 'shipped',
    warnings: ['high_moisture'],
    lotCount: 1,
    unconfirmedLots: 0,
    lots: [dampOne],
  });
  expect((await step(id, 'close')).status).toBe(200);

  const status = (to: string) => world.sql('update lot set deforestation_status = $2 where id = $1', [lost.id, to]);
  await status('Deforestation Detected');
  const lostOne = { lotId: lost.lotId, warnings: ['deforestation_detected'] };
  const condemned = { step: 'shipped', warnings: ['deforestation_detected', 'high_moisture'], lotCount: 2 };
  expect(await risks()).toEqual({
    ...condemned,
    unconfirmedLots: 1,
    lots: [{ ...lostOne, request: null }, dampOne],
  });
  const asked = await post(`/lots/${lost.id}/shipping-reviews`, { stage: 'shipped' });
  const waiting = { isConfirmed: false, confirmedBy: null };
  expect(await risks()).toMatchObject({ unconfirmedLots: 1, lots: [{ request: waiting }, {}] });
  const confirm = `/shipping-reviews/${asked.data.review.id}/confirm`;
  expect((await world.auditor.rest.send('POST', confirm, {})).status).toBe(200);
  const confirmed = { isConfirmed: true, confirmedBy: expect.stringMatching(/./) };
  expect(await risks()).toMatchObject({ unconfirmedLots: 0, lots: [{ request: confirmed }, {}] });

  await world.sql("update shipping_review set confirmed_at = now() + interval '1 s' where lot_id = $1", [lost.id]);
  expect(await risks()).toMatchObject({ unconfirmedLots: 1, lots: [{ request: null }, {}] });
  await status('No Deforestation');
});

describe('a consignment that takes a part of a lot', () => {
  /** closed, with 59 of the 60 kg of a damp lot */
  const closedWith = async (lotId: string, number: string) => {
    const damp = await world.lot(lotId, 60);
    await world.processor.rest.send('PATCH', `/lots/${damp.id}`, { moistureContent: 9.5 });
    await checked(world, [damp.id]);
    const { id } = await world.open(number);
    await add(id, [{ lot: damp.id, weight: 59 }]);
    expect((await step(id, 'close')).status).toBe(200);
    return { id, damp };
  };
  const reviewsOf = async (lotId: string) =>
    (await world.auditor.rest.get(`/shipping-reviews?lotId=${lotId}`)).data.reviews;

  it('answers what speaks against it and opens a review, also of the delivery; the lot keeps its stage', async () => {
    const { id, damp } = await closedWith('LOT95511', 'PART-1');
    await raiseSmoke(world.app.app.database, damp.id);
    const warnings = ['open_alert', 'high_moisture'];
    for (const [name, stage] of [
      ['ship', 'shipped'],
      ['deliver', 'delivered'],
    ] as const) {
      const key = { 'idempotency-key': randomUUID() };
      const call = () => post(`/consignments/${id}/${name}`, {}, key);
      expect((await call()).data).toMatchObject({ consignment: { state: stage }, warnings });
      expect((await call()).data).toMatchObject({ consignment: { state: stage }, warnings });
      expect((await reviewsOf(damp.lotId))[0]).toMatchObject({ state: 'open', stage, warnings });
    }
    expect(await reviewsOf(damp.lotId)).toHaveLength(2);
    expect(await lotOf(damp.id)).toMatchObject({ stage: 'harvested' });
    await world.recorded();
    expect(await faultsOf('PART-1')).toEqual([]);
  });

  it('is refused by SHIPPING_GUARD=block until the risks are confirmed', async () => {
    const { id, damp } = await closedWith('LOT95512', 'PART-2');
    const blocking = await createTestApp({
      database: world.app.databaseUrl,
      env: { SHIPPING_GUARD: 'block', ROLE: 'web' },
    });
    try {
      const { send } = restClient(blocking.url, world.processor.accessToken);
      const refused = await send('POST', `/consignments/${id}/ship`, {});
      expect([refused.status, refused.body.message]).toEqual([409, SHIPPING.blocked({ lotId: damp.lotId }).text]);
      expect([(await read(id)).state, await reviewsOf(damp.lotId)]).toEqual(['closed', []]);
      const confirmed = await send('POST', `/consignments/${id}/ship`, { confirmRisks: { reason: 'Dried there' } });
      expect([confirmed.status, confirmed.data.warnings]).toEqual([200, ['high_moisture']]);
    } finally {
      await blocking.stop();
    }
  });
});
