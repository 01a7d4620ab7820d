import { expect, it } from 'vitest';
import { nextAlert } from './nextAlert.ts';

const at = (id: string, day: number) => ({ id, createdAt: `2026-11-${day}T08:00:00Z` });
const [newest, middle, oldest] = [at('newest', 24), at('middle', 22), at('oldest', 20)] as const;
const OPEN = [newest, middle, oldest];

it.each([
  ['the next older one', OPEN, newest, 'middle'],
  ['the newest after the oldest', OPEN, oldest, 'newest'],
  ['the next older one when the current one was answered', [newest, oldest], middle, 'oldest'],
  ['the newest when the oldest was answered', [newest, middle], oldest, 'newest'],
  ['another one raised in the same moment', [newest, at('twin', 22)], middle, 'twin'],
  ['none when only the current one is open', [middle], middle, undefined],
  ['none when none is open', [], middle, undefined],
])('is %s', (_name, open, current, id) => {
  expect(nextAlert(open, current)?.id).toBe(id);
});
