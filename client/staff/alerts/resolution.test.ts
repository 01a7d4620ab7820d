import { expect, it } from 'vitest';
import { noteError } from './resolution.ts';

it.each([
  ['', '', false],
  ['', 'seen on site', false],
  ['No Deforestation', 'seen on site', false],
  ['No Deforestation', '  ', true],
  ['Deforestation Detected', '', true],
])('outcome %j with note %j: refused %s', (outcome, note, refused) => {
  expect(noteError(outcome, note) !== null).toBe(refused);
});
