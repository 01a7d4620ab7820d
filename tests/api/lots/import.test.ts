import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventContent } from '../../../server/domain/ledger/content.ts';
import { CSV_HEADER, csvOfLots, fileOf, importLots } from '../../support/lotFiles.ts';
import { CLEAR_PLACE, freshLotId, lotInput, registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** where uploads lie while they arrive, and nothing of other programs */
let folder: string;
/** farmer of FARM001 */
let grace: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manam-import-'));
  app = await createTestApp();
  vi.stubEnv('TMPDIR', folder);
  [grace, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor'),
    app.person('admin'),
  ]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.stop();
  await rm(folder, { recursive: true });
});

const lots = async () => (await app.app.database.row<{ count: number }>('select count(*) from lot'))?.count ?? -1;
/** What lies in the folder still: by name, or open and without one. */
const leftovers = async (): Promise<string[]> => {
  const open = await readdir('/proc/self/fd');
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return [...(await readdir(folder)), ...paths.filter((path) => path.startsWith(folder))];
};
const line = (lotId: string, changes: Record<string, string> = {}) => {
  const cells = {
    lotId,
    farmId: 'FARM001',
    farmerName: 'Maria Kaupa',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
  };
  const values = {
    latitude: '-5.258413',
    longitude: '145.743927',
    weight: '50',
    moistureContent: '7',
    temperature: '25',
  };
  const rest = { certifications: '', qualityScore: '', isAnonymized: '' };
  return Object.values({ ...cells, ...values, ...rest, ...changes }).join(',');
};
const csv = (...lines: string[]) => `${[CSV_HEADER, ...lines].join('\n')}\n`;

describe('an import', () => {
  it('with one bad row changes nothing and names the row', async () => {
    const before = await lots();
    const lines = csvOfLots(10_000, 'LOT-BAD-').trimEnd().split('\r\n');
    lines[7000] = lines[7000]?.replace('Trinitario', 'Arabica') ?? '';
    const { status, data, body } = await importLots(app, admin, lines.join('\n'));
    expect([status, data.created, data.total, data.invalid]).toEqual([200, 0, 10_000, 1]);
    expect(data.rows).toHaveLength(1_000);
    expect(data.rows[0]).toMatchObject({
      row: 7001,
      lotId: 'LOT-BAD-6999',
      errors: [
        {
          field: 'cacaoVariety',
          message:
            'Cacao variety must be one of Trinitario, Forastero, Criollo, Nacional, CCN-51, TSH-565, ICS-1, Other',
        },
      ],
    });
    expect(body.message).toBe('Nothing was imported: 1 of 10,000 rows has errors');
    expect(await lots()).toBe(before);
  });

  it('registers lots just as a single call does: history, ledger, satellite check, audit', async () => {
    const [single, many] = [await registered(grace), freshLotId()];
    const { latitude, longitude } = CLEAR_PLACE;
    const answer = await importLots(
      app,
      grace,
      csv(line(many, { latitude: String(latitude), longitude: String(longitude) })),
      {
        headers: { 'x-gdpr-consent': 'true' },
      },
    );
    expect(answer.data.created).toBe(1);
    const imported = await settled(app, many);
    expect(imported).toMatchObject({
      deforestationStatus: 'No Deforestation',
      blockchainHash: { status: 'recorded' },
      version: 1,
    });
    const eventOf = async (id: string) => {
      const row = await app.app.database.row<{
        content: string;
        gdpr_consent: boolean;
        request_id: string;
        actor_id: string;
      }>('select content, gdpr_consent, request_id, actor_id from lot_event where lot_id = $1 and seq = 1', [id]);
      return { ...row, content: eventContent.parse(JSON.parse(row?.content ?? '')) };
    };
    const [one, other] = [await eventOf(single.id), await eventOf(imported.id)];
    expect(Object.keys(other.content.set).sort()).toEqual(Object.keys(one.content.set).sort());
    expect(Object.keys(other.content.commit).sort()).toEqual(Object.keys(one.content.commit).sort());
    expect(other).toMatchObject({ gdpr_consent: true, request_id: answer.body.requestId, actor_id: grace.userId });
    const { data } = await grace.rest.get(`/lots/${many}/blockchain`);
    expect(data.verification).toMatchObject({ state: 'verified', matchPercentage: 100 });
    expect((await grace.rest.get(`/lots/${many}/history`)).data.history.at(-1)).toMatchObject({
      action: 'created',
      actor: 'Grace Kila',
    });
    const audited = await app.app.database.row<{ details: unknown }>(
      `select details from audit_entry where action = 'lot.imported' and request_id = $1`,
      [answer.body.requestId],
    );
    expect(audited?.details).toEqual({ created: 1 });
  });

  it('is kept as the doing of whoever sent it, for their data and its erasure', async () => {
    const [single, many] = [await registered(processor), freshLotId()];
    expect((await importLots(app, processor, csv(line(many)))).data.created).toBe(1);
    const { lotsCreated } = JSON.parse((await fileOf(app, processor, '/gdpr/export')).text);
    const created = lotsCreated.map(({ lotId }: { lotId: string }) => lotId);
    expect(created).toEqual(expect.arrayContaining([single.lotId, many]));
  });

  it('as a dry run checks all and registers nothing', async () => {
    const before = await lots();
    const good = await importLots(app, processor, csvOfLots(3, 'LOT-DRY-'), { dryRun: true });
    expect([good.data, good.body.message]).toEqual([
      {
        created: 0,
        total: 3,
        invalid: 0,
        rows: [2, 3, 4].map((row, i) => ({ row, lotId: `LOT-DRY-${i}`, errors: [] })),
      },
      'All 3 rows ready to import',
    ]);
    expect(await lots()).toBe(before);
    expect((await importLots(app, processor, csvOfLots(3, 'LOT-DRY-'), { dryRun: false })).data.created).toBe(3);
    const one = csvOfLots(1, 'LOT-ALONE-');
    expect((await importLots(app, processor, one, { dryRun: true })).body.message).toBe('Row ready to import');
    expect((await importLots(app, processor, one, { dryRun: false })).body.message).toBe('1 lot imported');
  });

  it('names ids that are there twice, in the file or in the database, deleted lots too', async () => {
    const taken = await registered(grace);
    const deleted = await registered(grace);
    await admin.rest.send('DELETE', `/lots/${deleted.id}`);
    const id = freshLotId();
    const file = csv(line(id), line(taken.lotId.toLowerCase()), line(deleted.lotId), line(id.toLowerCase()));
    const { data } = await importLots(app, processor, file);
    expect(data.invalid).toBe(3);
    expect(data.rows).toMatchObject([
      { row: 3, lotId: taken.lotId, errors: [{ field: 'lotId', message: `Lot ID ${taken.lotId} is already taken` }] },
      {
        row: 4,
        lotId: deleted.lotId,
        errors: [{ field: 'lotId', message: `Lot ID ${deleted.lotId} is already taken` }],
      },
      { row: 5, lotId: id, errors: [{ field: 'lotId', message: 'Row 2 has the same lot ID' }] },
      { row: 2, lotId: id, errors: [] },
    ]);
  });

  it.each(['LOT\u0000', '\u0000', 'LOT\u00007'])(
    'names the row of the lot id %j, which no lot can have',
    async (id) => {
      const { status, data } = await importLots(app, processor, csv(line(freshLotId()), line(id)));
      expect([status, data?.created, data?.invalid]).toEqual([200, 0, 1]);
      expect(data.rows[0]).toMatchObject({ row: 3, lotId: id, errors: [{ field: 'lotId' }] });
    },
  );

  it('is for those who may register lots, and farmers for their own farm', async () => {
    const file = csv(line(freshLotId(), { farmId: 'FARM002' }), line(freshLotId()));
    expect((await importLots(app, auditor, file)).status).toBe(403);
    expect((await importLots(app, { accessToken: 'none' }, file)).status).toBe(401);
    const { data } = await importLots(app, grace, file);
    expect([data.created, data.invalid, data.rows[0].row, data.rows[0].errors]).toMatchObject([
      0,
      1,
      2,
      [{ field: 'farmId', message: 'You can only register lots of your own farm.' }],
    ]);
    expect((await importLots(app, processor, file)).data.created).toBe(2);
  });

  it('lets one of two files with the same lots in', async () => {
    const file = csvOfLots(300, 'LOT-RACE-');
    const answers = await Promise.all([importLots(app, admin, file), importLots(app, processor, file)]);
    expect(answers.map(({ data }) => data?.created ?? 0).sort()).toEqual([0, 300]);
    const loser = answers.find(({ data }) => data.created === 0);
    expect(loser?.data).toMatchObject({ invalid: 300, total: 300 });
    expect(loser?.data.rows[0].errors[0].message).toMatch(/^Lot ID LOT-RACE-\d+ is already taken$/);
  });
});

describe('a CSV file', () => {
  it('may be of a European spreadsheet: byte order mark, semicolons, decimal commas', async () => {
    const id = freshLotId();
    const header = CSV_HEADER.replaceAll(',', ';');
    const row = `${id};farm001;"Kaupa; Maria";trinitario;2026-03-01;-5,258413;145,743927;1.5;7,25;-0,5;"Organic; Fair Trade";82,5;TRUE`;
    const wrong = await importLots(app, admin, `\ufeff${header}\r\n${row}\r\n;;;;;;;;;;;;\r\n`);
    expect([wrong.data.total, wrong.data.rows[0].errors.map(({ field }: { field: string }) => field)]).toEqual([
      1,
      ['cacaoVariety'],
    ]);
    await importLots(app, admin, `\ufeff${header}\r\n${row.replace('trinitario', 'Trinitario')}\r\n`);
    expect((await admin.rest.get(`/lots/${id}`)).data.lot).toMatchObject({
      farmId: 'FARM001',
      farmerName: 'Kaupa; Maria',
      latitude: -5.258413,
      longitude: 145.743927,
      weight: 1.5,
      moistureContent: 7.25,
      temperature: -0.5,
      certifications: ['Organic', 'Fair Trade'],
      qualityScore: 82.5,
      isAnonymized: true,
    });
  });

  it('has no decimal commas between commas: such a number could be a thousand', async () => {
    const { data } = await importLots(app, admin, csv(line(freshLotId(), { weight: '"1,250"' })));
    expect(data.rows[0].errors).toEqual([
      {
        field: 'weight',
        message: 'Weight must be a positive number',
        said: { code: 'input.not_positive', values: { field: 'weight' }, text: 'Weight must be a positive number' },
      },
    ]);
  });

  it('is counted by its lines, also past quoted line breaks and empty lines', async () => {
    const bad = { weight: 'heavy' };
    // A cell is missing in the middle: a variety stands where a name belongs, and so on.
    const shifted = line(freshLotId()).replace('Trinitario,', '');
    const file = csv(
      line(freshLotId(), { farmerName: '"Maria\r\nKaupa"' }),
      '',
      line(freshLotId(), bad),
      line(freshLotId(), { ...bad, farmerName: '"Two\nlines"' }),
      `${line(freshLotId())},too many`,
      line(freshLotId()).slice(0, -1),
      shifted,
    );
    const { data } = await importLots(app, admin, file);
    expect(data.rows.map(({ row, errors }: { row: number; errors: unknown[] }) => [row, errors.length])).toEqual([
      [5, 1],
      [6, 1],
      [8, 1],
      [9, 1],
      [10, 1],
      [2, 0],
    ]);
    expect(data.rows[2].errors[0].message).toBe('The row has 14 cells, the header 13');
    expect(data.rows[3].errors[0].message).toBe('The row has 12 cells, the header 13');
  });

  it('is taken back as it was exported, with what the server sets passed over', async () => {
    const lotId = freshLotId();
    await registered(admin, { lotId, farmerName: `=cmd|' /C calc'!A0`, latitude: -5.258413 });
    const exported = (await fileOf(app, admin, `/lots/export?search=${lotId}`)).text;
    const renamed = exported.replaceAll(lotId, `${lotId}-B`);
    expect((await importLots(app, admin, renamed)).data).toMatchObject({ created: 1, invalid: 0 });
    const { data } = await admin.rest.get(`/lots/${lotId}-B`);
    expect(data.lot).toMatchObject({
      farmerName: `=cmd|' /C calc'!A0`,
      latitude: -5.258413,
      currentProcess: 'harvested',
    });
  });

  it.each([
    ['an unknown column', csv('x').replace('weight', 'wait'), `Unknown column 'wait'`],
    ['a column twice', csv('x').replace('weight', 'farmId'), `Column 'farmId' appears twice`],
    ['a missing column', 'lotId,farmId\nLOT1,F', `Column 'farmerName' is missing`],
    ['an open quote', csv(`LOT1,"F`), 'The file is not CSV'],
    ['a line of more than 64 kB', csv(line('LOT1', { farmerName: 'x'.repeat(70_000) })), 'The file is not CSV'],
    ['no lots', csv(), 'The file has no lots'],
    ['nothing', '', 'The file is empty'],
  ])('with %s is refused as a whole', async (_, file, message) => {
    const answer = await importLots(app, admin, file);
    expect([answer.status, answer.body.error]).toEqual([400, 'Validation failed']);
    expect(answer.body.details?.some((detail) => detail.field === 'file' && detail.message.startsWith(message))).toBe(
      true,
    );
  });

  it('must be UTF-8', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode(csv('')), 0xe9, 0x2c]);
    const answer = await importLots(app, admin, latin);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'The file is not UTF-8 text. Save it as CSV UTF-8 or GeoJSON.',
    ]);
  });
});

describe('a GeoJSON file', () => {
  const feature = (properties: Record<string, unknown>, geometry: unknown) => ({
    type: 'Feature',
    properties,
    geometry,
  });
  const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features }, null, 1);
  const point = { type: 'Point', coordinates: [145.743927, -5.258413] };
  const send = (file: string, dryRun = false) =>
    importLots(app, admin, file, { name: 'lots.geojson', type: 'application/geo+json', dryRun });
  const unplaced = (changes: Record<string, unknown> = {}) => {
    const { latitude: _latitude, longitude: _longitude, ...rest } = lotInput(changes);
    return rest;
  };

  it('gives its lots the places of its points', async () => {
    const input = unplaced({ farmerName: 'Brace } and "quote" \\ Kila', certifications: ['UTZ'] });
    const { data } = await send(collection(feature(input, point), feature(unplaced(), { ...point, bbox: [1] })));
    expect(data).toMatchObject({ created: 2, total: 2, invalid: 0 });
    expect((await admin.rest.get(`/lots/${input.lotId}`)).data.lot).toMatchObject({
      latitude: -5.258413,
      longitude: 145.743927,
      farmerName: 'Brace } and "quote" \\ Kila',
      certifications: ['UTZ'],
    });
  });

  it('is counted by its features, and each is judged', async () => {
    const file = collection(
      feature(unplaced(), point),
      feature(unplaced(), { type: 'Polygon', coordinates: [] }),
      feature(unplaced(), null),
      feature({ ...unplaced(), colour: 'brown' }, point),
      { type: 'Lot' },
    );
    const { data } = await send(file);
    expect([data.created, data.total, data.invalid]).toEqual([0, 5, 4]);
    const fields = data.rows.map(({ row, errors }: { row: number; errors: { field: string }[] }) => [
      row,
      errors[0]?.field,
    ]);
    expect(fields).toEqual([
      [2, 'geometry'],
      [3, 'latitude'],
      [4, 'colour'],
      [5, ''],
      [1, undefined],
    ]);
  });

  it('is taken back as it was exported', async () => {
    const lotId = freshLotId();
    await registered(admin, { lotId, qualityScore: 77.5 });
    const exported = (await fileOf(app, admin, `/lots/export?format=geojson&search=${lotId}`)).text;
    expect((await send(exported.replaceAll(lotId, `${lotId}-B`))).data).toMatchObject({ created: 1 });
    expect((await admin.rest.get(`/lots/${lotId}-B`)).data.lot).toMatchObject({
      qualityScore: 77.5,
      ...CLEAR_PLACE_OF,
    });
  });

  it('that holds a feature of more than 64 kB is refused before it is read', async () => {
    const lot = { type: 'Feature', properties: { farmerName: 'x'.repeat(70_000) }, geometry: null };
    const file = JSON.stringify({ type: 'FeatureCollection', features: [lot] });
    const answer = await importLots(app, admin, file, { name: 'lots.geojson' });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'file']);
  });

  it.each([
    ['{"type":"FeatureCollection"}'],
    ['{"type":"Feature","features":[]}'],
    ['{"type":"FeatureCollection","features":[{"a":1},]}'],
    ['{"type":"FeatureCollection","features":[1]}'],
    ['{"type":"FeatureCollection","features":[{"type":"Feature"}'],
    ['{"type":"FeatureCollection","features":{"features":[{}]}}'],
    ['{'],
  ])('that is none is refused: %s', async (file) => {
    const answer = await send(file);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'The file is not GeoJSON (RFC 7946): a FeatureCollection, a Feature or a geometry',
    ]);
  });
});

const CLEAR_PLACE_OF = { latitude: CLEAR_PLACE.latitude, longitude: CLEAR_PLACE.longitude };

describe('the upload', () => {
  it('takes a file as the part `file` and nothing else', async () => {
    const json = await admin.rest.send('POST', '/lots/import', { file: 'x' });
    expect([json.status, json.body.error]).toEqual([415, 'Unsupported media type']);
    const form = new FormData();
    form.set('files', new Blob([csv(line(freshLotId()))]), 'lots.csv');
    const answer = await admin.rest.form('/lots/import', form);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'file']);
    const elsewhere = await admin.rest.form('/lots', form);
    expect([elsewhere.status, elsewhere.body.message]).toEqual([415, 'Send the body as application/json']);
    expect((await importLots(app, admin, 'x', { dryRun: false, name: '../../etc/passwd' })).status).toBe(400);
    const bare = await admin.rest.send('POST', '/lots/import', csv(line(freshLotId())), { 'content-type': 'text/csv' });
    expect([bare.status, bare.body.message]).toEqual([
      415,
      'Send the body as multipart/form-data, with the file as its part `file`',
    ]);
    expect(await leftovers()).toEqual([]);
  });

  it('takes ten small fields beside the file, and no more', async () => {
    const statusWith = async (fields: number, size: number): Promise<number> => {
      const form = new FormData();
      for (let i = 0; i < fields; i += 1) form.set(`field${i}`, 'x'.repeat(size));
      form.set('file', new Blob([csv(line(freshLotId()))]), 'lots.csv');
      return (await admin.rest.form('/lots/import?dryRun=true', form)).status;
    };
    expect(await statusWith(10, 1024)).toBe(200);
    expect(await statusWith(11, 1024)).toBe(400);
  });

  it('of two files imports neither, rather than one without a word', async () => {
    const ids = [freshLotId(), freshLotId()];
    const form = new FormData();
    for (const id of ids) form.append('file', new Blob([csv(line(id))]), 'lots.csv');
    const answer = await admin.rest.form('/lots/import', form);
    expect([answer.status, answer.body.details]).toMatchObject([
      400,
      [{ field: 'file', message: 'Send one file at a time' }],
    ]);
    for (const id of ids) expect((await admin.rest.get(`/lots/${id}`)).status).toBe(404);
    expect(await leftovers()).toEqual([]);
  });

  const PART = 'Content-Disposition: form-data; name="file"; filename="lots.csv"\r\n';
  it.each([
    ['no boundary', 'multipart/form-data', ''],
    ['an empty boundary', 'multipart/form-data; boundary=', '--\r\n'],
    ['no part', 'multipart/form-data; boundary=b', ''],
    ['something else than parts', 'multipart/form-data; boundary=b', 'lotId,farmId'],
    ['a part that breaks off in its head', 'multipart/form-data; boundary=b', `--b\r\n${PART}`],
    ['a part that breaks off in its content', 'multipart/form-data; boundary=b', `--b\r\n${PART}\r\nlotId,far`],
    [
      'a field of an odd name',
      'multipart/form-data; boundary=b',
      `--b\r\n${PART.replace('file', '__proto__')}\r\nx\r\n--b--\r\n`,
    ],
  ])('of %s is 400', async (_, type, body) => {
    const answer = await admin.rest.send('POST', '/lots/import', body, { 'content-type': type });
    expect([answer.status, answer.body.error, answer.body.details?.[0]?.field]).toEqual([
      400,
      'Validation failed',
      'file',
    ]);
    expect(await leftovers()).toEqual([]);
  });

  it('may be 25 MB, and leaves nothing behind', async () => {
    const big = `${CSV_HEADER}\n${'x'.repeat(25 * 1024 * 1024)}`;
    const answer = await importLots(app, admin, big);
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      413,
      'Payload too large',
      'The file is larger than 25 MB',
    ]);
    expect(await leftovers()).toEqual([]);
  });
});
