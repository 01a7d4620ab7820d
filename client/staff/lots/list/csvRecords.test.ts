import { expect, it } from 'vitest';
import { csvRecords } from './csvRecords.ts';

it('counts records with any text, split at any position', () => {
  const file = 'id,name\r\n1,Ana\r\n2,"a ""line""\r\nand one more"\r\n3,"x, y"\r\n';
  expect(csvRecords()(file)).toBe(3);
  const count = csvRecords();
  const counts = [...file].map((character) => count(character));
  expect(counts.at(-1)).toBe(3);
  expect(csvRecords()('id,name\r\n')).toBe(0);
  expect(csvRecords()('')).toBe(0);
});
