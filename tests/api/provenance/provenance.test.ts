import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventContent } from '../../../server/domain/ledger/content.ts';
import { DIFFERENCE } from '../../../server/domain/messages/differenceMessages.ts';
import { LedgerAway, type Ledger, type RecordOutcome } from '../../../server/domain/ledger/ledger.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { ProvenanceService } from '../../../server/modules/provenance/provenanceService.ts';
import { SeenLots } from '../../../server/modules/provenance/seenLots.ts';
import { Verifications } from '../../../server/modules/provenance/verifications.ts';
import { eventually, LOSS_PLACE, lotInput, registered, SEA_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { OPTIONAL_FIGURES } from '../../support/optionalFields.ts';
import { servicesOf } from '../../support/services.ts';

/** What the ledger does with the calls it gets; tests set it and `afterEach` mends it. */
const ledger = { away: false, refusesWeightGrams: null as number | null };

/** The real ledger, which can be taken away, and which can be made to refuse events that set a weight. */
function steered(_database: unknown, own: Ledger): Ledger {
  const reached = async <T>(call: () => Promise<T>): Promise<T> => {
    if (ledger.away) throw new LedgerAway('Taken away by the test');
    return call();
  };
  return {
    mspId: own.mspId,
    record: (events) =>
      reached(async () => {
        const weight = `"weightGrams":${ledger.refusesWeightGrams}`;
        const refused = new Set(events.filter(({ content }) => content.includes(weight)));
        const taken = await own.record(events.filter((event) => !refused.has(event)));
        const refusal = { code: 'BAD_CONTENT', text: 'Refused by the test' } as const;
        return events.flatMap((event): RecordOutcome[] =>
          refused.has(event) ? [{ kind: 'refused', eventId: event.eventId, refusal }] : taken.splice(0, 1),
        );
      }),
    readLot: (lotKey) => reached(() => own.readLot(lotKey)),
    readLots: (lotKeys) => reached(() => own.readLots(lotKeys)),
    proveLot: (lotKey, options) => reached(() => own.proveLot(lotKey, options)),
    head: (blocks) => reached(() => own.head(blocks)),
    consistency: (from, to) => reached(() => own.consistency(from, to)),
    countersign: (head) => reached(async () => own.countersign(head)),
    restorations: () => reached(() => own.restorations()),
    closedHead: () => reached(() => own.closedHead()),
    registerSeed: () => reached(() => own.registerSeed()),
    blocksBefore: (instant) => reached(() => own.blocksBefore(instant)),
    organisations: () => reached(() => own.organisations()),
    ordering: () => reached(() => own.ordering()),
    health: () =>
      ledger.away ? Promise.resolve({ status: 'down', driver: 'embedded', height: null, peers: [] }) : own.health(),
    close: () => own.close(),
  };
}

let app: TestApp;
let grace: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ surroundings: { ledger: steered } });
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  admin = await app.person('admin', { name: 'Ana Admin' });
});
afterEach(() => {
  ledger.away = false;
  ledger.refusesWeightGrams = null;
});
afterAll(async () => {
  await app.stop();
});

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const verificationOf = async ({ id }: LotView) => (await grace.rest.get(`/lots/${id}/blockchain`)).data.verification;
const publicVerificationOf = async ({ lotId }: LotView) =>
  (await app.rest.get(`/lots/public/${lotId}`)).data.verification;
const integrityOf = async ({ id }: LotView) => (await grace.rest.send('POST', `/lots/${id}/verify-integrity`)).data;
const publicIntegrityOf = async ({ lotId }: LotView) =>
  (await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`)).data;

const VERIFIED_FIELDS = [
  'lotId',
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'harvestUntil',
  'latitude',
  'longitude',
  'weight',
  'moistureContent',
  'temperature',
  'certifications',
  ...OPTIONAL_FIGURES,
  'isAnonymized',
  'currentProcess',
  'processDetails',
  'deforestationStatus',
  'satelliteTimestamp',
  'plots',
];

describe('a lot that is recorded', () => {
  it('is verified, and every field matches', async () => {
    const lot = await settledLot(app, grace, { qualityScore: 88.5, certifications: ['UTZ', 'Organic'] });
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { farmerName: 'Grace K. Kila', weight: 49.5 });
    await grace.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'drying',
      processDetails: 'Solar dryer',
      qualityChecks: { moisture: 6.8 },
    });
    await settled(app, lot.id);
    const verification = await verificationOf(lot);
    expect(verification).toMatchObject({
      state: 'verified',
      dataMatches: true,
      matchPercentage: 100,
      discrepancies: [],
    });
    expect(verification.fields).toEqual(VERIFIED_FIELDS.map((field) => ({ field, state: 'match' })));
    expect(await integrityOf(lot)).toMatchObject({
      isValid: true,
      verified: true,
      state: 'verified',
      networkConsensus: true,
      blockchainHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      message: 'Every field matches the ledger, and all its hashes and signatures are valid.',
      proof: {
        blockchainVerified: true,
        networkConsensus: true,
        cryptographicHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        timestampProof: expect.any(String),
      },
    });
  });

  it('shows its chain: order, actors, transactions and both endorsers', async () => {
    const lot = await settledLot(app, grace);
    await admin.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'shipped',
      processDetails: 'On board',
      location: 'Port of Madang',
    });
    const recorded = await settled(app, lot.id);
    const { provenanceChain } = (await grace.rest.get(`/lots/${lot.lotId.toLowerCase()}/provenance`)).data;
    expect(
      provenanceChain.map((entry: Record<string, unknown>) => [entry.sequenceNumber, entry.action, entry.user]),
    ).toEqual([
      [1, 'created', 'Grace Kila'],
      [2, 'satellite', 'Grace Kila'],
      [3, 'stage', 'Ana Admin'],
    ]);
    const newest = provenanceChain[2];
    expect(newest).toMatchObject({
      transactionId: recorded.blockchainHash?.transactionId,
      cryptographicSignature: recorded.blockchainHash?.signature,
      location: 'Port of Madang',
      details: 'On board',
      consensusValidated: true,
      verified: true,
      timestamp: expect.stringMatching(/Z$/),
    });
    expect(newest.endorsers).toHaveLength(2);
    expect(new Set(newest.endorsers.map(({ mspId }: { mspId: string }) => mspId)).size).toBe(2);
    const { provenance } = (await grace.rest.get(`/lots/${lot.id}/blockchain`)).data;
    expect(provenance).toEqual({
      blockNumber: newest.blockNumber,
      transactionId: newest.transactionId,
      chaincode: expect.stringMatching(/./),
      endorsers: newest.endorsers,
    });
  });

  it('stays verified while an event is written and recorded between the looks at database and ledger', async () => {
    const lot = await settledLot(app, grace);
    const { database, ledger: real } = app.app;
    const services = servicesOf(app.app);
    let looks = 0;
    const readLots = async (lotKeys: readonly string[]) => {
      looks += 1;
      if (looks === 1) {
        await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 49 });
        await settled(app, lot.id);
      }
      return real.readLots(lotKeys);
    };
    const provenance = new ProvenanceService({
      database,
      ledger: real,
      seen: new SeenLots({ database, ledger: { ...real, readLots } }),
      lots: services.authorizedLots,
      sampleData: true,
      verifications: new Verifications(),
    });
    const asking = await services.identity.authenticate(admin.accessToken, '127.0.0.1');
    const seen = await provenance.blockchain(asking, lot.id);
    expect(seen?.verification).toMatchObject({ state: 'verified', discrepancies: [] });
    expect(looks).toBe(2);
  });

  it('is verified over GraphQL too, and by anyone', async () => {
    const lot = await settledLot(app, grace);
    const staff = await grace.graphql.run(
      `query ($id: ID!) {
        lotBlockchain(id: $id) { verification { state fields { field state } } provenance { transactionId } }
        lot(id: $id) { provenance { action verified user } }
        provenanceChain(id: $id) { action }
      }`,
      { id: lot.lotId },
    );
    expect(staff.errors).toEqual([]);
    expect(staff.data.lotBlockchain.verification.state).toBe('verified');
    expect(staff.data.lot.provenance.map(({ action }: { action: string }) => action)).toEqual(['created', 'satellite']);
    expect(staff.data.provenanceChain).toHaveLength(2);
    const anyone = await app.graphql.run(
      `mutation ($id: ID!) { verifyIntegrity(id: $id) { __typename ... on IntegrityCheck { verified state } } }`,
      { id: lot.lotId },
    );
    expect(anyone.data.verifyIntegrity).toEqual({ __typename: 'IntegrityCheck', verified: true, state: 'verified' });
    const shopper = await app.graphql.run(
      `query ($lotId: String!) {
        publicLot(lotId: $lotId) { farmerName verification { state } provenanceChain { action user } }
      }`,
      { lotId: lot.lotId },
    );
    expect(shopper.errors).toEqual([]);
    expect(shopper.data.publicLot).toMatchObject({
      verification: { state: 'verified' },
      provenanceChain: [
        { action: 'created', user: null },
        { action: 'satellite', user: null },
      ],
    });
  });

  it('is nobody else’s to see', async () => {
    const lot = await settledLot(app, grace);
    const kofi = await app.person('farmer', { farmId: 'FARM002' });
    for (const path of ['blockchain', 'provenance']) {
      expect((await kofi.rest.get(`/lots/${lot.id}/${path}`)).status).toBe(404);
    }
    expect((await kofi.rest.send('POST', `/lots/${lot.id}/verify-integrity`)).status).toBe(404);
  });
});

describe('the public answer says of a lot', () => {
  const publicOf = async ({ lotId }: LotView) => {
    const { lot, country, satelliteCheck } = (await app.rest.get(`/lots/public/${lotId}`)).data;
    const query = `query ($lotId: String!) {
      publicLot(lotId: $lotId) {
        statusDecidedBy statusDecidedOn pendingReason blockNumber
        country satelliteCheck { dataset datasetVersion sample hectares pixelMeters }
      }
    }`;
    const { data } = await app.graphql.run(query, { lotId });
    const { statusDecidedBy, statusDecidedOn, pendingReason, blockNumber } = lot;
    expect(data.publicLot).toEqual({
      statusDecidedBy,
      statusDecidedOn,
      pendingReason,
      blockNumber,
      country,
      satelliteCheck,
    });
    return lot;
  };
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

  it('why it is pending, as a code', async () => {
    const atSea = { latitude: SEA_PLACE.latitude, longitude: SEA_PLACE.longitude };
    expect(await publicOf(await settledLot(app, grace, atSea))).toMatchObject({
      deforestationStatus: 'Pending Review',
      pendingReason: 'no_land',
      statusDecidedBy: 'check',
    });
  });

  it('that a person decided, and on which day, but neither who nor why; a later check leaves that', async () => {
    const { latitude, longitude } = LOSS_PLACE;
    const lot = await settledLot(app, grace, { latitude, longitude });
    expect(await publicOf(lot)).toMatchObject({
      statusDecidedBy: 'check',
      statusDecidedOn: today,
      pendingReason: null,
    });
    const { openAlerts } = (await admin.rest.get(`/lots/${lot.id}/compliance`)).data;
    const outcome = { note: 'Shade trees were pruned', outcome: 'No Deforestation' };
    expect((await admin.rest.send('PUT', `/alerts/${openAlerts[0].id}/resolve`, outcome)).status).toBe(200);
    await settled(app, lot.id);
    const decided = { deforestationStatus: 'No Deforestation', statusDecidedBy: 'person', statusDecidedOn: today };
    expect(await publicOf(lot)).toMatchObject(decided);
    const checked = await grace.rest.send('PATCH', `/lots/${lot.id}/satellite`, { latitude, longitude });
    expect(checked.data.satelliteData).toMatchObject({
      status: 'No Deforestation',
      lossPixelsAfterCutoff: expect.any(Number),
    });
    await settled(app, lot.id);
    expect(await publicOf(lot)).toMatchObject(decided);
    const { data } = await app.rest.get(`/lots/public/${lot.lotId}`);
    expect(JSON.stringify(data)).not.toMatch(/Ana Admin|pruned/);
  });

  it('in which block its newest event stands', async () => {
    const lot = await settledLot(app, grace);
    const { provenance } = (await app.rest.get(`/lots/public/${lot.lotId}/blockchain`)).data;
    expect(await publicOf(lot)).toMatchObject({ blockNumber: provenance.blockNumber });
  });

  it('when it reached each stage by its chain, in which country it grew, and what its last conclusive check read', async () => {
    const lot = await settledLot(app, grace);
    const step = { currentProcess: 'fermented', processDetails: 'Six days in boxes', location: 'Madang station' };
    expect((await grace.rest.send('PATCH', `/lots/${lot.id}/process`, step)).status).toBe(200);
    await settled(app, lot.id);
    const { data } = await app.rest.get(`/lots/public/${lot.lotId}`);
    const { provenanceChain } = (await app.rest.get(`/lots/public/${lot.lotId}/provenance`)).data;
    const [created, , fermented] = provenanceChain;
    expect(data.journey).toEqual([
      {
        stage: 'harvested',
        timestamp: created.timestamp,
        location: null,
        details: null,
        blockNumber: created.blockNumber,
      },
      {
        stage: 'fermented',
        timestamp: fermented.timestamp,
        location: 'Madang station',
        details: 'Six days in boxes',
        blockNumber: fermented.blockNumber,
      },
    ]);
    expect(data.country).toBe('PG');
    expect(data.satelliteCheck).toEqual({
      dataset: expect.stringMatching(/Hansen/),
      datasetVersion: expect.stringMatching(/./),
      sample: true,
      hectares: expect.any(Number),
      pixelMeters: expect.any(Number),
    });
    expect(data.satelliteCheck.hectares).toBeGreaterThan(3);
    expect(data.satelliteCheck.hectares).toBeLessThan(10);
  });

  it('no more of its journey than of itself where it is anonymised, and no check where none came to a conclusion', async () => {
    const atSea = { latitude: SEA_PLACE.latitude, longitude: SEA_PLACE.longitude };
    const lot = await settledLot(app, grace, { ...atSea, isAnonymized: true });
    const step = { currentProcess: 'fermented', processDetails: 'Six days in boxes', location: 'Madang station' };
    expect((await grace.rest.send('PATCH', `/lots/${lot.id}/process`, step)).status).toBe(200);
    await settled(app, lot.id);
    const { data } = await app.rest.get(`/lots/public/${lot.lotId}`);
    expect(data.journey).toMatchObject([{ stage: 'harvested' }, { stage: 'fermented', location: null, details: null }]);
    expect(data.satelliteCheck).toBeNull();
  });
});

describe('a row that was changed behind our back', () => {
  it('differs, naming the field with both values', async () => {
    const lot = await settledLot(app, grace, { weight: 50 });
    await sql('update lot set weight_grams = 75500 where id = $1', [lot.id]);
    const found = { field: 'weight', databaseValue: 75.5, blockchainValue: 50, severity: 'HIGH' };
    for (const verification of [await verificationOf(lot), await publicVerificationOf(lot)]) {
      expect(verification).toMatchObject({ state: 'differs', dataMatches: false, discrepancies: [found] });
      expect(verification.matchPercentage).toBeCloseTo((1 - 1 / VERIFIED_FIELDS.length) * 100);
      expect(verification.fields).toContainEqual({ field: 'weight', state: 'differs' });
    }
    for (const integrity of [await integrityOf(lot), await publicIntegrityOf(lot)]) {
      expect(integrity).toMatchObject({ isValid: false, verified: false, state: 'differs', discrepancies: [found] });
      expect(integrity.message).toBe('Not verified. The record differs from the ledger in: weight.');
    }
    const graphql = await app.graphql.run(
      `query ($lotId: String!) {
        publicLot(lotId: $lotId) { verification { state discrepancies { field databaseValue blockchainValue } } }
      }`,
      { lotId: lot.lotId },
    );
    expect(graphql.data.publicLot.verification.discrepancies).toEqual([
      { field: 'weight', databaseValue: '75.5', blockchainValue: '50' },
    ]);
  });

  it('differs in a personal field and the public does not see its value', async () => {
    const lot = await settledLot(app, grace);
    await sql(`update lot set farmer_name = 'Somebody Else' where id = $1`, [lot.id]);
    const said = DIFFERENCE.value({ field: 'farmerName' });
    const found = {
      field: 'farmerName',
      databaseValue: 'Somebody Else',
      blockchainValue: null,
      severity: 'HIGH',
      said,
    };
    expect((await verificationOf(lot)).discrepancies).toEqual([found]);
    expect(await publicVerificationOf(lot)).toMatchObject({
      state: 'differs',
      discrepancies: [{ ...found, databaseValue: null }],
    });
    expect(JSON.stringify(await publicIntegrityOf(lot))).not.toMatch(/Somebody|Grace/);
  });

  it('differs when a salt is gone without an erasure', async () => {
    const lot = await settledLot(app, grace);
    await sql(
      `delete from personal_value where field = 'farmId' and event_id in (select event_id from lot_event where lot_id = $1)`,
      [lot.id],
    );
    expect(await verificationOf(lot)).toMatchObject({
      state: 'differs',
      discrepancies: [
        { field: 'farmId', blockchainValue: null, severity: 'HIGH' },
        { field: 'event 1', databaseValue: 'farmId missing', severity: 'HIGH' },
      ],
    });
  });
});

describe('the ledger’s own rows', () => {
  const BLOCK_OF = `select block_number as number from ledger_outbox where lot_id = $1 and seq = 1`;
  const changed = `update ledger_block set data_hash = set_byte(data_hash, 0, get_byte(data_hash, 0) # 1) where number = $1`;

  it('stand for the same name and place under another salt in each event and field', async () => {
    const lots = [await registered(grace), await registered(grace)].map(({ id }) => id);
    const contents = (await sql('select content from lot_event where lot_id = any($1)', [lots])).map(({ content }) =>
      eventContent.parse(JSON.parse(String(content))),
    );
    const salts = await sql(
      `select encode(v.salt, 'hex') as salt from personal_value v join lot_event e using (event_id)
       where e.lot_id = any($1)`,
      [lots],
    );
    const made = contents.filter(({ type }) => type === 'created');
    expect(made.map(({ set }) => set.variety)).toEqual(['Trinitario', 'Trinitario']);
    const hidden = [
      ...contents.map(({ salt }) => salt),
      ...salts.map(({ salt }) => String(salt)),
      ...made.flatMap(({ commit }) => Object.values(commit)),
    ];
    expect(hidden.length).toBeGreaterThan(20);
    for (const one of hidden) expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(hidden).size).toBe(hidden.length);
  });

  it('refuse to be changed', async () => {
    const lot = await settledLot(app, grace);
    const [block] = await sql(BLOCK_OF, [lot.id]);
    for (const text of [
      changed,
      'delete from ledger_transaction where block_number = $1',
      `update ledger_content set content = 'x' where event_id in (select event_id from ledger_transaction where block_number = $1)`,
    ]) {
      await expect(sql(text, [block?.number])).rejects.toThrow(/written once and never changed/);
    }
    await expect(sql('truncate ledger_block cascade')).rejects.toThrow(/written once and never changed/);
    expect((await verificationOf(lot)).state).toBe('verified');
  });

  it('when a byte is changed all the same, the check names the block', async () => {
    const lot = await settledLot(app, grace);
    const other = await settledLot(app, grace);
    const [block] = await sql(BLOCK_OF, [lot.id]);
    const disabled = async (work: () => Promise<unknown>): Promise<void> => {
      await sql('alter table ledger_block disable trigger user');
      try {
        await work();
      } finally {
        await sql('alter table ledger_block enable trigger user');
      }
    };
    await disabled(() => sql(changed, [block?.number]));
    for (const integrity of [await integrityOf(lot), await publicIntegrityOf(lot)]) {
      expect(integrity).toMatchObject({
        isValid: false,
        verified: false,
        state: 'differs',
        networkConsensus: false,
        message: `Not verified. Block ${block?.number} of the ledger is invalid.`,
      });
      expect(integrity.discrepancies).toContainEqual(
        expect.objectContaining({ field: `block ${block?.number}`, severity: 'HIGH' }),
      );
    }
    const { provenanceChain } = (await app.rest.get(`/lots/public/${lot.lotId}/provenance`)).data;
    expect(provenanceChain[0].consensusValidated).toBe(false);
    const { auditTrail } = (await admin.rest.get(`/lots/${lot.id}/audit-trail-blockchain`)).data;
    expect(auditTrail.at(-1)).toMatchObject({ blockNumber: block?.number, blockchainVerified: false });
    await disabled(() => sql(changed, [block?.number]));
    expect((await integrityOf(lot)).state).toBe('verified');
    expect((await integrityOf(other)).state).toBe('verified');
  });
});

describe('while the ledger is away', () => {
  it('lots are registered, say that nothing was checked, and are recorded once it is back', async () => {
    const before = await settledLot(app, grace);
    ledger.away = true;
    expect(await verificationOf(before)).toMatchObject({
      state: 'unavailable',
      dataMatches: false,
      matchPercentage: 0,
      fields: [],
      blockchainTimestamp: null,
    });
    expect(await integrityOf(before)).toMatchObject({
      isValid: false,
      verified: false,
      networkConsensus: null,
      message: 'The ledger is unavailable, so nothing was checked.',
      proof: { blockchainVerified: null, networkConsensus: null, cryptographicHash: null, timestampProof: null },
    });
    expect(await publicVerificationOf(before)).toMatchObject({ state: 'unavailable', dataMatches: false });
    const shopper = await app.graphql.run(
      'query ($lotId: String!) { publicLot(lotId: $lotId) { weight verification { state } provenanceChain { id } } }',
      { lotId: before.lotId },
    );
    expect([shopper.data, shopper.errors]).toEqual([
      { publicLot: { weight: before.weight, verification: { state: 'unavailable' }, provenanceChain: null } },
      [],
    ]);
    const lot = await registered(grace);
    const moved = await grace.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Boxes',
    });
    expect(moved.data).toMatchObject({
      transactionId: null,
      lot: { currentProcess: 'fermented', blockchainHash: null },
    });
    const stream = await grace.graphql.subscribe(
      'subscription { lotChanged { lotId lot { blockchainHash { status } } } }',
    );
    ledger.away = false;
    for (;;) {
      const { lotChanged } = await stream.next();
      if (lotChanged.lotId === lot.lotId && lotChanged.lot.blockchainHash?.status === 'recorded') break;
    }
    stream.close();
    // That it could not be reached is not remembered.
    expect(await publicVerificationOf(before)).toMatchObject({ state: 'verified' });
    await settled(app, lot.id);
    expect(await verificationOf(lot)).toMatchObject({ state: 'verified', matchPercentage: 100 });
  });

  it('a change of a recorded lot is pending: shown, not verified, and no discrepancy', async () => {
    const lot = await settledLot(app, grace);
    ledger.away = true;
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 44 });
    // The ledger answers questions again, but the worker rests a moment before it tries to record.
    await eventually(async () => {
      const rows = await sql(`select 1 from ledger_outbox where lot_id = $1 and attempts > 0`, [lot.id]);
      expect(rows).toHaveLength(1);
    });
    ledger.away = false;
    const verification = await verificationOf(lot);
    expect(verification).toMatchObject({ state: 'pending', dataMatches: true, discrepancies: [] });
    expect(verification.fields).toContainEqual({ field: 'weight', state: 'pending' });
    expect(verification.fields).toContainEqual({ field: 'lotId', state: 'match' });
    expect(await publicIntegrityOf(lot)).toMatchObject({
      verified: false,
      isValid: true,
      state: 'pending',
      message: 'All recorded events match the ledger; later changes are not recorded yet.',
    });
    await settled(app, lot.id);
    expect((await verificationOf(lot)).state).toBe('verified');
  });
});

describe('an event that the ledger refuses', () => {
  it('keeps its own lot waiting, and no other', async () => {
    const unlucky = await settledLot(app, grace);
    const lucky = await settledLot(app, grace);
    ledger.refusesWeightGrams = 13_131;
    await grace.rest.send('PATCH', `/lots/${unlucky.id}`, { weight: 13.131 });
    await grace.rest.send('PATCH', `/lots/${unlucky.id}`, { temperature: 30 });
    await grace.rest.send('PATCH', `/lots/${lucky.id}`, { weight: 60 });
    const later = await registered(grace, lotInput());
    expect((await settled(app, lucky.id)).weight).toBe(60);
    await settled(app, later.id);
    const failed = await eventually(async () => {
      const { lot } = (await grace.rest.get(`/lots/${unlucky.id}`)).data;
      expect(lot.blockchainHash.status).toBe('failed');
      return lot;
    });
    expect(failed).toMatchObject({ weight: 13.131, temperature: 30 });
    expect(failed.blockchainHash.transactionId).toBe(unlucky.blockchainHash?.transactionId);
    const outbox = await sql('select seq, state, failure_code from ledger_outbox where lot_id = $1 order by seq', [
      unlucky.id,
    ]);
    expect(outbox.map(({ state }) => state)).toEqual(['recorded', 'recorded', 'failed', 'pending']);
    expect(outbox[2]?.failure_code).toBe('BAD_CONTENT');
    expect(await verificationOf(unlucky)).toMatchObject({ state: 'pending', dataMatches: true });
    expect((await verificationOf(lucky)).state).toBe('verified');
    const health = await eventually(async () => {
      const { data } = await app.rest.get('/health');
      expect(data.queue).toMatchObject({ status: 'degraded', failed: 1 });
      return data;
    });
    expect(health.status).toBe('ok');
    const { data } = await grace.rest.get(`/lots?blockchain=pending&search=${unlucky.lotId}`);
    expect(data.pagination.total).toBe(1);
  });

  it('of a new lot leaves nothing that is called valid', async () => {
    ledger.refusesWeightGrams = 51_000;
    const lot = await registered(grace, { weight: 51 });
    await eventually(async () => {
      expect(await sql('select ledger_status as status from lot where id = $1', [lot.id])).toEqual([
        { status: 'failed' },
      ]);
    });
    for (const integrity of [await integrityOf(lot), await publicIntegrityOf(lot)]) {
      expect(integrity).toMatchObject({
        isValid: false,
        verified: false,
        state: 'pending',
        networkConsensus: null,
        blockchainHash: null,
        message: 'This lot is not on the ledger yet, so there is nothing to check.',
      });
    }
  });
});
