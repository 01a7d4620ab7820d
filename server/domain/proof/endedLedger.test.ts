import { expect, it } from 'vitest';
import { canEndAs } from './consistency.ts';

const closing = { blocks: 9, rootHash: 'a', ledgerId: 'l' };
const KEPT: [what: string, kept: object, can: boolean][] = [
  ['itself', {}, true],
  ['an earlier one, of whose root nobody can be asked any more', { blocks: 8, rootHash: 'b' }, true],
  ['another one of as many blocks', { rootHash: 'b' }, false],
  ['one of more blocks: its newest were left out', { blocks: 10, rootHash: 'b' }, false],
  ['one of another ledger', { ledgerId: 'm' }, false],
];

it.each(KEPT)('a ledger can have ended after %s', (_what, kept, can) => {
  expect(canEndAs(closing, { ...closing, ...kept })).toBe(can);
});
