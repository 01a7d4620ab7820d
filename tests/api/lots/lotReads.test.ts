import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventContent } from '../../../server/domain/ledger/content.ts';
import { checkProof } from '../../../server/domain/proof/checkProof.ts';
import { SHOWN_VALUES } from '../../../server/domain/proof/shownValues.ts';
import { proofFile, type ProofFile } from '../../../server/domain/proof/proofFile.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { lengthen } from '../../support/longLot.ts';
import { proofFaults } from '../../support/proofFaults.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { eventually, LOSS_PLACE, registered, SEA_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let grace: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

describe('the search for a lot', () => {
  // Letters with marks are one character or two, and the last sigma of a word has a small form of its own.
  it.each(['José Ñuñez'.normalize('NFC'), 'José Ñuñez'.normalize('NFD'), 'ΓΙΑΝΝΗΣ'])(
    'finds a farmer by the name as it was typed: %j',
    async (name) => {
      const lot = await registered(grace, { farmerName: name });
      const found = await grace.rest.get(`/lots?search=${encodeURIComponent(name)}`);
      expect(found.data.lots.map(({ lotId }: { lotId: string }) => lotId)).toContain(lot.lotId);
      const { data } = await grace.graphql.run(
        'query ($name: String!) { lotStats(filter: { search: $name }) { totalLots } }',
        { name },
      );
      expect(data.lotStats.totalLots).toBe(found.data.pagination.total);
    },
  );
});

/** Another check of a lot, later than those before. */
async function again({ app: { database } }: TestApp, { id }: LotView, as: { conclusion: string; sample: boolean }) {
  await database.rows(
    `insert into satellite_check select (json_populate_record(c, $2)).* from satellite_check c
     where c.lot_id = $1 order by ended_at desc limit 1`,
    [id, JSON.stringify({ id: randomUUID(), ended_at: new Date(Date.now() + 1_000), ...as })],
  );
}

const at = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

describe('the compliance of a lot', () => {
  const COMPLIANCE = `query ($id: ID!) { lotCompliance(id: $id) {
    lotId eudrCompliant deforestationStatus satelliteTimestamp outdated checks { name passed detail }
    openAlerts { id severity status lotId }
  } }`;
  const failed = (checks: { name: string; passed: boolean }[]) =>
    checks.filter(({ passed }) => !passed).map(({ name }) => name);

  it('is met by a lot without loss, and says by which checks', async () => {
    const lot = await settledLot(app, grace);
    const { data } = await grace.rest.get(`/lots/${lot.lotId}/compliance`);
    expect(data).toMatchObject({
      lotId: lot.lotId,
      eudrCompliant: true,
      deforestationStatus: 'No Deforestation',
      satelliteTimestamp: lot.satelliteTimestamp,
      outdated: false,
      openAlerts: [],
    });
    expect(data.checks.map(({ name }: { name: string }) => name)).toEqual([
      'Deforestation-free',
      'Satellite check up to date',
      'Open alerts',
      'Geolocation',
      'Producer',
      'Ledger record',
    ]);
    expect(failed(data.checks)).toEqual([]);
    expect(data.checks[0].detail).toContain('sample data');
    // The plot's size was not given.
    expect(data.checks[3].detail).toContain('Its size is not recorded');
  });

  it('is not met by a lot with loss; its open alerts are named until they are closed', async () => {
    const lot = await settledLot(app, grace, at(LOSS_PLACE));
    const { data } = await grace.rest.get(`/lots/${lot.id}/compliance`);
    expect([data.eudrCompliant, failed(data.checks)]).toEqual([false, ['Deforestation-free', 'Open alerts']]);
    expect(data.openAlerts).toMatchObject([{ lotId: lot.lotId, severity: 'high', status: 'active' }]);
    const graphql = await grace.graphql.run(COMPLIANCE, { id: lot.id });
    const { openAlerts, ...same } = graphql.data.lotCompliance;
    expect(data).toMatchObject(same);
    expect(openAlerts).toMatchObject([{ id: data.openAlerts[0].id }]);
    await grace.rest.send('PUT', `/alerts/${openAlerts[0].id}/acknowledge`);
    const smoke = await raiseSmoke(app.app.database, lot.id, { at: new Date(Date.now() + 1_000) });
    const open = (await grace.rest.get(`/lots/${lot.id}/compliance`)).data.openAlerts;
    expect(open.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [smoke, 'active'],
      [openAlerts[0].id, 'acknowledged'],
    ]);
    for (const { id } of open) await auditor.rest.send('PUT', `/alerts/${id}/dismiss`, { reason: 'seen on site' });
    await settled(app, lot.id);
    const after = (await grace.rest.get(`/lots/${lot.id}/compliance`)).data;
    expect([after.openAlerts, failed(after.checks)]).toEqual([[], ['Deforestation-free']]);
  });

  it('speaks of sample data only while the newest check read it', async () => {
    const lot = await settledLot(app, grace);
    const detail = async () => (await grace.rest.get(`/lots/${lot.id}/compliance`)).data.checks[0].detail;
    expect(await detail()).toBe('Status: "No Deforestation", from sample data.');
    await again(app, lot, { conclusion: 'clear', sample: false });
    expect(await detail()).toBe('Status: "No Deforestation".');
  });

  it('has nothing to go by for a lot that was never checked conclusively', async () => {
    const lot = await settledLot(app, grace, at(SEA_PLACE));
    const { data } = await grace.rest.get(`/lots/${lot.id}/compliance`);
    expect([data.outdated, data.satelliteTimestamp]).toEqual([true, null]);
    expect(failed(data.checks)).toEqual(['Deforestation-free', 'Satellite check up to date']);
  });

  it('is for those who see the lot', async () => {
    const lot = await registered(processor, { farmId: 'FARM009' });
    expect((await grace.rest.get(`/lots/${lot.id}/compliance`)).status).toBe(404);
    expect((await grace.graphql.run(COMPLIANCE, { id: lot.id })).data).toEqual({ lotCompliance: null });
    expect((await app.rest.get(`/lots/${lot.id}/compliance`)).status).toBe(401);
  });
});

describe('the audit trail of a lot', () => {
  const path = (id: string) => `/lots/${id}/audit-trail-blockchain`;
  const ENTRY = `action stage timestamp blockNumber user blockchainVerified details transactionId digitalSignature
    endorsers { mspId organisation certificateFingerprint signature }`;

  it('tells each event beside what the ledger has of it, newest first', async () => {
    const lot = await settledLot(app, grace);
    await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'drying',
      processDetails: 'On racks',
    });
    await settled(app, lot.id);
    const { auditTrail } = (await grace.rest.get(path(lot.id))).data;
    expect(auditTrail).toMatchObject([
      { action: 'stage', stage: 'drying', user: 'Ines Duarte', details: 'On racks', blockchainVerified: true },
      { action: 'satellite', stage: null, details: 'No Deforestation', blockchainVerified: true },
      { action: 'created', user: 'Grace Kila', blockchainVerified: true },
    ]);
    const { provenanceChain } = (await grace.rest.get(`/lots/${lot.id}/provenance`)).data;
    expect(auditTrail.map((entry: { transactionId: string }) => entry.transactionId).reverse()).toEqual(
      provenanceChain.map((entry: { transactionId: string }) => entry.transactionId),
    );
    const graphql = await grace.graphql.run(`query ($id: ID!) { auditTrail(id: $id) { ${ENTRY} } }`, { id: lot.lotId });
    expect(graphql.data.auditTrail).toEqual(auditTrail);
  });

  it('shows an event that waits as not verified, without a place on the ledger', async () => {
    const lot = await settledLot(app, grace);
    const { database } = app.app;
    const own = await database.row<{ event_id: string }>('select event_id from lot_event where lot_id = $1 limit 1', [
      lot.id,
    ]);
    // An event of our own that the ledger does not have.
    await database.rows(
      `insert into lot_event (event_id, lot_id, seq, type, at, actor_role, content, content_hash)
       select repeat('ab', 16), lot_id, 9, type, now(), actor_role, content, content_hash from lot_event where event_id = $1`,
      [own?.event_id],
    );
    await database.rows(
      `insert into ledger_outbox (event_id, lot_id, seq, next_attempt_at) values (repeat('ab', 16), $1, 9, now() + interval '1 hour')`,
      [lot.id],
    );
    const { auditTrail } = (await grace.rest.get(path(lot.id))).data;
    expect(auditTrail).toHaveLength(3);
    expect(auditTrail[0]).toMatchObject({
      blockchainVerified: false,
      blockNumber: null,
      transactionId: null,
      digitalSignature: null,
      endorsers: [],
    });
  });

  it('does not call verified what differs from the ledger', async () => {
    const lot = await settledLot(app, grace);
    const { database } = app.app;
    await database.rows('alter table lot_event disable trigger user');
    await database.rows(
      `update lot_event set content = replace(content, '"weightGrams":50000', '"weightGrams":90000') where lot_id = $1 and seq = 1`,
      [lot.id],
    );
    await database.rows('alter table lot_event enable trigger user');
    const { auditTrail } = (await grace.rest.get(path(lot.id))).data;
    expect(auditTrail.map((entry: { blockchainVerified: boolean }) => entry.blockchainVerified)).toEqual([true, false]);
  });

  it('is for those who see the lot', async () => {
    const lot = await registered(processor, { farmId: 'FARM009' });
    expect((await grace.rest.get(path(lot.id))).status).toBe(404);
    expect((await app.rest.get(path(lot.id))).status).toBe(401);
    expect((await grace.graphql.run(`{ auditTrail(id: "${lot.id}") { action } }`)).data).toEqual({ auditTrail: null });
  });
});

describe('the proof of a public lot', () => {
  const proofOf = async (lotId: string): Promise<{ file: ProofFile; text: string; headers: Headers }> => {
    const response = await fetch(`${app.url}/api/v1/lots/public/${lotId}/proof`);
    const text = await response.text();
    return { file: proofFile.parse(JSON.parse(text)), text, headers: response.headers };
  };
  const roots = async (): Promise<string[]> =>
    (await servicesOf(app.app).provenance.organisations()).map(({ rootFingerprint }) => rootFingerprint);
  const disclosed = (file: ProofFile) =>
    file.events.flatMap((event) => event.disclosed.map(({ field, value }) => [field, value]));

  it('checks out by itself against the roots, and shows what the public page shows', async () => {
    const lot = await settledLot(app, grace, { farmerName: 'Grace Kilaa' });
    await processor.rest.send('PATCH', `/lots/${lot.id}`, { farmerName: 'Grace Kila' });
    await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Six days',
      operatorName: 'Otto Operator',
      location: 'Shed 3',
      qualityChecks: { notes: 'a private note' },
    });
    await settled(app, lot.id);
    const { file, text, headers } = await proofOf(lot.lotId);
    expect(headers.get('content-disposition')).toContain(`filename="${lot.lotId}-proof.json"`);
    expect(await proofFaults(file, await roots())).toEqual([]);
    const shown = (await (await fetch(`${app.url}/api/v1/lots/public/${lot.lotId}`)).json()).data.lot;
    const { proven, steps, recorded } = await checkProof(file, { roots: await roots(), fields: shown });
    expect([proven, steps.at(-1)]).toEqual([
      true,
      { code: 'fields', state: 'proven', computed: { compared: 18, opened: 5 } },
    ]);
    expect(recorded?.clear).toMatchObject({
      lotId: lot.lotId,
      stage: 'fermented',
      deforestationStatus: 'No Deforestation',
    });
    expect(disclosed(file).sort()).toEqual(
      [
        ['farmId', 'FARM001'],
        ['farmerName', 'Grace Kila'],
        ['location', 'Shed 3'],
        ['place2', [-5_260_000, 145_740_000]],
        ['processDetails', 'Six days'],
      ].sort(),
    );
    for (const hidden of ['Kilaa', 'Ines', 'Otto', 'private note', lot.id]) expect(text).not.toContain(hidden);
    // By itself: among the digits of a hash it may stand by chance.
    expect(text).not.toMatch(/(?<![0-9a-f])5\.?258\d{3}(?![0-9a-f])/);
  });

  it('proves the journey that the public page shows, and the table names each value of that page', async () => {
    const lot = await settledLot(app, grace);
    await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Six days',
      operatorName: 'Otto Operator',
      location: 'Shed 3',
    });
    await settled(app, lot.id);
    const { file } = await proofOf(lot.lotId);
    const { data } = await (await fetch(`${app.url}/api/v1/lots/public/${lot.lotId}`)).json();
    expect(data.journey).toMatchObject([
      { stage: 'harvested' },
      { stage: 'fermented', location: 'Shed 3', details: 'Six days' },
    ]);
    const options = { roots: await roots(), fields: data.lot };
    const { proven, steps } = await checkProof(file, { ...options, journey: data.journey });
    expect([proven, steps.at(-1)]).toMatchObject([true, { computed: { compared: 20 } }]);
    const moved = data.journey.with(1, { ...data.journey[1], location: 'Shed 4' });
    expect((await checkProof(file, { ...options, journey: moved })).steps.at(-1)).toMatchObject({
      state: 'failed',
      reason: { code: 'shown_differs', values: { differences: [{ field: 'journey' }] } },
    });
    const answered = Object.entries<unknown>(data).flatMap(([group, held]) => {
      const within: unknown = Array.isArray(held) ? held[0] : held;
      return within !== null && typeof within === 'object'
        ? Object.keys(within).map((name) => `${group}.${name}`)
        : [group];
    });
    expect(answered.filter((name) => !(name in SHOWN_VALUES))).toEqual([]);
  });

  it('fails once a disclosed value is changed', async () => {
    const lot = await settledLot(app, grace);
    const { text } = await proofOf(lot.lotId);
    const changed: unknown = JSON.parse(text.replace('Grace Kila', 'Grace Else'));
    expect(await proofFaults(changed, await roots())).toEqual([
      'fields: opened_differs {"event":1,"field":"farmerName"}',
    ]);
  });

  it('of an anonymised lot shows the place to one decimal alone', async () => {
    const lot = await settledLot(app, grace);
    await processor.rest.send('PATCH', `/lots/${lot.id}`, { isAnonymized: true });
    await settled(app, lot.id);
    const { file, text } = await proofOf(lot.lotId);
    expect(disclosed(file)).toEqual([['place1', [-5_300_000, 145_700_000]]]);
    expect(await proofFaults(file, await roots())).toEqual([]);
    for (const hidden of ['Grace', 'FARM001']) expect(text).not.toContain(hidden);
  });

  it('holds nothing of other lots', async () => {
    const [one, other] = await Promise.all([settledLot(app, grace), settledLot(app, grace)]);
    const { file, text } = await proofOf(one.lotId);
    const contents = file.events.map(({ content }) => eventContent.parse(JSON.parse(content)));
    expect(new Set(contents.map(({ lotKey }) => lotKey))).toEqual(new Set([file.lotKey]));
    const { file: second } = await proofOf(other.lotId);
    for (const hidden of [other.lotId, second.lotKey]) expect(text).not.toContain(hidden);
  });

  it('has at most 40 kB for ten events', async () => {
    const lot = await settledLot(app, grace);
    for (const currentProcess of ['fermented', 'drying', 'processed', 'shipped', 'delivered']) {
      const { status } = await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
        currentProcess,
        processDetails: `What was done until the beans were ${currentProcess}. `.repeat(8).slice(0, 400),
        operatorName: 'Otto Operator',
        location: 'Shed 3, Bogia',
        qualityChecks: { moisture: 7.5, temperature: 28.5, notes: 'a private note' },
      });
      expect(status).toBe(200);
    }
    await lengthen(app.app.database, lot.id, 3);
    await settled(app, lot.id);
    const { file, text } = await proofOf(lot.lotId);
    expect(file.events).toHaveLength(10);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
    expect(await proofFaults(file, await roots())).toEqual([]);
  });

  it('comes over GraphQL without login, the same events', async () => {
    const lot = await settledLot(app, grace);
    const { data } = await app.graphql.run('query ($lotId: String!) { publicProof(lotId: $lotId) }', {
      lotId: lot.lotId,
    });
    const { file } = await proofOf(lot.lotId);
    expect(proofFile.parse(JSON.parse(data.publicProof)).events).toEqual(file.events);
    const none = await app.graphql.run('{ publicProof(lotId: "LOT-NOBODY") }');
    expect(none.data).toEqual({ publicProof: null });
    const malformed = await app.graphql.run('{ publicProof(lotId: "701") }');
    expect(malformed.errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  it('is refused for what is no public lot', async () => {
    expect((await app.rest.get('/lots/public/701/proof')).status).toBe(400);
    const unknown = await app.rest.get('/lots/public/LOT-NOBODY/proof');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Blockchain data not found for this lot']);
    const lot = await settledLot(app, grace);
    expect((await app.rest.get(`/lots/public/${lot.id}/proof`)).status).toBe(400);
    await admin.rest.send('DELETE', `/lots/${lot.id}`);
    expect((await app.rest.get(`/lots/public/${lot.lotId}/proof`)).status).toBe(404);
  });
});

describe('figures over lots', () => {
  let world: TestApp;
  let farmer: Person;
  let clerk: Person;
  let lots: LotView[];
  const now = new Date();
  const thisMonth = now.toISOString().slice(0, 7);

  beforeAll(async () => {
    world = await createTestApp();
    farmer = await world.person('farmer', { farmId: 'FARM001' });
    clerk = await world.person('processor');
    lots = [];
    for (const story of [
      { farmId: 'FARM001', harvestDate: `${thisMonth}-01`, qualityScore: 100, weight: 10 },
      { farmId: 'FARM001', harvestDate: `${thisMonth}-01`, qualityScore: 9.9, weight: 20.5, cacaoVariety: 'Nacional' },
      { farmId: 'FARM002', harvestDate: `${thisMonth}-01`, qualityScore: 10, ...at(LOSS_PLACE) },
      { farmId: 'FARM002', harvestDate: '2019-01-01', ...at(SEA_PLACE) },
    ]) {
      lots.push(await settledLot(world, clerk, story));
    }
    const gone = await settledLot(world, clerk, { farmId: 'FARM002' });
    const boss = await world.person('admin');
    await boss.rest.send('DELETE', `/lots/${gone.id}`);
    await clerk.rest.send('PATCH', `/lots/${lots[0]?.id}/process`, {
      currentProcess: 'shipped',
      processDetails: 'by sea',
    });
    await eventually(() => settled(world, lots[0]?.id ?? ''));
  });
  afterAll(async () => {
    await world.stop();
  });

  it('count all lots for those who see them all', async () => {
    const { data } = await clerk.rest.get('/lots/admin/stats');
    expect(data).toEqual({
      byStage: { harvested: 3, fermented: 0, drying: 0, processed: 0, shipped: 1, delivered: 0 },
      byVariety: {
        Trinitario: 3,
        Forastero: 0,
        Criollo: 0,
        Nacional: 1,
        'CCN-51': 0,
        'TSH-565': 0,
        'ICS-1': 0,
        Other: 0,
      },
      byStatus: { 'No Deforestation': 2, 'Deforestation Detected': 1, 'Pending Review': 1, 'Under Investigation': 0 },
      byFarm: [
        { farmId: 'FARM001', lots: 2, compliantLots: 2, weight: 30.5 },
        { farmId: 'FARM002', lots: 2, compliantLots: 0, weight: 100 },
      ],
      ledger: { recorded: 4, pending: 0, failed: 0 },
      satellite: { fresh: 3, outdated: 0, inconclusive: 1 },
    });
    expect((await farmer.rest.get('/lots/admin/stats')).status).toBe(403);
    expect((await world.rest.get('/lots/admin/stats')).status).toBe(401);
  });

  it('call a check outdated after 30 days', async () => {
    await world.app.database.rows(`update lot set satellite_at = now() - interval '31 days' where id = $1`, [
      lots[1]?.id,
    ]);
    expect((await clerk.rest.get('/lots/admin/stats')).data.satellite).toEqual({
      fresh: 2,
      outdated: 1,
      inconclusive: 1,
    });
  });

  it('take a lot for inconclusive when its newest check was, however fresh the last conclusive one', async () => {
    if (lots[0] !== undefined) await again(world, lots[0], { conclusion: 'inconclusive', sample: true });
    expect((await clerk.rest.get('/lots/admin/stats')).data.satellite).toEqual({
      fresh: 1,
      outdated: 1,
      inconclusive: 2,
    });
  });

  const SERIES = `{ lotAnalytics {
    lotsByStage { stage count } complianceByMonth { month lots compliant complianceRate weight }
    qualityHistogram { from to count } ungradedLots alertsByWeek { week raised high }
    lotsByFarm { farmId lots compliantLots weight }
  } }`;

  it('come as series for charts, every step named', async () => {
    const { data } = await clerk.rest.get('/lots/analytics');
    expect(data.lotsByStage).toEqual([
      { stage: 'harvested', count: 3 },
      { stage: 'fermented', count: 0 },
      { stage: 'drying', count: 0 },
      { stage: 'processed', count: 0 },
      { stage: 'shipped', count: 1 },
      { stage: 'delivered', count: 0 },
    ]);
    expect(data.complianceByMonth).toHaveLength(12);
    expect(data.complianceByMonth[11]).toEqual({
      month: thisMonth,
      lots: 3,
      compliant: 2,
      complianceRate: 66.7,
      weight: 80.5,
    });
    expect(data.complianceByMonth[0]).toMatchObject({ lots: 0, complianceRate: null });
    const months = data.complianceByMonth.map(({ month }: { month: string }) => month);
    expect(months).toEqual([...new Set(months)].sort());
    const counts = data.qualityHistogram.map(({ count }: { count: number }) => count);
    expect([counts, data.ungradedLots]).toEqual([[1, 1, 0, 0, 0, 0, 0, 0, 0, 1], 1]);
    expect(data.qualityHistogram[9]).toEqual({ from: 90, to: 100, count: 1 });
    expect(data.alertsByWeek).toHaveLength(12);
    const [last] = data.alertsByWeek.slice(-1);
    expect(last).toMatchObject({ raised: 1, high: 1 });
    expect(new Date(`${last.week}T00:00:00Z`).getUTCDay()).toBe(1);
    const since = now.getTime() - Date.parse(last.week);
    expect(since >= 0 && since < 7 * 86_400_000).toBe(true);
    expect(data.lotsByFarm).toEqual([
      { farmId: 'FARM001', lots: 2, compliantLots: 2, weight: 30.5 },
      { farmId: 'FARM002', lots: 2, compliantLots: 0, weight: 100 },
    ]);
    expect((await clerk.graphql.run(SERIES)).data.lotAnalytics).toEqual(data);
  });

  it("are a farmer's own farm's", async () => {
    const { data } = await farmer.rest.get('/lots/analytics');
    expect(data.complianceByMonth[11]).toMatchObject({ lots: 2, compliant: 2, weight: 30.5 });
    expect([data.ungradedLots, data.alertsByWeek[11].raised]).toEqual([0, 0]);
    expect((await world.rest.get('/lots/analytics')).status).toBe(401);
    const anonymous = await world.graphql.run(SERIES);
    expect(anonymous.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it('begin weeks on Monday in UTC, wherever it is Monday already', async () => {
    const raised = async (): Promise<number[]> => {
      const { data } = await clerk.rest.get('/lots/analytics');
      return data.alertsByWeek.slice(-3).map((week: { raised: number }) => week.raised);
    };
    const [before = 0, last = 0, current = 0] = await raised();
    const times = await world.app.database.rows<{ at: Date }>(
      `select date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - ago::interval as at
       from unnest(array['1 second', '7 days']) ago`,
    );
    for (const time of times) await raiseSmoke(world.app.database, lots[0]?.id ?? '', time);
    expect(await raised()).toEqual([before, last + 2, current]);
  });

  it('name the farms with most lots first', async () => {
    await registered(clerk, { farmId: 'FARM002' });
    const { byFarm } = (await clerk.rest.get('/lots/admin/stats')).data;
    expect(byFarm.map(({ farmId, lots: count }: { farmId: string; lots: number }) => [farmId, count])).toEqual([
      ['FARM002', 3],
      ['FARM001', 2],
    ]);
  });
});
