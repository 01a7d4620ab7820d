import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendSheet } from '../../support/lotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { serialOf, workbook } from '../../support/workbooks.ts';

let app: TestApp;
let grace: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, auditor] = await Promise.all([app.person('farmer', { farmId: 'FARM001' }), app.person('auditor')]);
});
afterAll(() => app.stop());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/spreadsheets', name));
const inspect = (content: Uint8Array, query: Record<string, string> = {}, by = grace) =>
  sendSheet(app, by, '/lots/import/inspect', content, query);
const CSV = { kind: 'csv', sheet: null, sheets: [] };

describe('an inspection', () => {
  it.each([
    [
      'excel-german.csv',
      { encoding: 'windows-1252', delimiter: 'semicolon', headRow: 3, decimal: 'comma', dates: 'dmy', quality: '10' },
      ['8,5', '9,0'],
    ],
    [
      'excel-french.csv',
      { encoding: 'utf-8', delimiter: 'semicolon', headRow: 1, decimal: 'comma', dates: 'dmy', quality: '100' },
      ['85', '90'],
    ],
    [
      'libreoffice-german.csv',
      { encoding: 'utf-8', delimiter: 'comma', headRow: 1, decimal: 'comma', dates: 'dmy', quality: '100' },
      ['82,5', '90'],
    ],
    [
      'google-american.csv',
      { encoding: 'utf-8', delimiter: 'comma', headRow: 1, decimal: 'point', dates: 'mdy', quality: '100' },
      ['85', '90'],
    ],
  ])('of %s finds its format and every column', async (name, format, scores) => {
    const { status, data } = await inspect(fixture(name));
    expect([status, data.format, data.rows]).toEqual([200, { ...CSV, ...format }, 2]);
    const remark = name === 'excel-french.csv' ? [null] : [];
    const fields = data.columns.map(({ field }: { field: string | null }) => field);
    expect(fields.filter((field: string | null) => field === null)).toEqual(remark);
    expect(data.columns.find(({ field }: { field: string }) => field === 'qualityScore').examples).toEqual(scores);
  });

  it('of a workbook names its sheets, and reads the one that is asked for', async () => {
    const rows = [
      ['Los', 'Betrieb', 'Erntedatum', 'Gewicht'],
      ['LOT1', 'FARM001', { value: serialOf('2026-03-04'), style: 'day' }, 62.5],
    ] as const;
    const file = workbook([
      { name: 'Notes', rows: [['nothing', 'here']] },
      { name: 'März', rows },
    ]);
    expect((await inspect(file)).data.format).toMatchObject({
      kind: 'xlsx',
      sheet: 'Notes',
      sheets: ['Notes', 'März'],
    });
    const { data } = await inspect(file, { sheet: 'März' });
    expect(data.columns).toEqual([
      { head: 'Los', examples: ['LOT1'], field: 'lotId' },
      { head: 'Betrieb', examples: ['FARM001'], field: 'farmId' },
      { head: 'Erntedatum', examples: ['2026-03-04'], field: 'harvestDate' },
      { head: 'Gewicht', examples: ['62.5'], field: 'weight' },
    ]);
  });

  it('follows what a person says of the format', async () => {
    const file = Buffer.from('Code;Remark\nLot;Weight\nLOT1;1.250\n');
    const { data } = await inspect(file, { headRow: '2', decimal: 'point', columns: 'lotId,', quality: '10' });
    expect([data.format, data.rows]).toMatchObject([{ headRow: 2, decimal: 'point', quality: '10' }, 1]);
    expect(data.columns.map(({ field }: { field: string | null }) => field)).toEqual(['lotId', null]);
  });

  it('counts the features of GeoJSON', async () => {
    const feature = { type: 'Feature', properties: {}, geometry: null };
    const file = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] }));
    expect((await inspect(file)).data).toMatchObject({ format: { kind: 'geojson' }, columns: [], rows: 2 });
  });

  it.each([
    ['of an unknown field', 'a,b\n', { columns: 'lotId,price' }, 'columns'],
    ['of a field twice', 'a,b\n', { columns: 'lotId,lotId' }, 'columns'],
    ['of a row that is no number', 'a,b\n', { headRow: '0' }, 'headRow'],
    ['of a row that is not there', 'a,b\n', { headRow: '7' }, 'file'],
    ['of another separator', 'a,b\n', { delimiter: ':' }, 'delimiter'],
    ['of nothing', '', {}, 'file'],
  ])('%s is refused', async (_, text, query, field) => {
    const { status, body } = await inspect(Buffer.from(text), query);
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  it('is for those who may register lots', async () => {
    expect((await inspect(fixture('excel-german.csv'), {}, auditor)).status).toBe(403);
  });
});
