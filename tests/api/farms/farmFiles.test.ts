import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE } from '../../../server/domain/messages/callMessages.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { fileOf, sendSheet } from '../../support/lotFiles.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { workbook } from '../../support/workbooks.ts';

let app: TestApp;
let farmer: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  farmer = await app.person('farmer', { farmId: 'OWN-FARM' });
  processor = await app.person('processor');
  auditor = await app.person('auditor');
  admin = await app.person('admin');
});
afterAll(() => app?.stop());

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const bytes = (text: string) => new TextEncoder().encode(text);
const send = (content: Uint8Array, query: Record<string, string> = {}, by = processor) =>
  sendSheet(app, by, '/farms/import', content, query);
const check = (content: Uint8Array) => send(content, { dryRun: 'true' });
const farmOf = async (farmId: string) => (await admin.rest.get(`/farms/${farmId}`)).data?.farm ?? null;
const create = async (values: Record<string, unknown>) => {
  const { status, data } = await processor.rest.send('POST', '/farms', values);
  expect(status).toBe(201);
  return data.farm;
};
const exported = async (format: string, by = processor) => fileOf(app, by, `/farms/export?format=${format}`);
/** The head and the rows of some farms of the export. */
const rowsOf = async (prefix: string): Promise<string> => {
  const { text } = await exported('csv');
  return text
    .split('\r\n')
    .filter((line, at) => at === 0 || line.startsWith(prefix))
    .join('\r\n');
};

describe('the export', () => {
  it('as CSV has all values, and comes back by the import as it was, with guarded formulas', async () => {
    const farm = {
      farmId: 'FX-1',
      name: '=HYPERLINK("http://evil.example")',
      village: '@SUM(A1)',
      district: 'Rai; Coast',
      country: 'PG',
      phone: '+675 7000 1234',
      farmers: [
        { name: 'Ana | Samu', memberCode: 'M-17' },
        { name: 'Tom Apa', memberCode: '' },
      ],
      consents: [{ text: 'Photos; places', givenOn: '2026-03-01' }],
      certificates: [{ number: '-77', body: 'NASAA', expiresOn: '2027-01-31' }],
      notes: 'Boat from Saidor.\nCall "first".',
    };
    await create(farm);
    const { status, headers, text } = await exported('csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/filename="farms-\d{4}-\d\d-\d\d\.csv"/);
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",'@SUM(A1),"Rai; Coast",PG,'+675 7000 1234,`);
    const file = bytes(text);
    expect((await processor.rest.send('DELETE', '/farms/FX-1')).status).toBe(200);
    const { data } = await send(file);
    expect(data).toMatchObject({ invalid: 0, added: 1, changed: 0 });
    expect(await farmOf('FX-1')).toMatchObject({ ...farm, version: 1 });
    expect((await send(bytes(await rowsOf('FX-1')))).data).toMatchObject({ created: 0, same: 1 });
  });

  it('as GeoJSON has each farm at its place, and its plots', async () => {
    await create({ farmId: 'FX-GEO', name: 'River garden' });
    await create({ farmId: 'FX-NOWHERE' });
    const geometry = { type: 'Point', coordinates: [145.743926, -5.258413] };
    const plot = { name: 'Slope', geometry, areaHa: 2 };
    expect((await processor.rest.send('POST', '/farms/FX-GEO/plots', plot)).status).toBe(201);
    const { headers, text } = await exported('geojson');
    expect(headers.get('content-type')).toBe('application/geo+json');
    const { type, features } = JSON.parse(text);
    expect(type).toBe('FeatureCollection');
    const own = features.filter((one: { properties: { farmId: string } }) => one.properties.farmId.startsWith('FX-'));
    expect(own).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          geometry,
          properties: expect.objectContaining({ kind: 'farm', name: 'River garden', plots: 1, areaHa: 2 }),
        }),
        {
          type: 'Feature',
          geometry,
          properties: { kind: 'plot', farmId: 'FX-GEO', name: 'Slope', areaHa: 2, country: 'PG' },
        },
        expect.objectContaining({ geometry: null, properties: expect.objectContaining({ farmId: 'FX-NOWHERE' }) }),
      ]),
    );
  });

  it('is for those who manage farms, and is a line of the audit table', async () => {
    expect((await exported('csv', farmer)).status).toBe(403);
    expect((await exported('csv', auditor)).status).toBe(403);
    expect((await restClient(app.url, '').get('/farms/export')).status).toBe(401);
    expect((await exported('xml')).status).toBe(400);
    const lines = await sql(`select details from audit_entry where action = 'farm.exported' order by id desc limit 1`);
    expect(lines).toEqual([{ details: { format: 'geojson' } }]);
  });
});

describe('the import', () => {
  it('reads a German workbook, adds farms, and changes those that are there by their rows alone', async () => {
    await create({ farmId: 'FI-1', name: 'Old', village: 'Teptep', notes: 'Stays' });
    const file = workbook([
      {
        name: 'Betriebe',
        rows: [
          ['Mitgliederliste 2026'],
          ['Betriebsnr.', 'Bauer', 'Mitgliedsnr', 'Dorf', 'Land', 'Zertifikat', 'Anbaujahr'],
          ['fi-1', 'Ana Samu', 'M-1', '', 'Papua-Neuguinea', 'ORG-77; NASAA; 31.1.2027', 1998],
          ['FI-2', 'Tom Apa | Rut Bogari', 'M-2 | M-3', 'Yupna', 'PG', '', 2001],
        ],
      },
    ]);
    const found = (await sendSheet(app, processor, '/farms/import/inspect', file)).data;
    expect(found.columns.map(({ field }: { field: string | null }) => field)).toEqual([
      'farmId',
      'farmers',
      'memberCodes',
      'village',
      'country',
      'certificates',
      null,
    ]);
    expect([found.rows, found.format.headRow]).toEqual([2, 2]);
    const preview = (await check(file)).data;
    expect(preview).toMatchObject({ created: 0, total: 2, invalid: 0, added: 1, changed: 1, same: 0, old: 0 });
    expect(preview.rows).toEqual([
      expect.objectContaining({ farmId: 'FI-1', effect: 'changed', fields: ['country', 'farmers', 'certificates'] }),
      expect.objectContaining({ farmId: 'FI-2', effect: 'added', fields: [] }),
    ]);
    expect(await farmOf('FI-2')).toBeNull();

    expect((await send(file)).data).toMatchObject({ created: 2, added: 1, changed: 1 });
    expect(await farmOf('FI-1')).toMatchObject({
      name: 'Old',
      village: 'Teptep',
      notes: 'Stays',
      country: 'PG',
      farmers: [{ name: 'Ana Samu', memberCode: 'M-1' }],
      certificates: [{ number: 'ORG-77', body: 'NASAA', expiresOn: '2027-01-31' }],
      version: 2,
    });
    expect((await farmOf('FI-2')).farmers).toEqual([
      { name: 'Tom Apa', memberCode: 'M-2' },
      { name: 'Rut Bogari', memberCode: 'M-3' },
    ]);
    const lines = await sql(
      `select a.action, a.details from audit_entry a where a.request_id = (select request_id from audit_entry
         where action = 'farm.imported' order by id desc limit 1) and a.action like 'farm.%' order by a.action`,
    );
    expect(lines).toEqual([
      { action: 'farm.changed', details: { version: 2, fields: ['country', 'farmers', 'certificates'] } },
      { action: 'farm.imported', details: { added: 1, changed: 1 } },
      { action: 'farm.registered', details: {} },
    ]);
    expect((await send(file)).data).toMatchObject({ created: 0, same: 2 });
    expect((await farmOf('FI-1')).version).toBe(2);
  });

  it('names each wrong cell in one answer, and writes nothing', async () => {
    await create({ farmId: 'FW-1' });
    const csv = [
      'farmId;name;country;farmers;certificates',
      'FW-1;New name;PG;Ana Samu;',
      'FW-2;Other;Atlantis;Ana Samu;',
      'fw-1;Twice;PG;;',
      'no id;;;;ORG-77; NASAA; soon',
    ].join('\r\n');
    const { data } = await check(bytes(csv));
    expect([data.created, data.total, data.invalid]).toEqual([0, 4, 3]);
    const [second, twice, last, fine] = data.rows;
    expect(second.errors).toEqual([
      expect.objectContaining({ field: 'country', column: 'country', value: 'Atlantis' }),
    ]);
    expect(twice).toMatchObject({ row: 4, farmId: 'FW-1' });
    expect(twice.errors[0].said).toMatchObject(FILE.sameFarm({ row: 2 }));
    expect(last).toMatchObject({ row: 5, farmId: null });
    expect(fine).toMatchObject({ row: 2, effect: 'changed', errors: [] });
    const { data: sent } = await send(bytes(csv));
    expect([sent.created, sent.invalid]).toEqual([0, 3]);
    expect(sent.rows[0].errors[0].value).toBeUndefined();
    expect((await farmOf('FW-1')).name).toBe('');
    expect(await farmOf('FW-2')).toBeNull();
  });

  it('marks rows that may put an old value back', async () => {
    await create({ farmId: 'FO-1', village: 'Teptep' });
    await create({ farmId: 'FO-2', village: 'Teptep' });
    const old = (await rowsOf('FO-')).replaceAll('Teptep', 'Yupna');
    await processor.rest.send('PATCH', '/farms/FO-2', { village: 'Bok' });
    const { data } = await check(bytes(old));
    expect([data.changed, data.old]).toEqual([2, 1]);
    expect(data.rows[0]).toMatchObject({ farmId: 'FO-2', isOld: true, fields: ['village'] });
  });

  it('leaves an entry alone that was changed in the database', async () => {
    await create({ farmId: 'FT-1', name: 'Honest' });
    await sql(`update farm set name = 'Forged' where farm_id = 'FT-1'`);
    const { data } = await send(bytes('farmId,name\nFT-1,Mine\nFT-2,Other'));
    expect([data.created, data.invalid]).toEqual([0, 1]);
    expect(data.rows[0].errors[0].said).toMatchObject(REFUSED.changedFarm({}));
    expect(await farmOf('FT-2')).toBeNull();
    expect((await exported('csv')).text).not.toContain('FT-1');
    await sql(`update farm set name = 'Honest' where farm_id = 'FT-1'`);
  });

  it.each([
    ['no farm ids', 'name,village\nGarden,Teptep', FILE.columnMissing({ column: 'farmId' }).text],
    ['no rows', 'farmId,name\n', FILE.noFarms({}).text],
    ['another kind of file', '{"type":"FeatureCollection","features":[]}', null],
  ])('refuses a file with %s', async (_, text, message) => {
    const { status, body } = await send(bytes(text));
    expect(status).toBe(400);
    if (message !== null) expect(body.details?.[0]?.message).toBe(message);
  });

  it('takes the fields of columns from the caller, and a key with the role', async () => {
    const key = await admin.rest.send('POST', '/keys', { name: 'ERP', role: 'processor', farmId: '' });
    const by = { ...processor, accessToken: key.data.key };
    const text = 'No.,Who,Ignored\nFK-1,Ana Samu,1';
    expect((await send(bytes(text), { columns: 'farmId,farmers,' }, by)).data.added).toBe(1);
    expect((await farmOf('FK-1')).farmers).toEqual([{ name: 'Ana Samu', memberCode: '' }]);
    expect((await send(bytes(text), { columns: 'farmId,weight' })).status).toBe(400);
  });

  it('is for those who manage farms', async () => {
    for (const by of [farmer, auditor]) {
      expect((await send(bytes('farmId\nFN-1'), {}, by)).status).toBe(403);
      expect((await sendSheet(app, by, '/farms/import/inspect', bytes('farmId\nFN-1'))).status).toBe(403);
    }
  });

  it('of two at once, each farm is added once', async () => {
    const file = (from: number) =>
      bytes(['farmId,name', ...Array.from({ length: 300 }, (_, at) => `FC-${from + at},Garden`)].join('\n'));
    const answers = await Promise.all([send(file(0)), send(file(100))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { data }) => sum + data.added, 0)).toBe(400);
    expect(await sql(`select count(*)::int as count from farm where farm_id like 'FC-%'`)).toEqual([{ count: 400 }]);
  });
});
