import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { servicesOf } from '../../support/services.ts';
import { freshLotId, lotInput, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { restTransformations } from '../../support/transformationApi.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [admin, auditor] = await Promise.all([app.person('admin'), app.person('auditor')]);
});
afterAll(() => app.stop());

async function lotOf(id: string): Promise<LotView> {
  return (await admin.rest.get(`/lots/${id}`)).data.lot;
}

function imported(by: Person, text: string, dryRun = false) {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'transformations.csv');
  return by.rest.form(`/transformations/import${dryRun ? '?dryRun=true' : ''}`, form);
}

async function download(by: Person, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${by.accessToken}` };
  const answer = await fetch(`${app.url}/api/v1${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

describe('a file of transformations', () => {
  const file = (rows: readonly string[]): string =>
    ['transformation,role,lot,weight,moistureContent,step,lossWeight,lossReason', ...rows].join('\n');

  it('is recorded as a whole, later ones of what earlier ones made; a dry run writes nothing', async () => {
    const first = await registered(admin, { weight: 60 });
    const second = await registered(admin, { weight: 50 });
    const [box, bag] = [freshLotId(), freshLotId()];
    const text = file([
      `A,input,${first.lotId},60,,blending,,`,
      `A,input,${second.id},40,,,,`,
      `A,output,${box},100,7,,,`,
      `B,input,${box},100,,cleaning,1.5,cleaning`,
      `B,output,${bag},98.5,7,,,`,
    ]);
    const dry = await imported(admin, text, true);
    expect(dry.data).toMatchObject({ created: 0, total: 2, invalid: 0 });
    expect((await lotOf(first.id)).used).toBe(0);
    expect((await admin.rest.get(`/lots/${box}`)).status).toBe(404);
    const done = await imported(admin, text);
    expect(done.data).toMatchObject({ created: 2, total: 2, invalid: 0 });
    expect(await lotOf(bag)).toMatchObject({ kind: 'derived', weight: 98.5 });
    expect((await lotOf(first.id)).used).toBe(60);
    const graph = await download(auditor, `/lots/${bag}/graph`);
    expect(graph.status).toBe(200);
    expect(graph.text.trim().split(/\r?\n/)).toHaveLength(6);
    expect(graph.text).toContain(`input,${first.lotId},60,`);
    const map = JSON.parse((await download(auditor, `/lots/${bag}/graph?format=geojson`)).text);
    expect(map.features.map((one: { properties: object }) => one.properties)).toEqual(
      expect.arrayContaining([expect.objectContaining({ lotId: first.lotId, share: 0.6 })]),
    );
    const farmer = await app.person('farmer', { farmId: 'FARM001' });
    expect((await download(farmer, `/lots/${first.id}/graph`)).status).toBe(404);
    await until(async () => (await lotOf(bag)).blockchainHash?.status === 'recorded', 'the lots to be recorded');
  });

  it('writes nothing when one of them is refused, and names the line and the field', async () => {
    const lot = await registered(admin, { weight: 60 });
    const [one, two] = [freshLotId(), freshLotId()];
    const rows = [`A,input,${lot.lotId},50,,blending,,`, `A,output,${one},50,7,,,`, `B,output,${two},20,7,blending,,`];
    const answer = await imported(admin, file([...rows, `B,input,${lot.lotId},20,,,,`]));
    expect(answer.data).toMatchObject({
      created: 0,
      invalid: 1,
      transformations: [
        { transformation: 'B', errors: [{ row: 5, field: 'weight', message: expect.stringMatching(/10 kg left/) }] },
        { transformation: 'A', errors: [] },
      ],
    });
    expect((await lotOf(lot.id)).used).toBe(0);
    const wrong = await imported(admin, file([`A,out,${lot.lotId},50,,blending,,`, `C,input,${lot.lotId},x,,other,,`]));
    expect(wrong.data.transformations[0].errors).toMatchObject([{ row: 2, field: 'role' }]);
    expect(wrong.data.invalid).toBe(2);
    const gone = [`A,input,${lot.lotId},50,,blending,,`, `A,output,${one},40,7,,10,`];
    const unreasoned = await imported(admin, file(gone));
    expect(unreasoned.data.transformations).toMatchObject([{ errors: [{ row: 3, field: 'lossReason' }] }]);
    const unbalanced = await imported(admin, file(gone.map((row) => row.replace(',10,', ',9,cleaning'))));
    expect(unbalanced.data.transformations).toMatchObject([{ errors: [{ row: 3, field: 'lossWeight' }] }]);
    const noColumn = await imported(admin, 'transformation,lot\nA,B');
    expect(noColumn.status).toBe(400);
    expect((await imported(auditor, file(rows))).status).toBe(403);
  });
});

describe('1,000 inputs', () => {
  it('are one transaction of the database and of the ledger, answered within seconds beside all else', async () => {
    const lots = Array.from({ length: 1_000 }, (_, i) => lotInput({ farmId: `FARM${100 + (i % 300)}`, weight: 10 }));
    const header = Object.keys(lots[0] ?? {});
    const rows = lots.map((lot) => Object.values(lot).join(','));
    const form = new FormData();
    form.append('file', new Blob([[header.join(','), ...rows].join('\n')], { type: 'text/csv' }), 'lots.csv');
    expect((await admin.rest.form('/lots/import', form)).data.created).toBe(1_000);
    const box = freshLotId();
    const inputs = lots.map(({ lotId }) => ({ lot: lotId, weight: 10 }));
    const began = performance.now();
    const done = await restTransformations.record(admin, {
      step: 'blending',
      inputs,
      outputs: [{ lotId: box, weight: 10_000, moistureContent: 7 }],
    });
    const ms = performance.now() - began;
    expect(done.message).toBe('');
    expect(done.value.transformation.inputCount).toBe(1_000);
    // Beside the checks and recordings of the import.
    expect(ms).toBeLessThan(20_000);
    const origins = await auditor.rest.get(`/lots/${box}/origins?limit=100`);
    expect(origins.data.pagination.total).toBe(1_000);
    await until(async () => (await lotOf(box)).blockchainHash?.status === 'recorded', 'the lots to be recorded');
    const transactions = await app.app.database.rows<{ count: number }>(
      `select count(distinct tx_id)::int as count from ledger_outbox
       where transfer = (select transfer from ledger_outbox o join lot l on l.id = o.lot_id where l.lot_id = $1 limit 1)
         and state <> 'recorded'`,
      [box],
    );
    expect(transactions[0]?.count).toBe(0);
  });
});

describe('an erasure', () => {
  it('of a farmer leaves the balances of what was made of their lots, and takes names out of its texts', async () => {
    const lot = await settledLot(app, admin, { farmId: 'FARM777', farmerName: 'Ewotina Aresa', weight: 60 });
    const other = await settledLot(app, admin, { farmId: 'FARM778', weight: 40 });
    const box = freshLotId();
    const done = await restTransformations.record(admin, {
      step: 'cleaning',
      inputs: [
        { lot: lot.id, weight: 60 },
        { lot: other.id, weight: 40 },
      ],
      outputs: [{ lotId: box, weight: 50, moistureContent: 7 }],
      loss: { weight: 50, reason: 'other', note: 'Ewotina Aresa brought wet beans' },
      explanation: 'Ewotina Aresa told so',
      operatorName: 'Ewotina Aresa',
    });
    const { id } = done.value.transformation;
    await until(async () => (await lotOf(box)).blockchainHash?.status === 'recorded', 'the lots to be recorded');
    const erased = await admin.rest.send('POST', '/gdpr/erase', { farmId: 'FARM777', farmerName: 'Ewotina Aresa' });
    expect(erased.status).toBe(200);
    await until(async () => (await lotOf(lot.id)).farmerName === null, 'the farmer to be erased');
    await until(
      async () => (await admin.rest.get(`/transformations/${id}`)).data.transformation.operatorName === null,
      'the texts to be erased',
    );
    const { transformation } = (await admin.rest.get(`/transformations/${id}`)).data;
    expect(transformation).toMatchObject({
      operatorName: null,
      explanation: null,
      loss: { weight: 50, reason: 'other', note: null },
      inputWeight: 100,
      outputWeight: 50,
    });
    for (const one of [lot.id, other.id, box]) {
      await until(async () => (await lotOf(one)).blockchainHash?.status === 'recorded', 'the erasure to be recorded');
      const { verification } = (await auditor.rest.get(`/lots/${one}/blockchain`)).data;
      expect(verification.discrepancies).toEqual([]);
    }
  });
});

describe('the integrity run', () => {
  it('finds nothing after all of this', async () => {
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings).toEqual([]);
  });
});
