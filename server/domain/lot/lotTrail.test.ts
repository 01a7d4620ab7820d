import { describe, expect, it } from 'vitest';
import { mergeTrail, readTrailCursor, TRAIL_ACTIONS, trailActions, trailCursorText } from './lotTrail.ts';

const at = (hour: number, name: string) => ({ at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`, name });
const names = (merged: ReturnType<typeof mergeTrail<ReturnType<typeof at>, ReturnType<typeof at>>>): string[] =>
  merged.map((one) => (one.from === 'history' ? one.entry.name : one.line.name));

describe('the merged trail', () => {
  const history = [at(9, 'shipped'), at(5, 'checked'), at(1, 'created')];
  const lines = [at(8, 'comment'), at(5, 'assigned')];

  it.each([
    [
      'is newest first, with the audit line first at the same moment',
      10,
      ['shipped', 'comment', 'assigned', 'checked', 'created'],
    ],
    ['ends at the limit', 3, ['shipped', 'comment', 'assigned']],
    ['is empty at a limit of none', 0, []],
  ])('%s', (_name, limit, expected) => {
    expect(names(mergeTrail(history, lines, limit))).toEqual(expected);
  });

  it('is one list where the other is empty', () => {
    expect(names(mergeTrail(history, [], 2))).toEqual(['shipped', 'checked']);
    expect(names(mergeTrail([], lines, 9))).toEqual(['comment', 'assigned']);
  });
});

describe('a place in it', () => {
  it.each([
    { history: 12, line: null },
    { history: 0, line: { at: '2026-11-20T08:00:00.123456Z', id: 77 } },
  ])('%j is read as it was written', (cursor) => {
    expect(readTrailCursor(trailCursorText(cursor))).toEqual(cursor);
  });

  it.each(['', 'x', '-1', '12~', '12~2026-11-20', '12~2026-13-40T08:00:00.123456Z~7', "1' or 1"])(
    '%j is refused',
    (text) => {
      expect(readTrailCursor(text)).toBeUndefined();
    },
  );
});

it('shows who exported and printed only to readers of the audit table', () => {
  expect(trailActions(['lot', 'documents', 'consignments'])).not.toContain('lot.exported');
  expect(trailActions(['audit'])).toEqual([...TRAIL_ACTIONS.audit]);
});
