import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { freshLotId, LOSS_PLACE, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { graphqlTransformations, restTransformations } from '../../support/transformationApi.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let processor: Person;
let auditor: Person;
let admin: Person;
let farmer: Person;

beforeAll(async () => {
  app = await createTestApp();
  [processor, auditor, admin, farmer] = await Promise.all([
    app.person('processor'),
    app.person('auditor'),
    app.person('admin'),
    app.person('farmer', { farmId: 'FARM001' }),
  ]);
});
afterAll(() => app.stop());

const sql = async (text: string, values: unknown[] = []) => (await app.app.database.pool.query(text, values)).rows;

async function lotOf(id: string): Promise<LotView> {
  return (await admin.rest.get(`/lots/${id}`)).data.lot;
}

function recordedLot(id: string): Promise<boolean> {
  return until(async () => (await lotOf(id)).blockchainHash?.status === 'recorded', 'the lot to be recorded');
}

async function verificationOf(id: string) {
  return (await auditor.rest.get(`/lots/${id}/blockchain`)).data;
}

/** Two lots of 60 and 40 kg put together, without a loss. */
function blend(first: LotView, second: LotView, changes: Record<string, unknown> = {}) {
  return {
    step: 'blending',
    inputs: [
      { lot: first.lotId, weight: 60 },
      { lot: second.id, weight: 40 },
    ],
    outputs: [{ lotId: freshLotId(), weight: 100, moistureContent: 7 }],
    ...changes,
  };
}

async function pair(): Promise<[LotView, LotView]> {
  return Promise.all([
    registered(admin, { weight: 60, certifications: ['Organic'] }),
    registered(admin, { weight: 50, farmId: 'FARM002', certifications: ['Organic'] }),
  ]);
}

describe.each([restTransformations, graphqlTransformations])('over $name', (api) => {
  /** GraphQL has one code for what is wrong with the input and with the state of things. */
  const conflict = api.name === 'REST' ? 'conflict' : 'invalid';

  it('makes a lot of parts of others, in one ledger transaction, and takes them out of these', async () => {
    const [first, second] = await pair();
    const input = blend(first, second, { operatorName: 'Ruth Kila', place: 'Box 3', notes: 'Rainy' });
    const done = await api.record(processor, input);
    expect(done.message).toBe('');
    const { transformation, inputs, outputs } = done.value;
    expect(transformation).toMatchObject({
      step: 'blending',
      inputWeight: 100,
      outputWeight: 100,
      loss: { weight: 0, reason: null, note: null },
      yieldPercent: 100,
      expectedYield: null,
      flagged: false,
      warnings: [],
      operatorName: 'Ruth Kila',
      place: 'Box 3',
      notes: 'Rainy',
      recordedBy: expect.any(String),
    });
    expect(inputs).toMatchObject([
      { lotId: first.lotId, kind: 'origin', farmId: 'FARM001', weight: 60 },
      { lotId: second.lotId, weight: 40 },
    ]);
    const [output] = outputs;
    const made = await lotOf(output?.id ?? '');
    expect(made).toMatchObject({
      kind: 'derived',
      weight: 100,
      used: 0,
      available: 100,
      farmId: null,
      farmerName: null,
      latitude: null,
      currentProcess: 'harvested',
      cacaoVariety: 'Trinitario',
    });
    expect(await lotOf(first.id)).toMatchObject({ used: 60, available: 0, version: first.version + 1 });
    expect(await lotOf(second.id)).toMatchObject({ used: 40, available: 10 });
    const ids = [first.id, second.id, made.id];
    await recordedLot(made.id);
    for (const id of ids) {
      expect((await verificationOf(id)).verification).toMatchObject({ dataMatches: true, discrepancies: [] });
    }
  });

  const refusals: [
    why: string,
    change: (input: ReturnType<typeof blend>) => Record<string, unknown>,
    kind: string,
    field: string | null,
    text: RegExp,
  ][] = [
    [
      'inputs that are not outputs and loss',
      (input) => ({ ...input, loss: { weight: 1, reason: 'cleaning' } }),
      'invalid',
      'loss.weight',
      /100 kg .*1 kg/,
    ],
    [
      'a loss without its reason',
      (input) => ({
        ...input,
        outputs: [{ lotId: freshLotId(), weight: 99, moistureContent: 7 }],
        loss: { weight: 1 },
      }),
      'invalid',
      'loss.reason',
      /reason/,
    ],
    [
      "the reason 'other' without a text",
      (input) => ({
        ...input,
        outputs: [{ lotId: freshLotId(), weight: 99, moistureContent: 7 }],
        loss: { weight: 1, reason: 'other' },
      }),
      'invalid',
      'loss.note',
      /Describe the loss/,
    ],
    [
      'more dry mass out than in',
      (input) => ({ ...input, outputs: [{ lotId: freshLotId(), weight: 100, moistureContent: 5 }] }),
      'invalid',
      'outputs',
      /95 kg .*93 kg/,
    ],
    [
      'an output of an earlier stage',
      (input) => ({
        ...input,
        inputs: [{ lot: fermented.lotId, weight: 100 }],
        outputs: [{ lotId: freshLotId(), weight: 100, moistureContent: 7, currentProcess: 'harvested' }],
      }),
      'invalid',
      'outputs.0.currentProcess',
      /fermented/,
    ],
    [
      'an output that has left',
      (input) => ({
        ...input,
        outputs: [{ lotId: freshLotId(), weight: 100, moistureContent: 7, currentProcess: 'shipped' }],
      }),
      'invalid',
      'outputs.0.currentProcess',
      /harvested.*processed$/,
    ],
    [
      'more than there is',
      (input) => ({
        ...input,
        inputs: [{ lot: fermented.id, weight: 250.001 }],
        outputs: [{ lotId: freshLotId(), weight: 250.001, moistureContent: 7 }],
      }),
      'conflict',
      'inputs.0.weight',
      /250 kg left.*250.001 kg/,
    ],
    [
      'a lot twice, by both of its names',
      (input) => ({
        ...input,
        inputs: [
          { lot: fermented.lotId, weight: 50 },
          { lot: fermented.id, weight: 50 },
        ],
      }),
      'invalid',
      'inputs.1.lot',
      /twice/,
    ],
    [
      'a yield outside of what is expected, without a sentence',
      (input) => ({
        ...input,
        step: 'cleaning',
        outputs: [{ lotId: freshLotId(), weight: 50, moistureContent: 7 }],
        loss: { weight: 50, reason: 'spoilage' },
      }),
      'invalid',
      'explanation',
      /50%/,
    ],
    ['no output', (input) => ({ ...input, outputs: [] }), 'invalid', 'outputs', /at least 1/],
  ];
  let fermented: LotView;
  beforeAll(async () => {
    fermented = await registered(admin, { weight: 250 });
    await admin.rest.send('PATCH', `/lots/${fermented.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Box',
    });
  });
  it.each(refusals)('refuses %s, and writes nothing', async (_, change, kind, field, text) => {
    const [first, second] = await pair();
    const answer = await api.record(admin, change(blend(first, second)));
    expect(answer.kind).toBe(kind === 'conflict' ? conflict : kind);
    expect(answer.details.map((one) => one.field)).toContain(field);
    expect(`${answer.message} ${answer.details.map(({ message }) => message).join(' ')}`).toMatch(text);
    expect(await lotOf(first.id)).toMatchObject({ used: 0, version: first.version });
    expect((await lotOf(fermented.id)).used).toBe(0);
  });

  it('refuses a lot id that is taken, naming the output', async () => {
    const [first, second] = await pair();
    const input = blend(first, second, {
      outputs: [
        { lotId: freshLotId(), weight: 50, moistureContent: 7 },
        { lotId: first.lotId, weight: 50, moistureContent: 7 },
      ],
    });
    const answer = await api.record(admin, input);
    expect(answer.kind).toBe('conflict');
    const named = api.name === 'REST' ? answer.details[0]?.field : (answer.value as unknown as { field: string }).field;
    expect(named).toBe('outputs.1.lotId');
    expect((await lotOf(second.id)).used).toBe(0);
  });

  it('answers 404 for a lot that nobody has, 403 without the right, 409 for a shipped lot', async () => {
    const [first, second] = await pair();
    const unknown = await api.record(admin, blend(first, { ...second, id: randomUUID() }));
    expect(unknown.kind).toBe('not found');
    for (const person of [farmer, auditor]) {
      expect((await api.record(person, blend(first, second))).kind).toBe('forbidden');
    }
    await admin.rest.send('PATCH', `/lots/${first.id}/process`, { currentProcess: 'shipped', processDetails: 'Gone' });
    const shipped = await api.record(admin, blend(first, second));
    expect(shipped).toMatchObject({ kind: conflict, details: [{ field: 'inputs.0.lot' }] });
  });

  it('takes an unexpected yield with its explanation, flags it and lists it for auditors', async () => {
    const [first, second] = await pair();
    const input = blend(first, second, {
      step: 'cleaning',
      outputs: [{ lotId: freshLotId(), weight: 60, moistureContent: 7 }],
      loss: { weight: 40, reason: 'other', note: 'Rats' },
      explanation: 'The store was open',
    });
    const done = await api.record(processor, input);
    expect(done.value.transformation).toMatchObject({
      flagged: true,
      loss: { weight: 40, reason: 'other', note: 'Rats' },
      explanation: 'The store was open',
      expectedYield: { least: 90, most: 100 },
    });
    expect(done.value.transformation.warnings[0]?.text).toMatch(/60%/);
    const listed = await auditor.rest.get('/transformations?flagged=true&step=cleaning');
    expect(listed.data.transformations.map(({ id }: { id: string }) => id)).toContain(done.value.transformation.id);
    const others = await auditor.graphql.run(
      '{ transformations(flagged: false, limit: 20) { transformations { id } pagination { total } } }',
    );
    expect(JSON.stringify(others.data)).not.toContain(done.value.transformation.id);
  });

  it('weighs a lot: less is a loss with its reason, never below what was used, and no dry mass is gained', async () => {
    const lot = await registered(admin, { weight: 100, moistureContent: 60 });
    const other = await registered(admin, { weight: 10 });
    expect(await api.weigh(processor, lot.id, { weight: 43, moistureContent: 7 })).toMatchObject({
      kind: 'invalid',
      details: [{ field: 'lossReason' }],
    });
    const gained = await api.weigh(processor, lot.id, { weight: 50, moistureContent: 7, lossReason: 'drying' });
    expect(gained).toMatchObject({ kind: 'invalid', details: [{ field: 'weight' }] });
    expect(gained.message).toMatch(/40 kg to 46.5 kg/);
    const done = await api.weigh(processor, lot.lotId, { weight: 43, moistureContent: 7, lossReason: 'drying' });
    expect(done.value).toMatchObject({ weight: 43, available: 43, moistureContent: 7, version: lot.version + 1 });
    expect(await api.weigh(processor, lot.id, { weight: 43, version: lot.version })).toMatchObject({
      kind: 'conflict',
    });
    expect((await api.weigh(auditor, lot.id, { weight: 43 })).kind).toBe('forbidden');
    expect((await api.weigh(admin, randomUUID(), { weight: 43 })).kind).toBe('not found');
    const blended = blend(lot, other, {
      inputs: [{ lot: lot.id, weight: 40 }],
      outputs: [{ lotId: freshLotId(), weight: 40, moistureContent: 7 }],
    });
    expect((await api.record(admin, blended)).message).toBe('');
    const below = await api.weigh(admin, lot.id, { weight: 39.999, lossReason: 'sampling' });
    expect(below).toMatchObject({ kind: conflict, details: [{ field: 'weight' }] });
    expect(below.message).toMatch(/40 kg/);
    const edit = await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight: 39 });
    expect(edit).toMatchObject({ status: 409, body: { details: [{ field: 'weight' }] } });
    const history = await admin.rest.get(`/lots/${lot.id}/history`);
    expect(history.data.history.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['weighed', 'used']),
    );
  });
});

describe('a used lot', () => {
  it('is not deleted, and its stage no longer changes once nothing is left', async () => {
    const [first, second] = await pair();
    await restTransformations.record(admin, blend(first, second));
    expect((await admin.rest.send('DELETE', `/lots/${second.id}`)).status).toBe(409);
    const moved = (id: string) =>
      admin.rest.send('PATCH', `/lots/${id}/process`, { currentProcess: 'fermented', processDetails: 'Box' });
    expect((await moved(first.id)).status).toBe(409);
    expect((await moved(second.id)).status).toBe(200);
  });

  it('never goes below zero with 8 drawing at the same time', async () => {
    const lot = await registered(admin, { weight: 100 });
    const draws = Array.from({ length: 8 }, () =>
      restTransformations.record(processor, {
        step: 'grading',
        inputs: [{ lot: lot.id, weight: 30 }],
        outputs: [{ lotId: freshLotId(), weight: 30, moistureContent: 7 }],
      }),
    );
    const kinds = (await Promise.all(draws)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'done')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'conflict')).toHaveLength(5);
    expect(await lotOf(lot.id)).toMatchObject({ used: 90, available: 10 });
    await recordedLot(lot.id);
  });

  it('is drawn from once by a repeated call with the same key', async () => {
    const lot = await registered(admin, { weight: 100 });
    const input = {
      step: 'grading',
      inputs: [{ lot: lot.id, weight: 30 }],
      outputs: [{ lotId: freshLotId(), weight: 30, moistureContent: 7 }],
    };
    const key = randomUUID();
    const [once, again] = [
      await restTransformations.record(admin, input, key),
      await restTransformations.record(admin, input, key),
    ];
    expect(again.value.transformation.id).toBe(once.value.transformation.id);
    expect((await lotOf(lot.id)).used).toBe(30);
  });

  it('names a gram that was changed in the database, and nothing is made of it any more', async () => {
    const [first, second] = await pair();
    await restTransformations.record(admin, blend(first, second));
    await recordedLot(second.id);
    await sql('update lot set used_grams = used_grams - 1 where id = $1', [second.id]);
    expect((await verificationOf(second.id)).verification.discrepancies).toEqual([
      expect.objectContaining({ field: 'used', databaseValue: 39.999, blockchainValue: 40 }),
    ]);
    const third = await registered(admin, { weight: 60 });
    const answer = await restTransformations.record(admin, {
      step: 'blending',
      inputs: [
        { lot: third.id, weight: 10 },
        { lot: second.id, weight: 10 },
      ],
      outputs: [{ lotId: freshLotId(), weight: 20, moistureContent: 7 }],
    });
    expect(answer).toMatchObject({ kind: 'conflict', details: [{ field: 'inputs.1.lot' }] });
    await sql('update lot set used_grams = used_grams + 1, kind = $2 where id = $1', [second.id, 'derived']);
    expect((await verificationOf(second.id)).verification.discrepancies).toEqual([
      expect.objectContaining({ field: 'kind' }),
    ]);
    await sql('update lot set kind = $2 where id = $1', [second.id, 'origin']);
  });
});

describe('a derived lot', () => {
  it('is made of its origins through all transformations, with shares that sum to 1', async () => {
    const [first, second] = await pair();
    const box = freshLotId();
    await restTransformations.record(
      admin,
      blend(first, second, { outputs: [{ lotId: box, weight: 100, moistureContent: 7 }] }),
    );
    const third = await registered(admin, {
      weight: 50,
      cacaoVariety: 'Criollo',
      certifications: [],
      isAnonymized: true,
      harvestDate: '2026-04-02',
    });
    const bag = freshLotId();
    const done = await restTransformations.record(admin, {
      step: 'packing',
      inputs: [
        { lot: box, weight: 50 },
        { lot: third.id, weight: 50 },
      ],
      outputs: [
        { lotId: bag, weight: 80, moistureContent: 7 },
        { lotId: freshLotId(), weight: 20, moistureContent: 7 },
      ],
    });
    expect(done.message).toBe('');
    const origins = await auditor.rest.get(`/lots/${bag}/origins`);
    expect(origins.data).toMatchObject({
      origins: [
        { lotId: third.lotId, depth: 1, weight: 40, share: 0.5 },
        { lotId: first.lotId, farmId: 'FARM001', depth: 2, weight: 24, share: 0.3 },
        { lotId: second.lotId, farmId: 'FARM002', depth: 2, weight: 16, share: 0.2 },
      ],
      varieties: [
        { variety: 'Trinitario', share: 0.5 },
        { variety: 'Criollo', share: 0.5 },
      ],
      pagination: { total: 3 },
    });
    const later = await auditor.rest.get(`/lots/${first.id}/descendants`);
    expect(later.data.descendants).toMatchObject([
      { lotId: box, depth: 1, weight: 60, share: 0.6, available: 50 },
      { depth: 2 },
      { depth: 2 },
    ]);
    const between = await auditor.rest.get(`/lots/${box}/descendants`);
    expect(between.data.pagination.total).toBe(2);
    expect(between.data.descendants.find(({ lotId }: LotView) => lotId === bag)).toMatchObject({
      weight: 40,
      share: 0.5,
    });
    const { data } = await auditor.graphql.run(
      `{ lot(id: "${bag}") { kind harvestDate harvestUntil cacaoVariety certifications isAnonymized
        origins { total origins { lotId } } uses { total } }
        lotOrigins(lotId: "${bag}", limit: 1, page: 2) { origins { lotId } pagination { total } }
        transformation(id: "${done.value.transformation.id}") { inputs { lotId } outputs { lotId weight } } }`,
    );
    expect(data.lot).toMatchObject({
      kind: 'derived',
      harvestDate: '2026-03-01',
      harvestUntil: '2026-04-02',
      cacaoVariety: 'Other',
      certifications: [],
      isAnonymized: true,
      origins: { total: 3 },
      uses: { total: 0 },
    });
    expect(data.lotOrigins.origins).toEqual([{ lotId: first.lotId }]);
    expect(data.transformation.outputs[0]).toEqual({ lotId: bag, weight: 80 });
  });

  it('is unseen by farmers, who see of their own lots that these went on, with the public page', async () => {
    const [first, second] = await pair();
    const box = freshLotId();
    await restTransformations.record(
      admin,
      blend(first, second, { outputs: [{ lotId: box, weight: 100, moistureContent: 7 }] }),
    );
    expect((await farmer.rest.get(`/lots/${box}`)).status).toBe(404);
    expect((await farmer.rest.get(`/lots/${box}/origins`)).status).toBe(404);
    expect((await farmer.rest.get('/transformations')).data.transformations).toEqual([]);
    expect((await farmer.rest.get(`/lots/${first.id}/descendants`)).data.descendants).toEqual([]);
    const uses = await farmer.rest.get(`/lots/${first.id}/uses`);
    expect(uses.data.uses).toEqual([
      {
        transformationId: null,
        step: null,
        at: expect.any(String),
        weight: 60,
        lots: [{ lotId: box, url: expect.stringMatching(new RegExp(`/verify/${box}$`)) }],
      },
    ]);
    const { data } = await farmer.graphql.run(`{ lot(id: "${first.id}") { uses { uses { step lots { lotId } } } } }`);
    expect(data.lot.uses.uses).toEqual([{ step: null, lots: [{ lotId: box }] }]);
    expect((await app.rest.get(`/lots/public/${box}`)).status).toBe(200);
  });

  it('refuses edits of what it inherits or is weighed for, by name, and takes others', async () => {
    const [first, second] = await pair();
    const made = (await restTransformations.record(admin, blend(first, second))).value.outputs[0]?.id ?? '';
    const edit = (patch: object) => admin.rest.send('PATCH', `/lots/${made}`, patch);
    const refused = await edit({ certifications: ['UTZ'], weight: 90, farmId: 'FARM009', qualityScore: 80 });
    expect(refused.status).toBe(400);
    expect(refused.body.details?.map(({ field }) => field).sort()).toEqual(['certifications', 'farmId', 'weight']);
    expect((await edit({ qualityScore: 80, temperature: 24 })).status).toBe(200);
    expect((await restTransformations.weigh(admin, made, { weight: 99, lossReason: 'sampling' })).value).toMatchObject({
      weight: 99,
    });
  });

  it('is found by kind and by what is left', async () => {
    const [first, second] = await pair();
    const box = freshLotId();
    await restTransformations.record(
      admin,
      blend(first, second, { outputs: [{ lotId: box, weight: 100, moistureContent: 7 }] }),
    );
    const listed = async (query: string): Promise<string[]> =>
      (await admin.rest.get(`/lots?limit=100&sort=createdAt&${query}`)).data.lots.map(({ lotId }: LotView) => lotId);
    expect(await listed('kind=derived')).toContain(box);
    expect(await listed('kind=derived')).not.toContain(first.lotId);
    expect(await listed('kind=origin')).toContain(first.lotId);
    expect(await listed('available=true')).not.toContain(first.lotId);
    expect(await listed('available=false')).toContain(first.lotId);
    const { data } = await admin.graphql.run(
      '{ lots(filter: { kind: derived, available: true }, limit: 100, sort: createdAt) { lots { lotId kind available } pagination { total } } lotStats(filter: { kind: derived }) { totalLots } }',
    );
    expect(data.lots.lots.map(({ lotId }: LotView) => lotId)).toContain(box);
    expect(data.lotStats.totalLots).toBeGreaterThan(0);
  });
});

describe('inheritance', () => {
  it('reaches all descendants at once, each with its news, history and a ledger event', async () => {
    const first = await settledLot(app, admin, { weight: 60, certifications: ['Organic'] });
    const second = await settledLot(app, admin, { weight: 50, certifications: ['Organic'] });
    const box = freshLotId();
    await restTransformations.record(
      admin,
      blend(first, second, { outputs: [{ lotId: box, weight: 100, moistureContent: 7 }] }),
    );
    const bag = freshLotId();
    const bagged = await restTransformations.record(admin, {
      step: 'packing',
      inputs: [{ lot: box, weight: 100 }],
      outputs: [{ lotId: bag, weight: 100, moistureContent: 7 }],
    });
    const id = bagged.value.outputs[0]?.id ?? '';
    await recordedLot(id);
    expect(await lotOf(id)).toMatchObject({ deforestationStatus: 'No Deforestation', isAnonymized: false });
    const news = await auditor.graphql.subscribe(
      'subscription { lotChanged { lotId lot { isAnonymized certifications } } }',
    );
    const began = performance.now();
    await admin.rest.send('PATCH', `/lots/${first.id}`, { isAnonymized: true, certifications: [] });
    await until(async () => (await lotOf(id)).isAnonymized, 'the lot to be anonymised');
    // Far below the minute after which anything looks by the clock.
    expect(performance.now() - began).toBeLessThan(10_000);
    const heard = new Set<string>();
    while (!heard.has(bag) || !heard.has(box)) heard.add((await news.next()).lotChanged.lotId);
    news.close();
    await recordedLot(id);
    const { history } = (await admin.rest.get(`/lots/${id}/history`)).data;
    expect(history[0]).toMatchObject({ action: 'inherited', actor: null });
    expect(history[0].changes.map(({ field }: { field: string }) => field).sort()).toEqual([
      'certifications',
      'isAnonymized',
    ]);
    expect((await verificationOf(id)).verification).toMatchObject({ dataMatches: true, discrepancies: [] });
    expect(await lotOf(id)).toMatchObject({ certifications: [], version: 1 });
  });

  it('signs nothing of an origin that was changed in the database', async () => {
    const [first, second] = await pair();
    const made = (await restTransformations.record(admin, blend(first, second))).value.outputs[0]?.id ?? '';
    await sql(`update lot set certifications = '{}' where id = $1`, [second.id]);
    await admin.rest.send('PATCH', `/lots/${first.id}`, { isAnonymized: true });
    await until(async () => {
      const [row] = await sql(
        `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'inherit' and run_at <= now()`,
      );
      return row.jobs === 0;
    }, 'the job to end');
    expect(await lotOf(made)).toMatchObject({ isAnonymized: false, certifications: ['Organic'] });
    await sql(`update lot set certifications = '{Organic}' where id = $1`, [second.id]);
    await admin.rest.send('PATCH', `/lots/${first.id}`, { qualityScore: 70 });
    await until(async () => (await lotOf(made)).isAnonymized, 'the lot to be anonymised');
  });

  it('takes over a worse status of a sound origin all the same, and the rest once the other one is put right', async () => {
    const first = await settledLot(app, admin, { weight: 60, certifications: ['Organic'] });
    const second = await settledLot(app, admin, { weight: 50, certifications: ['Organic'] });
    const made = (await restTransformations.record(admin, blend(first, second))).value.outputs[0]?.id ?? '';
    expect(await lotOf(made)).toMatchObject({ deforestationStatus: 'No Deforestation', certifications: ['Organic'] });
    await sql(`update lot set certifications = '{UTZ}' where id = $1`, [second.id]);
    const { latitude, longitude } = LOSS_PLACE;
    await admin.rest.send('PATCH', `/lots/${first.id}`, { latitude, longitude, isAnonymized: true });
    await until(
      async () => (await lotOf(made)).deforestationStatus === 'Deforestation Detected',
      'the status to reach the lot',
    );
    expect(await lotOf(made)).toMatchObject({ certifications: ['Organic'], isAnonymized: false });
    await recordedLot(made);
    expect((await verificationOf(made)).verification).toMatchObject({ dataMatches: true, discrepancies: [] });
    await sql(`update lot set certifications = '{Organic}' where id = $1`, [second.id]);
    const again = await sql(
      `update graphile_worker._private_jobs set run_at = now() where key = $1 and run_at > now() returning 1`,
      [`inherit-later:${second.id}`],
    );
    expect(again).toHaveLength(1);
    await until(async () => (await lotOf(made)).isAnonymized, 'the lot to be anonymised');
  });
});
