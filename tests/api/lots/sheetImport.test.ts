import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { csvOfLots, fileOf, importLots, sendSheet } from '../../support/lotFiles.ts';
import { freshLotId, registered } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { serialOf, workbook } from '../../support/workbooks.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor'),
    app.person('admin'),
  ]);
});
afterAll(() => app.stop());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/spreadsheets', name));
const send = (content: Uint8Array, query: Record<string, string> = {}, by = processor) =>
  sendSheet(app, by, '/lots/import', content, query);
const inspect = (content: Uint8Array, by = processor) => sendSheet(app, by, '/lots/import/inspect', content);
const lotOf = async (lotId: string) => (await admin.rest.get(`/lots/${lotId}`)).data.lot;
const COLUMNS =
  'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';

/** Its own heads and rows each: names of lots that nobody has. */
const HEADS = ['Los', 'Betrieb', 'Bauer', 'Sorte', 'Ernte', 'Breite', 'Länge', 'kg', 'Feuchte', 'Temp.'];
const rowOf = (lotId: string | number | null, changes: Partial<Record<number, string | number>> = {}) => {
  const day = { value: serialOf('2026-03-04'), style: 'day' } as const;
  const cells = [lotId, 'FARM001', 'Maria Kaupa', 'trinitario', day, -5.258413, 145.743927, 62.5, 7.2, 28];
  return cells.map((cell, at) => changes[at] ?? cell);
};
const sheet = (...rows: ReturnType<typeof rowOf>[]) => workbook([{ name: 'Lots', rows: [HEADS, ...rows] }]);

describe('a spreadsheet', () => {
  it.each([
    ['excel-german.csv', 'LOT-DE-1', 'Jürgen Müller', 1250.5, 7.2, '2026-03-03', 85],
    ['excel-french.csv', 'LOT-FR-1', 'Hélène Kila', 1250.5, 7.2, '2026-03-03', 85],
    ['libreoffice-german.csv', 'LOT-LO-2', 'Maria Kaupa', 1250.5, 6.9, '2026-03-04', 90],
    ['google-american.csv', 'LOT-GS-1', 'Kaupa, Maria', 1250.5, 7.2, '2026-03-14', 85],
    ['excel-spanish.txt', 'LOT-ES-1', 'María Núñez', 62.5, 7.2, '2026-03-03', 85],
    ['named-separator.csv', 'LOT-PI-1', 'Maria, Kaupa; Kila', 62.5, 7.2, '2026-03-03', null],
  ])('%s is imported as it was found', async (name, lotId, farmerName, weight, moisture, harvestDate, qualityScore) => {
    const file = fixture(name);
    const { data: found } = await inspect(file);
    const { encoding, delimiter, headRow, decimal, dates, quality } = found.format;
    const query = { encoding, delimiter, headRow, decimal, dates, quality };
    const columns = found.columns.map(({ field }: { field: string | null }) => field ?? '').join(',');
    const { data } = await send(file, { ...query, columns });
    expect([data.created, data.invalid]).toEqual([found.rows, 0]);
    expect(await lotOf(lotId)).toMatchObject({
      farmerName,
      weight,
      moistureContent: moisture,
      harvestDate,
      qualityScore,
      latitude: expect.closeTo(-5.26, 1),
      longitude: expect.closeTo(145.74, 1),
    });
  });

  it('passes over the example of the template', async () => {
    const mine = freshLotId();
    const { data } = await send(sheet(rowOf('EXAMPLE'), rowOf(mine)));
    expect([data.created, data.total, data.invalid]).toEqual([1, 1, 0]);
    expect(await lotOf(mine)).toMatchObject({ weight: 62.5 });
  });

  it('.xlsx needs nothing said where its heads are known', async () => {
    const [one, other] = [freshLotId(), freshLotId()];
    const { data, body } = await send(sheet(rowOf(one), rowOf(other, { 4: '5. März 2026' })));
    expect([data.created, body.message]).toEqual([2, '2 lots imported']);
    expect(await lotOf(other)).toMatchObject({ cacaoVariety: 'Trinitario', harvestDate: '2026-03-05', weight: 62.5 });
  });

  it('numbers rows without a lot id, also where others take the same numbers', async () => {
    await registered(admin, { lotId: 'LOT00002' });
    const files = [1, 2].map(() => sheet(rowOf(null), rowOf(null, { 7: 60 })));
    const answers = await Promise.all(files.map((file) => send(file)));
    expect(answers.map(({ data }) => data.created)).toEqual([2, 2]);
    const { imports } = (await processor.rest.get('/lots/imports?limit=2')).data;
    const numbered = await Promise.all(
      imports.map(({ id }: { id: string }) => processor.rest.get(`/lots?importId=${id}&sort=lotId&order=asc`)),
    );
    const ids = numbered.flatMap(({ data }) => data.lots.map(({ lotId }: { lotId: string }) => lotId)).sort();
    expect(ids).toEqual(['LOT00001', 'LOT00003', 'LOT00004', 'LOT00005']);
  });

  it('numbers rows past the ids that stand further down in the file', async () => {
    const free = await send(sheet(rowOf(null), rowOf(null), rowOf(null), rowOf(null)), { dryRun: 'true' });
    const [a, b, c, d] = free.data.rows.map(({ lotId }: { lotId: string }) => lotId);
    const { data } = await send(sheet(rowOf(null), rowOf(a.toLowerCase()), rowOf(null), rowOf(b)));
    expect([data.created, data.invalid]).toEqual([4, 0]);
    expect(data.rows.map(({ lotId }: { lotId: string }) => lotId)).toEqual([c, a, d, b]);
  });

  it('says that ids were taken when others take the new numbers, too', async () => {
    const { pool } = app.app.database;
    await pool.query(`create function take_lot() returns trigger language plpgsql as $$ begin
        raise exception 'taken' using errcode = 'unique_violation'; end $$;
      create trigger take_lot before insert on lot for each row execute function take_lot()`);
    try {
      const { status, body } = await send(sheet(rowOf(null)));
      expect([status, body.message]).toEqual([409, REFUSED.lotIdsTaken({}).text]);
    } finally {
      await pool.query('drop function take_lot cascade');
    }
  });

  it('is checked with the cell of each error, which an import does not answer', async () => {
    const file = sheet(rowOf('LOT-CELLS', { 7: 'viel', 3: 'Arabica' }), rowOf('LOT-CELLS-2', { 2: ' ' }));
    const { data } = await send(file, { dryRun: 'true' });
    const cells = data.rows.map(({ errors }: { errors: Record<string, string>[] }) =>
      errors.map(({ field, column, value }) => [field, column, value]),
    );
    expect(cells).toEqual([
      [
        ['cacaoVariety', 'Sorte', 'Arabica'],
        ['weight', 'kg', 'viel'],
      ],
      [['farmerName', 'Bauer', '']],
    ]);
    const imported = await send(file);
    expect([imported.data.created, imported.data.rows[0].errors[0].value]).toEqual([0, undefined]);
  });

  it('adds up for a preview, with doubts', async () => {
    const [one, two, three] = [freshLotId(), freshLotId(), freshLotId()];
    const file = sheet(
      rowOf(one),
      rowOf(two),
      rowOf(three, { 1: 'FARM-NEW', 7: 10.5 }),
      rowOf(freshLotId(), { 6: 147.5, 7: 1 }),
      rowOf('no lot'),
    );
    await registered(admin, { farmId: 'FARM001' });
    const { data } = await send(file, { dryRun: 'true', preview: 'true' });
    expect([data.created, data.invalid]).toEqual([0, 1]);
    expect(data.preview).toMatchObject({
      lots: 4,
      weightKg: 136.5,
      farms: 2,
      heaviest: [
        { farmId: 'FARM001', lots: 3, weightKg: 126, isNew: false },
        { farmId: 'FARM-NEW', lots: 1, weightKg: 10.5, isNew: true },
      ],
      placed: 4,
      doubted: 3,
      doubts: [
        { row: 3, kind: 'twin', other: 2 },
        { row: 4, kind: 'used', farmId: 'FARM001', plots: 0 },
        { row: 5, kind: 'far', km: 194, other: 2 },
      ],
    });
    expect(data.preview.points[0]).toEqual({ lotId: one, latitude: -5.258413, longitude: 145.743927 });
  });

  it.each([
    ['lacks a column', { columns: COLUMNS.replace('weight', '') }, `Column 'weight' is missing`],
    ['has fewer columns', { columns: `${COLUMNS},plots` }, 'The sheet has 10 columns, but you named fields for 11'],
    ['has no such sheet', { sheet: 'April' }, `The file has no sheet 'April'`],
  ])('that %s is refused', async (_, query, message) => {
    const { status, body } = await send(sheet(rowOf(freshLotId())), query);
    expect([status, body.details?.map((detail) => detail.message)]).toEqual([400, [message]]);
  });

  it('is for farmers of their own farm', async () => {
    const file = sheet(rowOf(freshLotId(), { 1: 'FARM002' }));
    const { data } = await send(file, { dryRun: 'true' }, grace);
    expect(data.rows[0].errors).toMatchObject([{ field: 'farmId', column: 'Betrieb', value: 'FARM002' }]);
    expect((await send(file, {}, auditor)).status).toBe(403);
  });
});

describe('what a person chose for the columns', () => {
  it('is remembered for the same heads, for them alone', async () => {
    const heads = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'Score'];
    const file = (lotId: string) =>
      workbook([{ name: 'x', rows: [heads, [...rowOf(lotId), 8.5], [...rowOf(freshLotId(), { 7: 1 }), 85]] }]);
    const columns = `${COLUMNS},qualityScore`;
    expect((await inspect(file('LOT-R'))).data).toMatchObject({ remembered: false });
    const first = freshLotId();
    // One score above 10 leaves the scale of 100, unless a person says otherwise.
    const wrong = await send(file(first), { columns, quality: '10', dryRun: 'true' });
    expect(wrong.data.rows[0].errors).toMatchObject([{ field: 'qualityScore', value: '85' }]);
    expect((await send(file(first), { columns })).data.created).toBe(2);
    const { data } = await inspect(file('LOT-R'));
    expect(data.remembered).toBe(true);
    expect(data.columns.map(({ field }: { field: string }) => field).join(',')).toBe(columns);
    expect((await inspect(file('LOT-R'), admin)).data.remembered).toBe(false);
  });
});

describe('an import that was carried out', () => {
  const made = async (by: Person, count = 3) => {
    const prefix = `${freshLotId()}-`;
    const { data } = await importLots(app, by, csvOfLots(count, prefix), { name: 'Maria Kaupa.csv' });
    return { id: data.importId, lotIds: Array.from({ length: count }, (_, n) => `${prefix}${n}`) };
  };
  const undo = (by: Person, id: string) => by.rest.send('POST', `/lots/imports/${id}/undo`, {});
  const shift = (id: string, interval: string) =>
    app.app.database.rows('update lot_import set created_at = created_at - $2::interval where id = $1 returning id', [
      id,
      interval,
    ]);

  it('is listed, with its lots', async () => {
    const { id, lotIds } = await made(processor);
    const { data } = await processor.rest.get('/lots/imports?limit=1');
    expect(data.imports).toMatchObject([
      {
        id,
        createdBy: 'Ines Duarte',
        fileName: 'Maria Kaupa.csv',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        lots: 3,
        farms: 1,
        undoneAt: null,
      },
    ]);
    const [one] = data.imports;
    expect(Date.parse(one.undoUntil) - Date.parse(one.createdAt)).toBe(3_600_000);
    const listed = (await auditor.rest.get(`/lots?importId=${id}&sort=lotId&order=asc`)).data.lots;
    expect(listed.map(({ lotId }: { lotId: string }) => lotId)).toEqual(lotIds);
    const stats = await auditor.graphql.run(
      'query ($id: String!) { lotStats(filter: { importId: $id }) { totalLots } }',
      { id },
    );
    expect(stats.data).toEqual({ lotStats: { totalLots: 3 } });
    // Others see it, and may not undo it.
    expect((await auditor.rest.get('/lots/imports?limit=1')).data.imports).toMatchObject([{ id, undoUntil: null }]);
    const theirs = (await grace.rest.get('/lots/imports')).data.imports;
    expect(theirs.some((other: { id: string }) => other.id === id)).toBe(false);
    expect((await admin.rest.get('/lots?importId=x')).status).toBe(400);
  });

  it('is undone with an event for each lot, and once', async () => {
    const { id, lotIds } = await made(processor);
    const { status, data } = await undo(processor, id);
    expect([status, data]).toEqual([200, { deleted: 3 }]);
    for (const lotId of lotIds) expect((await admin.rest.get(`/lots/${lotId}`)).status).toBe(404);
    const events = await app.app.database.rows<{ type: string; actor: string }>(
      `select e.type, e.actor_id as actor from lot_event e join lot l on l.id = e.lot_id
       where l.lot_id = any($1) and e.type = 'deleted'`,
      [lotIds],
    );
    expect(events).toEqual(lotIds.map(() => ({ type: 'deleted', actor: processor.userId })));
    const again = await undo(processor, id);
    expect([again.status, again.body.message]).toEqual([409, 'This import has already been undone']);
    expect((await processor.rest.get('/lots/imports?limit=1')).data.imports).toMatchObject([
      { id, undoUntil: null, undoneAt: expect.any(String) },
    ]);
  });

  it('stays once something was built on a lot, which is named', async () => {
    const { id, lotIds } = await made(processor);
    const [first, second] = lotIds;
    const stage = { currentProcess: 'fermented', processDetails: 'Boxes' };
    expect((await admin.rest.send('PATCH', `/lots/${second}/process`, stage)).status).toBe(200);
    const { status, body } = await undo(processor, id);
    expect([status, body.message]).toEqual([
      409,
      `You can't undo this import. Someone has worked with one lot of it: ${second}`,
    ]);
    expect((await admin.rest.get(`/lots/${first}`)).status).toBe(200);
  });

  it('goes although one of its lots was deleted or edited before', async () => {
    const { id, lotIds } = await made(processor);
    expect((await admin.rest.send('DELETE', `/lots/${lotIds[0]}`)).status).toBe(200);
    expect((await admin.rest.send('PATCH', `/lots/${lotIds[1]}`, { weight: 12 })).status).toBe(200);
    expect((await undo(processor, id)).data).toEqual({ deleted: 2 });
  });

  it('is undone by who imported it, or who may delete every lot', async () => {
    const { id } = await made(processor);
    expect((await undo(grace, id)).status).toBe(404);
    expect((await undo(auditor, id)).status).toBe(403);
    expect((await undo(processor, 'x')).status).toBe(404);
    expect((await undo(admin, id)).data).toEqual({ deleted: 3 });
    const own = await made(grace);
    expect((await undo(grace, own.id)).data).toEqual({ deleted: 3 });
  });

  it('stays after an hour', async () => {
    const { id, lotIds } = await made(processor);
    await shift(id, '61 minutes');
    const late = await undo(processor, id);
    expect([late.status, late.body.message]).toEqual([409, 'You can only undo an import within one hour']);
    expect((await admin.rest.get(`/lots/${lotIds[0]}`)).status).toBe(200);
  });

  it('belongs to a person: their data has it, and an erasure takes the name of the file', async () => {
    const person = await app.person('processor', { name: 'Leaving Person' });
    const { id } = await made(person);
    const data = JSON.parse((await fileOf(app, person, '/gdpr/export')).text);
    expect(data.lotImports).toMatchObject([{ id, fileName: 'Maria Kaupa.csv', lots: 3 }]);
    await person.rest.send('DELETE', '/gdpr/delete');
    const names = () => app.app.database.rows('select file_name as name from lot_import where id = $1', [id]);
    await vi.waitFor(async () => expect(await names()).toEqual([{ name: '' }]));
  });
});
