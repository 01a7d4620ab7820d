import { expect, it } from 'vitest';
import { WHOLE_CSV_HEADER } from '../../../tests/support/lotFiles.ts';
import { IMPORT_COLUMNS, lotTemplate } from './lotTemplate.ts';
import { OPTIONAL_FIGURES } from '../../../tests/support/optionalFields.ts';

it('the template has the columns that an import takes, and an example', () => {
  const [heads, example, ...rest] = lotTemplate().split('\r\n');
  expect([heads, rest]).toEqual([`${WHOLE_CSV_HEADER},plots`, ['']]);
  expect(example).toMatch(/^EXAMPLE,FARM001,Kaupa,/);
  expect(example?.split(',')).toHaveLength(IMPORT_COLUMNS.length);
});

it('optional columns may be missing', () => {
  expect(IMPORT_COLUMNS.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name)).toEqual([
    'lotId',
    'certifications',
    ...OPTIONAL_FIGURES,
    'isAnonymized',
    'plots',
  ]);
});
