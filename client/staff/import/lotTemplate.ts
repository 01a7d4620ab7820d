import { factsOf, isSettable, LOT_FIELD_NAMES, type SettableField } from '../../../server/domain/lot/lotTable.ts';
import { EXAMPLE_LOT_ID } from '../../../server/domain/spreadsheet/importFields.ts';

/** The columns of an import file (docs/api.md, 'Imports'), in the order of a lot's fields. */
export const IMPORT_COLUMNS: readonly { name: SettableField; isNeeded: boolean }[] = LOT_FIELD_NAMES.filter(
  isSettable,
).map((name) => ({ name, isNeeded: !factsOf(name).optional && name !== 'lotId' }));

const EXAMPLE: Partial<Record<SettableField, string>> = {
  lotId: EXAMPLE_LOT_ID,
  farmId: 'FARM001',
  farmerName: 'Kaupa',
  cacaoVariety: 'Trinitario',
  harvestDate: '2026-03-14',
  latitude: '-5.258413',
  longitude: '145.743927',
  weight: '62.5',
  moistureContent: '7.2',
  temperature: '28',
  certifications: 'Organic|Fair Trade',
  qualityScore: '85',
  isAnonymized: 'false',
};

/** A CSV file with these columns and an example, which an import passes over by its lot id. */
export function lotTemplate(): string {
  const example = IMPORT_COLUMNS.map(({ name }) => EXAMPLE[name] ?? '');
  return `${IMPORT_COLUMNS.map(({ name }) => name).join(',')}\r\n${example.join(',')}\r\n`;
}
