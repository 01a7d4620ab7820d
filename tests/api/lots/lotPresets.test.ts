import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_SELECTED } from '../../../server/domain/public/publicRoutes.ts';
import type { LotPreset } from '../../../server/domain/lot/lotPresets.ts';
import type { Stage } from '../../../server/domain/lot/stages.ts';
import { fileOf } from '../../support/lotFiles.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let farmer: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

/** What a lot is beside: harvested, compliant, recorded, checked an hour ago, of FARM001. */
interface Seed {
  lotId: string;
  farm?: string;
  stage?: Stage;
  status?: string;
  /** hours since the last conclusive check; null: never */
  checkedHours?: number | null;
  record?: string;
  alert?: string;
  inconclusive?: boolean;
}

const SEEDS: Seed[] = [
  { lotId: 'LOTFINE' },
  { lotId: 'LOTREADY', stage: 'processed' },
  { lotId: 'LOTREADYBUTOLD', stage: 'processed', checkedHours: 30 * 24 + 1 },
  { lotId: 'LOTREADYBUTLOSS', stage: 'processed', status: 'Deforestation Detected', alert: 'active' },
  { lotId: 'LOTREADYBUTALERT', stage: 'processed', alert: 'acknowledged' },
  { lotId: 'LOTALMOSTOLD', checkedHours: 30 * 24 - 1, alert: 'dismissed' },
  { lotId: 'LOTNEVER', checkedHours: null, status: 'Pending Review' },
  { lotId: 'LOTATSEA', checkedHours: null, status: 'Pending Review', inconclusive: true },
  { lotId: 'LOTATSEASHIPPED', stage: 'shipped', checkedHours: null, status: 'Pending Review', inconclusive: true },
  { lotId: 'LOTREFUSED', record: 'failed' },
  { lotId: 'LOTOTHERFARM', farm: 'FARM002', alert: 'active' },
];

async function seed({ pool }: TestApp['app']['database'], lot: Seed): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into lot (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro, weight_grams,
       moisture_hundredths, temperature_hundredths, certifications, stage, deforestation_status, satellite_at, ledger_status, head_seq, head_hash)
     values (gen_random_uuid(), $1, 'key-' || $1, $2, 'Grace Kila', 'Trinitario', '2026-03-01', -5258413, 145743926, 50000,
       700, 2500, '{}', $3, $4, now() - $5::int * interval '1 hour', $6, 1, 'head') returning id`,
    [
      lot.lotId,
      lot.farm ?? 'FARM001',
      lot.stage ?? 'harvested',
      lot.status ?? 'No Deforestation',
      lot.checkedHours === undefined ? 1 : lot.checkedHours,
      lot.record ?? 'recorded',
    ],
  );
  const id = rows[0]?.id;
  if (lot.alert !== undefined) {
    await pool.query(
      `insert into alert (id, lot_id, type, severity, status, title, description, finding_key)
       values (gen_random_uuid(), $1, 'deforestation', 'high', $2, 'Loss', 'Loss', 'finding')`,
      [id, lot.alert],
    );
  }
  if (lot.inconclusive === true) {
    await pool.query(
      `insert into satellite_check (id, lot_id, driver, dataset, dataset_version, sample, conclusion, reason,
         lat_micro, lon_micro, evidence, evidence_hash, loss_pixels, loss_years, pixels, confidence)
       values (gen_random_uuid(), $1, 'sample', 'sample', '1', true, 'inconclusive', 'sea',
         -5258413, 145743926, '{}', 'hash', 0, '{}', 0, 'low')`,
      [id],
    );
  }
}

beforeAll(async () => {
  app = await createTestApp();
  [farmer, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('processor'),
    app.person('auditor'),
    app.person('admin'),
  ]);
  for (const lot of SEEDS) await seed(app.app.database, lot);
});
afterAll(() => app.stop());

async function lotsOf(by: Person, preset: LotPreset, more = ''): Promise<string[]> {
  const { data, errors } = await by.graphql.run(
    `{ lots(limit: 100, sort: lotId, order: asc, filter: { preset: ${preset}${more} }) {
      lots { lotId } pagination { total } } }`,
  );
  expect(errors).toEqual([]);
  const ids: string[] = data.lots.lots.map(({ lotId }: { lotId: string }) => lotId);
  expect(data.lots.pagination.total).toBe(ids.length);
  return ids;
}

describe('a preset of the lot list', () => {
  it('Outdated checks: older than 30 days, or never checked', async () => {
    expect(await lotsOf(processor, 'outdatedChecks')).toEqual([
      'LOTATSEA',
      'LOTATSEASHIPPED',
      'LOTNEVER',
      'LOTREADYBUTOLD',
    ]);
  });

  it('Never checked: no check came to a conclusion', async () => {
    expect(await lotsOf(processor, 'neverChecked')).toEqual(['LOTATSEA', 'LOTATSEASHIPPED', 'LOTNEVER']);
  });

  it('Ready to ship: processed, compliant, freshly checked, without an open alert', async () => {
    expect(await lotsOf(processor, 'readyToShip')).toEqual(['LOTREADY']);
  });

  it('Touched by an alert: whatever became of it, and in sight', async () => {
    const touched = ['LOTALMOSTOLD', 'LOTOTHERFARM', 'LOTREADYBUTALERT', 'LOTREADYBUTLOSS'];
    expect(await lotsOf(processor, 'alertTouched')).toEqual(touched);
    expect(await lotsOf(farmer, 'alertTouched')).toEqual(touched.filter((lotId) => lotId !== 'LOTOTHERFARM'));
  });

  it('Needs me: what each may do something about', async () => {
    expect(await lotsOf(farmer, 'needsMe')).toEqual(['LOTATSEA', 'LOTREADYBUTLOSS']);
    expect(await lotsOf(processor, 'needsMe')).toEqual(['LOTATSEA', 'LOTOTHERFARM', 'LOTREADYBUTLOSS']);
    expect(await lotsOf(auditor, 'needsMe')).toEqual(['LOTOTHERFARM', 'LOTREADYBUTALERT', 'LOTREADYBUTLOSS']);
    expect(await lotsOf(admin, 'needsMe')).toEqual([
      'LOTATSEA',
      'LOTATSEASHIPPED',
      'LOTOTHERFARM',
      'LOTREADYBUTALERT',
      'LOTREADYBUTLOSS',
      'LOTREFUSED',
    ]);
  });

  it('has parts of its own: checks, alerts, a farm and quality points', async () => {
    const listed = async (filter: string) => {
      const { status, data } = await processor.rest.get(`/lots?limit=100&sort=lotId&order=asc&${filter}`);
      expect([filter, status]).toEqual([filter, 200]);
      return data.lots.map(({ lotId }: { lotId: string }) => lotId);
    };
    expect(await listed('check=never')).toEqual(['LOTATSEA', 'LOTATSEASHIPPED', 'LOTNEVER']);
    expect(await listed('check=outdated')).toEqual(await lotsOf(processor, 'outdatedChecks'));
    expect(await listed('alert=any')).toEqual(await lotsOf(processor, 'alertTouched'));
    const open = await listed('alert=open');
    expect(open).toEqual(['LOTOTHERFARM', 'LOTREADYBUTALERT', 'LOTREADYBUTLOSS']);
    const whole = await listed('');
    expect(await listed('alert=noneOpen')).toEqual(whole.filter((lotId: string) => !open.includes(lotId)));
    expect(await listed('farmId=farm001')).toEqual(whole.filter((lotId: string) => lotId !== 'LOTOTHERFARM'));
    expect(await listed('qualityFrom=0&qualityBelow=100')).toEqual(await listed('qualityFrom=0'));
    const { body } = await processor.rest.get('/lots?qualityFrom=101');
    expect(body.message).toContain('qualityFrom');
    const worst = await processor.rest.get('/lots?limit=1&sort=risk&order=desc');
    expect(open).toContain(worst.data.lots[0].lotId);
  });

  it('stands beside other filters, over REST and in figures too', async () => {
    expect(await lotsOf(processor, 'alertTouched', ', stage: harvested')).toEqual(['LOTALMOSTOLD', 'LOTOTHERFARM']);
    const listed = await processor.rest.get('/lots?preset=readyToShip');
    expect(listed.data.lots.map(({ lotId }: { lotId: string }) => lotId)).toEqual(['LOTREADY']);
    expect((await processor.rest.get('/lots/stats?preset=readyToShip')).data.totalLots).toBe(1);
    const wrong = await processor.rest.get('/lots?preset=mine');
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'preset must be one of: needsMe, outdatedChecks, neverChecked, readyToShip, alertTouched',
    ]);
    const file = JSON.parse((await fileOf(app, processor, '/lots/export?format=json&preset=readyToShip')).text);
    expect(file).toMatchObject([{ lotId: 'LOTREADY' }]);
  });
});

describe('chosen lots', () => {
  const send = (by: Person, path: string, body: object) =>
    fetch(`${app.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let ids: Record<string, string>;
  const idOf = (lotId: string): string => ids[lotId] ?? '';

  beforeAll(async () => {
    const { data } = await admin.graphql.run('{ lots(limit: 100) { lots { id lotId } } }');
    ids = Object.fromEntries(data.lots.lots.map(({ id, lotId }: { id: string; lotId: string }) => [lotId, id]));
  });

  it('are exported, those out of sight left out', async () => {
    const chosen = { ids: [idOf('LOTFINE'), idOf('LOTREADY'), idOf('LOTOTHERFARM')], format: 'json' };
    const lotsIn = async (by: Person) => {
      const file: { lotId: string }[] = JSON.parse(await (await send(by, '/lots/export', chosen)).text());
      return file.map(({ lotId }) => lotId).sort();
    };
    expect(await lotsIn(processor)).toEqual(['LOTFINE', 'LOTOTHERFARM', 'LOTREADY']);
    expect(await lotsIn(farmer)).toEqual(['LOTFINE', 'LOTREADY']);
  });

  it('are put on a sheet of QR codes in their order, those out of sight left out', async () => {
    const answer = await send(farmer, '/lots/qr-sheet', {
      ids: [idOf('LOTREADY'), idOf('LOTOTHERFARM'), idOf('LOTFINE'), idOf('LOTREADY')],
    });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-lots')]).toEqual([
      200,
      'application/pdf',
      '2',
    ]);
    const text = textOfPdf(Buffer.from(await answer.arrayBuffer()));
    expect(text).toContain('2 lots');
    expect(text.indexOf('LOTREADY')).toBeGreaterThan(0);
    expect(text.indexOf('LOTFINE')).toBeGreaterThan(text.indexOf('LOTREADY'));
    expect(text).not.toContain('LOTOTHERFARM');
    expect(text).not.toContain('Grace');
    expect((await send(farmer, '/lots/qr-sheet', { ids: [idOf('LOTOTHERFARM')] })).status).toBe(404);
  });

  it('are known as listed or not under a filter, with their status now', async () => {
    const query = `query ($ids: [ID!]!, $filter: LotFilter) {
      selectedLots(ids: $ids, filter: $filter) { id listed deforestationStatus }
    }`;
    const ask = async (by: Person, filter: object | null, chosen: readonly string[]) => {
      const { data, errors } = await by.graphql.run(query, { ids: chosen.map(idOf), filter });
      expect(errors).toEqual([]);
      return Object.fromEntries(
        data.selectedLots.map(({ id, listed, deforestationStatus }: Record<string, string>) => [
          chosen.find((lotId) => idOf(lotId) === id),
          [listed, deforestationStatus],
        ]),
      );
    };
    const chosen = ['LOTFINE', 'LOTREADY', 'LOTOTHERFARM'];
    expect(await ask(processor, { preset: 'readyToShip' }, chosen)).toEqual({
      LOTFINE: [false, 'No Deforestation'],
      LOTREADY: [true, 'No Deforestation'],
      LOTOTHERFARM: [expect.any(Boolean), expect.any(String)],
    });
    expect(await ask(farmer, null, chosen)).toEqual({
      LOTFINE: [true, 'No Deforestation'],
      LOTREADY: [true, 'No Deforestation'],
    });
    const many = Array.from({ length: MOST_SELECTED + 1 }, () => idOf('LOTFINE'));
    for (const wrong of [[], ['LOTFINE'], many]) {
      const { errors } = await farmer.graphql.run(query, { ids: wrong });
      expect(errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    }
  });

  it.each(['/lots/export', '/lots/qr-sheet'])('%s takes a bounded number of UUIDs', async (path) => {
    const many = Array.from({ length: MOST_SELECTED + 1 }, () => idOf('LOTFINE'));
    for (const wrong of [{}, { ids: [] }, { ids: ['LOTFINE'] }, { ids: many }]) {
      expect((await send(farmer, path, wrong)).status).toBe(400);
    }
  });
});
