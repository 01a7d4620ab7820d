import { expect, it } from 'vitest';
import { jsonBatches } from './jsonBatches.ts';

async function* inBatches(rows: readonly unknown[], of: number) {
  for (let at = 0; at < rows.length; at += of) yield rows.slice(at, at + of);
}

async function piecesOf(sections: Parameters<typeof jsonBatches>[0]): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonBatches(sections)) pieces.push(piece);
  return pieces;
}

it('writes what JSON.stringify writes, in pieces', async () => {
  const rows = Array.from({ length: 450 }, (_, n) => ({ n, text: `row\n  ${n}`, list: [n, null] }));
  const value = {
    exportedAt: '2026-03-14T08:30:00.000Z',
    account: { name: 'Grace\n"Kila"', nothing: null, deep: [[], {}, [1, { a: 2 }]] },
    none: [],
    empty: {},
    rows,
    mixed: [null, 'text', 1.5, false],
  };
  const sections = Object.entries(value).map(([name, content]): [string, unknown] => [
    name,
    name === 'rows' || name === 'none' ? inBatches(rows.slice(0, name === 'rows' ? 450 : 0), 200) : content,
  ]);
  const pieces = await piecesOf(sections);
  expect(pieces.join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(30_000);
  expect((await piecesOf([])).join('')).toBe('{}\n');
});

it('asks for a portion only when the one before was taken', async () => {
  let asked = 0;
  async function* counting() {
    for (; asked < 5;) {
      asked += 1;
      yield [asked];
    }
  }
  const pieces = jsonBatches([['rows', counting()]]);
  // The brace, the name, the first portion.
  for (let taken = 0; taken < 3; taken += 1) await pieces.next();
  expect(asked).toBe(1);
});
