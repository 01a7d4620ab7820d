import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serialOf, workbook, workbookParts, zipped } from '../../../tests/support/workbooks.ts';
import { openSheetFile, type ChosenFormat } from './sheetFile.ts';
import { openWorkbook } from './workbook.ts';

const file = (bytes: Buffer) => ({
  async *read() {
    // Small pieces: characters and rows are cut anywhere.
    for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
  },
});
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/spreadsheets');
const read = async (bytes: Buffer, chosen?: ChosenFormat) => {
  const { format, rows } = await openSheetFile(file(bytes), chosen);
  return { format, rows: await all(rows()) };
};
const cellsOf = async (bytes: Buffer, chosen?: ChosenFormat) =>
  (await read(bytes, chosen)).rows.map(({ cells }) => cells);

describe('a CSV file', () => {
  it.each([
    ['excel-german.csv', 'windows-1252', ';', [1, 3, 4, 5], 'Jürgen Müller'],
    ['excel-french.csv', 'utf-8', ';', [1, 2, 3], 'Hélène Kila'],
    ['libreoffice-german.csv', 'utf-8', ',', [1, 2, 3], '145,743927'],
    ['google-american.csv', 'utf-8', ',', [1, 2, 3], 'Kaupa, Maria'],
    ['excel-spanish.txt', 'utf-16le', '\t', [1, 2], 'María Núñez'],
    ['named-separator.csv', 'utf-8', '|', [2, 3], 'Maria, Kaupa; Kila'],
  ])('%s is read', async (name, encoding, delimiter, lines, cell) => {
    const { format, rows } = await read(readFileSync(join(FIXTURES, name)));
    expect(format).toEqual({ kind: 'csv', encoding, delimiter });
    expect(rows.map(({ row }) => row)).toEqual(lines);
    expect(rows.flatMap(({ cells }) => cells)).toContain(cell);
  });

  it('is read as a person says', async () => {
    const bytes = Buffer.from('a;b,c\n1;2,3\n');
    expect(await cellsOf(bytes, { delimiter: ',' })).toEqual([
      ['a;b', 'c'],
      ['1;2', '3'],
    ]);
    expect(await cellsOf(Buffer.from('ä,b\n'), { encoding: 'windows-1252' })).toEqual([['Ã¤', 'b']]);
  });

  it('of nothing, and one with too many columns, is refused', async () => {
    await expect(read(Buffer.from(''))).rejects.toThrow('The file is empty');
    await expect(read(Buffer.from('a,'.repeat(200)))).rejects.toThrow('up to 200 columns');
  });
});

describe('a workbook', () => {
  const rows = [
    ['Lot', 'Day', 'Moisture', 'Note'],
    [],
    ['LOT1 & <2>', { value: serialOf('2026-03-04') + 0.5, style: 'day' }, { value: 0.072, style: 'percent' }, null],
    [701, { value: serialOf('2026-03-05'), style: 'ownDay' }, 12.299999999999999, true],
  ] as const;
  const cells = [
    ['Lot', 'Day', 'Moisture', 'Note'],
    ['LOT1 & <2>', '2026-03-04', 7.2],
    [701, '2026-03-05', 12.3, true],
  ];

  it.each([false, true])('gives days, percentages, texts and truth values (texts in cells: %s)', async (inline) => {
    const bytes = workbook([{ name: 'Lots', rows }], inline);
    const { format, rows: found } = await read(bytes);
    expect(format).toEqual({ kind: 'xlsx', sheet: 'Lots', sheets: ['Lots'] });
    expect(found.map(({ row }) => row)).toEqual([1, 3, 4]);
    expect(found.map((one) => one.cells)).toEqual(cells);
  });

  it('is read from the first visible sheet, or from the one that is named', async () => {
    const bytes = workbook([
      { name: 'Lists', rows: [['x']], hidden: true },
      { name: 'March', rows: [['a']] },
      { name: 'April', rows: [['b']] },
    ]);
    expect((await read(bytes)).format).toMatchObject({ sheet: 'March', sheets: ['March', 'April'] });
    expect(await cellsOf(bytes, { sheet: 'April' })).toEqual([['b']]);
    await expect(read(bytes, { sheet: 'Lists' })).rejects.toThrow(`The file has no sheet 'Lists'`);
  });

  it('has values of formulas, and days before March 1900 and of old Macs', async () => {
    const formula = { xml: '<c r="A1" t="str"><f>B1</f><v>LOT1</v></c>' };
    const early = [
      { value: 1, style: 'day' },
      { value: 61, style: 'day' },
      { value: 0.5, style: 'day' },
    ] as const;
    const parts = workbookParts([{ name: 'x', rows: [[formula, ...early]] }]);
    expect(await cellsOf(zipped(parts))).toEqual([['LOT1', '1900-01-01', '1900-03-01', 0.5]]);
    const mac = {
      ...parts,
      'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace('<workbookPr/>', '<workbookPr date1904="1"/>'),
    };
    expect((await cellsOf(zipped(mac)))[0]?.[1]).toBe('1904-01-02');
  });

  it('with prefixes and cells without references is read', async () => {
    const parts = workbookParts([{ name: 'x', rows: [] }]);
    const sheet =
      '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c/><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await read(zipped({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))).toMatchObject({
      rows: [{ row: 1, cells: [1, '', 3] }],
    });
  });

  const sheetOf = (xml: string) =>
    zipped({ ...workbookParts([{ name: 'x', rows: [] }]), 'xl/worksheets/sheet1.xml': xml });
  const DAMAGED = 'The Excel file is damaged';
  it.each([
    ['cut off', workbook([{ name: 'x', rows: [['a']] }]).subarray(0, 300), DAMAGED],
    ['only a beginning', Buffer.from('PK\x03\x04'), DAMAGED],
    [
      'of another kind',
      zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'Save the file as .xlsx or CSV',
    ],
    ['old, or with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save the file as .xlsx or CSV'],
    ['no XML', sheetOf('<worksheet><sheetData>'), DAMAGED],
    [
      'an entity of its own',
      sheetOf('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><row r="1"><c r="A1"><v>&a;</v></c></row></worksheet>'),
      DAMAGED,
    ],
    ['a cell that is no number', sheetOf('<worksheet><row r="1"><c r="A1"><v>1;2</v></c></row></worksheet>'), DAMAGED],
    [
      'a column far away',
      sheetOf('<worksheet><row r="1"><c r="XFD1"><v>1</v></c></row></worksheet>'),
      'up to 200 columns',
    ],
    [
      'a text without end',
      sheetOf(`<worksheet><row r="1"><c r="A1"><v>${'9'.repeat(40_000)}</v></c></row></worksheet>`),
      DAMAGED,
    ],
  ])('that is %s is refused', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  it('that is a bomb is refused by what comes out of it, whatever it says of its sizes', async () => {
    const bytes = sheetOf(`<worksheet>${' '.repeat(1_000_000)}</worksheet>`);
    const lying = Buffer.from(bytes);
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24);
    for (const bomb of [bytes, lying]) {
      const opened = await openWorkbook(bomb, 500_000);
      await expect(all(opened.rows('x'))).rejects.toThrow('too large when unpacked');
    }
  });
});
