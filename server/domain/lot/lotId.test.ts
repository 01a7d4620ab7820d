import { describe, expect, it } from 'vitest';
import { isUuid, lotIdFromClock, normaliseLotId, parsePublicLotId, STAFF_LOT_ID } from './lotId.ts';

describe("the staff form's lot id", () => {
  it.each([
    ['LOT030', true],
    ['LOT12345', true],
    ['LOT12', false],
    ['LOT123456', false],
    ['lot030', false],
    ['LOT03A', false],
    ['XLOT030', false],
    ['LOT030 ', false],
    ['LOT030\n', false],
  ])('%j: %s', (text, taken) => {
    expect(STAFF_LOT_ID.test(text)).toBe(taken);
  });
});

describe('the public lot id', () => {
  it.each([
    ['LOT701', 'LOT701'],
    ['  lot701 ', 'LOT701'],
    ['LOTa', 'LOTA'],
    ['LOT-PNG_2026-07', 'LOT-PNG_2026-07'],
    [`LOT${'9'.repeat(20)}`, `LOT${'9'.repeat(20)}`],
  ])('%j is %s', (text, lotId) => {
    expect(parsePublicLotId(text)).toEqual({ lotId });
  });

  it.each([
    [null, 'missing'],
    [undefined, 'missing'],
    ['', 'empty'],
    [' \t', 'empty'],
    ['LOT', 'form'],
    ['701', 'form'],
    [`LOT${'9'.repeat(21)}`, 'form'],
    ['LOT 701', 'form'],
    ['LOT7/01', 'form'],
    ['LOTÄ', 'form'],
    ["LOT1' or '1'='1", 'form'],
  ])('%j: %s', (text, fault) => {
    expect(parsePublicLotId(text)).toEqual({ fault });
  });

  it('is stored in upper case without blanks around it', () => {
    expect(normaliseLotId('\tlot-a1 ')).toBe('LOT-A1');
  });
});

describe('a lot id from the clock', () => {
  it.each([
    [1_764_000_012_345, 'LOT12345'],
    [1_764_000_000_007, 'LOT00007'],
  ])('%d is %s', (now, lotId) => {
    expect(lotIdFromClock(new Date(now))).toBe(lotId);
  });
});

describe('an address by UUID', () => {
  it.each([
    ['0b7f5d5e-9a55-4f0a-8d3e-0a4a6a3f6a11', true],
    ['0B7F5D5E-9A55-4F0A-8D3E-0A4A6A3F6A11', true],
    ['0b7f5d5e9a554f0a8d3e0a4a6a3f6a11', false],
    ['x0b7f5d5e-9a55-4f0a-8d3e-0a4a6a3f6a11', false],
    ['0b7f5d5e-9a55-4f0a-8d3e-0a4a6a3f6a11x', false],
    ['LOT701', false],
  ])('%s: %s', (text, uuid) => {
    expect(isUuid(text)).toBe(uuid);
  });
});
