import { describe, expect, it } from 'vitest';
import { PUBLIC_LOT_ID } from './lotId.ts';
import {
  followingLotId,
  LOT_NUMBERS_LENGTH,
  numberedLotId,
  numberForm,
  parseLotNumbering,
  PLAIN_NUMBERS,
} from './lotNumbering.ts';

describe('a numbering', () => {
  it.each([
    ['LOT-{YEAR}-{NNNN}', 'LOT-2026-0007'],
    ['LOTKA{NNNNN}', 'LOTKA00007'],
    ['LOT{NNN}', 'LOT007'],
    ['LOT{YEAR}{NNNNNN}', 'LOT2026000007'],
    [`LOT${'A'.repeat(14)}{NNNNNN}`, `LOT${'A'.repeat(14)}000007`],
    [`LOT${'A'.repeat(10)}{YEAR}{NNNNNN}`, `LOT${'A'.repeat(10)}2026000007`],
  ])('%s makes %s', (pattern, lotId) => {
    const numbering = parseLotNumbering(pattern);
    const made = numbering === null ? null : numberedLotId(numberForm(numbering, 2026), 7);
    expect(made).toBe(lotId);
    expect(made).toMatch(PUBLIC_LOT_ID);
    expect(pattern.length).toBeLessThanOrEqual(LOT_NUMBERS_LENGTH);
  });

  it.each([
    ['', 'nothing'],
    ['KA{NNNN}', 'no LOT'],
    ['LOT-{YEAR}', 'no number'],
    ['LOT{NN}', 'too few digits'],
    ['LOT{NNNNNNN}', 'too many digits'],
    ['LOT{NNN}{NNN}', 'two numbers'],
    ['LOT{NNN}-{YEAR}', 'the number is not last'],
    ['LOT{YEAR}{YEAR}{NNN}', 'two years'],
    ['LOT {NNN}', 'a character that no lot id has'],
    ['LOT{MONTH}{NNN}', 'another place'],
    ['LOT{NNN}\n', 'a line break'],
    [`LOT${'A'.repeat(15)}{NNNNNN}`, 'too long'],
    [`LOT${'A'.repeat(11)}{YEAR}{NNNNNN}`, 'too long with the year'],
  ])('%j is none: %s', (pattern) => {
    expect(parseLotNumbering(pattern)).toBeNull();
  });

  it('is LOT and five digits where none is set', () => {
    expect(numberedLotId(PLAIN_NUMBERS, 1)).toBe('LOT00001');
  });

  it.each([
    ['LOT00719', 'LOT00720'],
    ['LOT-2026-0009', 'LOT-2026-0010'],
    ['LOTKA099', 'LOTKA100'],
  ])('continues after %s with %s', (lotId, next) => {
    expect(followingLotId(lotId)).toBe(next);
  });
});
