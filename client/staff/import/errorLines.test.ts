import { expect, it } from 'vitest';
import { errorsCsv, findLines, type ErrorLine } from './errorLines.ts';

const line = (changes: Partial<ErrorLine> = {}): ErrorLine => ({
  id: '2 0',
  row: 2,
  name: 'LOT701',
  column: 'Gewicht',
  value: '=1+1',
  problem: 'Weight must be a positive number',
  accepted: 'kg, more than 0',
  ...changes,
});

it.each([
  ['', [2, 3]],
  [' gewicht ', [2]],
  ['sorte', [3]],
  ['none', []],
])('finds errors by %j', (text, rows) => {
  const lines = [line(), line({ id: '3 0', row: 3, column: 'Sorte' })];
  expect(findLines(lines, text).map(({ row }) => row)).toEqual(rows);
});

it('is a CSV file that no spreadsheet computes', () => {
  expect(errorsCsv(['Row', 'Value'], [line()])).toBe(
    `Row,Value\r\n2,LOT701,Gewicht,'=1+1,Weight must be a positive number,"kg, more than 0"\r\n`,
  );
});
