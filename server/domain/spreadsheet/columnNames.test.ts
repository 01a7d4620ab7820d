import { describe, expect, it } from 'vitest';
import { LOT_COLUMN_NAMES } from './columnNames.ts';
import { IMPORT_FIELDS } from './importFields.ts';

describe('the fields of columns', () => {
  it.each([
    ['our own names, in any case', ['LOTID', 'farmId', 'Weight'], ['lotId', 'farmId', 'weight']],
    ['words of our names', ['Lot ID', 'farm_id', 'Moisture Content (%)'], ['lotId', 'farmId', 'moistureContent']],
    ['English', ['Batch No.', 'Grower', 'Harvested on', 'Kg'], ['lotId', 'farmerName', 'harvestDate', 'weight']],
    [
      'German',
      ['Losnr.', 'Betrieb', 'Erzeuger', 'Sorte', 'Länge', 'Gewicht [kg]', 'Güteklasse', 'Säcke'],
      ['lotId', 'farmId', 'farmerName', 'cacaoVariety', 'longitude', 'weight', 'grade', 'bags'],
    ],
    [
      'French',
      ['N° de lot', 'Nom du producteur', 'Variété', 'Poids net', "Taux d'humidité", 'Parcelle'],
      ['lotId', 'farmerName', 'cacaoVariety', 'weight', 'moistureContent', 'plots'],
    ],
    [
      'Spanish',
      ['Nº de lote', 'Finca', 'Nombre del productor', 'Fecha de cosecha', 'Peso bruto', 'Certificación'],
      ['lotId', 'farmId', 'farmerName', 'harvestDate', 'grossKg', 'certifications'],
    ],
    ['a field once', ['Name', 'Farmer', 'Weight', 'weight'], ['farmerName', null, 'weight', null]],
    ['its own name first', ['Name', 'farmerName'], [null, 'farmerName']],
    ['nothing of others', ['', 'Remark', 'Price', 'currentProcess', 'version'], [null, null, null, null, null]],
  ])('%s', (_, heads, fields) => {
    expect(LOT_COLUMN_NAMES.guess(heads)).toEqual(fields);
  });

  it('each name of the API is its own field', () => {
    expect(LOT_COLUMN_NAMES.guess(IMPORT_FIELDS)).toEqual(IMPORT_FIELDS);
  });
});

describe('the row of heads', () => {
  it.each([
    [
      'the first',
      [
        ['Lot', 'Farm'],
        ['LOT1', 'FARM001'],
      ],
      0,
    ],
    ['below a title', [['Harvest 2026'], ['Region', 'Madang'], ['Lot', 'Farm']], 2],
    ['of unknown names', [['Harvest'], ['Code', 'Remark'], ['1', '2']], 1],
    ['of nothing', [], 0],
  ])('%s', (_, rows, at) => {
    expect(LOT_COLUMN_NAMES.headRow(rows)).toBe(at);
  });
});
