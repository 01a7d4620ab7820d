import { expect, it } from 'vitest';
import { WHOLE_CSV_HEADER } from '../../../tests/support/lotFiles.ts';
import { IMPORT_COLUMNS, lotTemplate } from './lotTemplate.ts';
import { OPTIONAL_FIGURES } from '../../../tests/support/optionalFields.ts';

it('the template has the columns that an import takes', () => {
  expect(lotTemplate()).toBe(`${WHOLE_CSV_HEADER},plots\r\n`);
});

it('optional columns may be missing', () => {
  expect(IMPORT_COLUMNS.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name)).toEqual([
    'certifications',
    ...OPTIONAL_FIGURES,
    'isAnonymized',
    'plots',
  ]);
});
