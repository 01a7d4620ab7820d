import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOfLots, fileOf, importLots } from '../../support/lotFiles.ts';
import { freshLotId, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { OPTIONAL_FIGURES } from '../../support/optionalFields.ts';

const COLUMNS =
  'id,lotId,farmId,farmerName,cacaoVariety,harvestDate,harvestUntil,latitude,longitude,weight,moistureContent,temperature,' +
  `certifications,${OPTIONAL_FIGURES.join()},isAnonymized,currentProcess,processDetails,deforestationStatus,satelliteTimestamp,` +
  'plots,kind,used,available,satelliteOutdated,blockchainHash,createdAt,updatedAt,timestamp,version';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of FARM002 */
let kofi: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, kofi, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('farmer', { farmId: 'FARM002' }),
    app.person('auditor'),
    app.person('admin'),
  ]);
});
afterAll(() => app.stop());

const idsOf = (text: string) => JSON.parse(text).map(({ lotId }: { lotId: string }) => lotId);

describe('an export', () => {
  it('of CSV holds the fields of a lot by their names, and no formulas', async () => {
    const lot = await settledLot(app, grace, {
      farmerName: '=HYPERLINK("http://x")',
      certifications: ['Organic', 'Fair Trade'],
      temperature: -3.5,
    });
    const file = await fileOf(app, grace, `/lots/export?search=${lot.lotId}`);
    const day = new Date().toISOString().slice(0, 10);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="lots-${day}.csv"`);
    const [header, row, end] = file.text.split('\r\n');
    expect([header, end]).toEqual([COLUMNS, '']);
    expect(row).toBe(
      [
        lot.id,
        lot.lotId,
        'FARM001',
        `"'=HYPERLINK(""http://x"")"`,
        'Trinitario',
        '2026-03-01',
        '',
        lot.latitude,
        lot.longitude,
        50,
        7,
        -3.5,
        'Organic|Fair Trade',
        ...OPTIONAL_FIGURES.map(() => ''),
        false,
        'harvested',
        '',
        'No Deforestation',
        lot.satelliteTimestamp,
        '',
        'origin',
        0,
        50,
        false,
        lot.blockchainHash?.transactionId,
        lot.createdAt,
        lot.updatedAt,
        lot.timestamp,
        1,
      ].join(','),
    );
  });

  it('of JSON holds lots as the list shows them, of GeoJSON with their places', async () => {
    const { lotId } = await settledLot(app, grace);
    // A file says nothing of what its reader may do.
    const { mayDo: _, ...lot } = (await grace.rest.get(`/lots/${lotId}`)).data.lot;
    const json = await fileOf(app, grace, `/lots/export?format=json&search=${lotId}`);
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="lots-\d{4}-\d\d-\d\d\.json"$/);
    expect(JSON.parse(json.text)).toEqual([lot]);
    const geojson = await fileOf(app, grace, `/lots/export?format=geojson&search=${lotId}`);
    expect(geojson.headers.get('content-type')).toBe('application/geo+json');
    const { latitude, longitude, ...properties } = lot;
    expect(JSON.parse(geojson.text)).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }],
    });
  });

  it('of nothing is a whole file of its form', async () => {
    const none = async (format: string) =>
      (await fileOf(app, grace, `/lots/export?format=${format}&search=nobody`)).text;
    expect(await none('csv')).toBe(`${COLUMNS}\r\n`);
    expect(JSON.parse(await none('json'))).toEqual([]);
    expect(JSON.parse(await none('geojson'))).toEqual({ type: 'FeatureCollection', features: [] });
  });

  it("takes the list's filters, newest harvest first, and shows what the caller sees", async () => {
    const mark = freshLotId();
    const story = { farmerName: `Of ${mark}` };
    const old = await registered(grace, { ...story, harvestDate: '2025-01-05' });
    const young = await registered(grace, { ...story, harvestDate: '2025-09-05', cacaoVariety: 'Criollo' });
    const other = await registered(admin, { ...story, farmId: 'FARM002', harvestDate: '2025-05-05' });
    const asked = async (by: Person, filter = '') =>
      idsOf((await fileOf(app, by, `/lots/export?format=json&search=${mark}${filter}`)).text);
    expect(await asked(auditor)).toEqual([young.lotId, other.lotId, old.lotId]);
    expect(await asked(grace)).toEqual([young.lotId, old.lotId]);
    expect(await asked(kofi)).toEqual([other.lotId]);
    expect(await asked(auditor, '&variety=Criollo')).toEqual([young.lotId]);
    expect(await asked(auditor, '&harvestedFrom=2025-05-05&harvestedTo=2025-08-01')).toEqual([other.lotId]);
    expect(await asked(auditor, '&stage=&eudr=')).toHaveLength(3);
    await admin.rest.send('DELETE', `/lots/${old.id}`);
    expect(await asked(grace)).toEqual([young.lotId]);
  });

  it('of many pages misses and repeats no lot', async () => {
    await importLots(app, admin, csvOfLots(1_700, 'LOT-PAGES-', 'FARM009'));
    const ids: string[] = idsOf((await fileOf(app, admin, '/lots/export?format=json&search=LOT-PAGES-')).text);
    expect(ids).toHaveLength(1_700);
    expect(new Set(ids).size).toBe(1_700);
  });

  it('refuses other formats and filters, and whoever is not signed in', async () => {
    const failure = async (query: string) => (await admin.rest.get(`/lots/export?${query}`)).body;
    expect(await failure('format=xlsx')).toMatchObject({
      statusCode: 400,
      message: 'format must be one of: csv, json, geojson',
    });
    expect(await failure('stage=roasted')).toMatchObject({ statusCode: 400, details: [{ field: 'stage' }] });
    expect(await failure('page=2')).toMatchObject({ statusCode: 400, details: [{ field: 'page' }] });
    expect((await app.rest.get('/lots/export')).status).toBe(401);
  });
});
