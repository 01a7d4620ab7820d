import { describe, expect, it } from 'vitest';
import type { SheetCell } from '../spreadsheet/cellValue.ts';
import { newFarmInput } from './farmInput.ts';
import {
  cellEntries,
  FARM_COLUMN_NAMES,
  FARM_SHEET_FIELDS,
  farmCells,
  farmOfCells,
  isFarmSheetField,
  type FarmSheetField,
} from './farmSheet.ts';

const cellsOf = (cells: Partial<Record<FarmSheetField, SheetCell>>): Map<FarmSheetField, SheetCell> =>
  new Map(Object.entries(cells).flatMap(([name, cell]) => (isFarmSheetField(name) ? [[name, cell] as const] : [])));

describe('a farm in cells', () => {
  it.each([
    ['a full one', { farmers: [{ name: 'Ana Samu', memberCode: 'M-17' }], notes: 'Boat from Saidor.\nCall first.' }],
    [
      'marks of lists in its values',
      {
        farmers: [
          { name: 'Ana; Samu | Kila', memberCode: String.raw`M\17` },
          { name: 'Tom', memberCode: '' },
          { name: 'Rut', memberCode: 'M|1; 2' },
        ],
        certificates: [{ number: '=1+1', body: String.raw`A\|B;`, expiresOn: '2027-01-31' }],
        consents: [{ text: 'Photos; places', givenOn: '2026-03-01' }],
      },
    ],
    ['one with an id alone', {}],
  ])('%s comes back as it was', (_, change) => {
    const farm = {
      ...newFarmInput.parse({ farmId: 'FARM001', village: 'Teptep', country: 'PG', ...change }),
      version: 4,
    };
    const { input, version } = farmOfCells(cellsOf(farmCells(farm)), 'dmy');
    expect({ ...newFarmInput.parse(input), version }).toEqual(farm);
  });
});

describe('a row of a cooperative’s own spreadsheet', () => {
  it.each<[string, Partial<Record<FarmSheetField, SheetCell>>, Record<string, unknown>]>([
    ['an empty cell gives nothing', { farmId: 'F1', name: ' ', farmers: '' }, { farmId: 'F1' }],
    ['a country by its name', { farmId: 'F1', country: 'Papua-Neuguinea' }, { farmId: 'F1', country: 'PG' }],
    ['a country that nobody knows', { farmId: 'F1', country: 'Atlantis' }, { farmId: 'F1', country: 'Atlantis' }],
    ['a phone that is a number', { farmId: 'F1', phone: 67570001234 }, { farmId: 'F1', phone: '67570001234' }],
    [
      'farmers with codes beside them',
      { farmId: 'F1', farmers: 'Ana Samu | Tom Apa', memberCodes: 'M-1 | M-2' },
      {
        farmId: 'F1',
        farmers: [
          { name: 'Ana Samu', memberCode: 'M-1' },
          { name: 'Tom Apa', memberCode: 'M-2' },
        ],
      },
    ],
    [
      'a code behind the name, and a day in the order of the file',
      { farmId: 'F1', farmers: 'Ana Samu; M-1', certificates: 'ORG-77; NASAA; 31.1.2027' },
      {
        farmId: 'F1',
        farmers: [{ name: 'Ana Samu', memberCode: 'M-1' }],
        certificates: [{ number: 'ORG-77', body: 'NASAA', expiresOn: '2027-01-31' }],
      },
    ],
  ])('%s', (_, cells, input) => {
    expect(farmOfCells(cellsOf(cells), 'dmy').input).toEqual(input);
  });

  it('a text that is no version is none', () => {
    expect(farmOfCells(cellsOf({ farmId: 'F1', version: 'two' }), 'dmy').version).toBeNull();
  });
});

it('entries of a cell are parted and trimmed, and empty ones left out', () => {
  expect(cellEntries(String.raw` a ; b | | c\|d\\ `)).toEqual([['a', 'b'], [String.raw`c|d\ `.trim()]]);
});

describe('the columns of farms', () => {
  it.each([
    ['our own names', [...FARM_SHEET_FIELDS], [...FARM_SHEET_FIELDS]],
    [
      'English',
      ['Farm No.', 'Member', 'Member code', 'Village', 'Mobile'],
      ['farmId', 'farmers', 'memberCodes', 'village', 'phone'],
    ],
    [
      'German',
      ['Betriebsnr.', 'Bauer', 'Dorf', 'Land', 'Bemerkung'],
      ['farmId', 'farmers', 'village', 'country', 'notes'],
    ],
    ['nothing of others', ['Price', ''], [null, null]],
  ])('%s', (_, heads, fields) => {
    expect(FARM_COLUMN_NAMES.guess(heads)).toEqual(fields);
  });
});
