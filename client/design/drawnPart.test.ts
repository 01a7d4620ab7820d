import { expect, it } from 'vitest';
import { DRAWN_AT_ONCE, drawnOf } from './useDrawnPart.ts';

const lots = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `LOT${from + index}`);

it.each([
  ['a list that fits a window', lots(1, 12), [], DRAWN_AT_ONCE],
  ['another page of 96', lots(97, 96), lots(1, 96), DRAWN_AT_ONCE],
  ['the first page of 96', lots(1, 96), [], DRAWN_AT_ONCE],
  ['96 of which one came', [...lots(500, 1), ...lots(1, 95)], lots(1, 96), 96],
  ['96 in another order', lots(1, 96).reverse(), lots(1, 96), 96],
  ['96 of which a part was drawn', lots(1, 96), lots(1, DRAWN_AT_ONCE), DRAWN_AT_ONCE],
  ['a few more than were drawn', lots(1, 40), lots(1, 30), 40],
] as const)('%s', (_what, ids, before, drawn) => {
  expect(drawnOf(ids, before)).toBe(drawn);
});
