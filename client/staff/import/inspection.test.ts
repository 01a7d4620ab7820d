import { describe, expect, it } from 'vitest';
import { missingFields, formatPart, sheetParameters, withColumn, type InspectedSheet } from './inspection.ts';

const SHEET: InspectedSheet = {
  file: new File([], 'lots.csv'),
  found: {
    format: {
      kind: 'csv',
      sheet: null,
      sheets: [],
      encoding: 'windows-1252',
      delimiter: 'semicolon',
      headRow: 3,
      decimal: 'comma',
      dates: 'dmy',
      quality: '10',
    },
    columns: [
      { head: 'Los', examples: ['LOT1'], field: 'lotId' },
      { head: 'Notiz', examples: [], field: null },
    ],
    remembered: false,
    rows: 2,
  },
  columns: ['lotId', null],
  chosen: {},
};

describe('the parameters of an import', () => {
  it('name the format and the columns', () => {
    expect(sheetParameters(SHEET)).toEqual({
      encoding: 'windows-1252',
      delimiter: 'semicolon',
      headRow: '3',
      decimal: 'comma',
      dates: 'dmy',
      columns: 'lotId,',
    });
  });

  it('follow a person, and what was remembered', () => {
    expect(sheetParameters({ ...SHEET, chosen: { decimal: 'point', quality: '100' } })).toMatchObject({
      decimal: 'point',
      quality: '100',
    });
    expect(sheetParameters({ ...SHEET, found: { ...SHEET.found, remembered: true } })).toMatchObject({ quality: '10' });
    expect(formatPart({ ...SHEET, chosen: { headRow: '4' } }, 'headRow')).toBe('4');
  });
});

it('a field belongs to one column', () => {
  expect(withColumn(['lotId', 'weight', null], 2, 'weight')).toEqual(['lotId', null, 'weight']);
  expect(withColumn(['lotId', 'weight', null], 1, null)).toEqual(['lotId', null, null]);
});

it('what is missing: lot ids never, places not beside plots', () => {
  const all = [
    'farmId',
    'farmerName',
    'cacaoVariety',
    'harvestDate',
    'weight',
    'moistureContent',
    'temperature',
  ] as const;
  expect(missingFields(all)).toEqual(['latitude', 'longitude']);
  expect(missingFields([...all, 'plots'])).toEqual([]);
});
