import { expect, it } from 'vitest';
import { alertViewOf, FIRST_VIEW } from '../alertListState.ts';
import { alertPath } from './alertAddress.ts';

it('keeps the filter and the page of the list that an alert was opened from', () => {
  const list = { ...FIRST_VIEW, severity: 'high' as const, page: 3, all: true };
  const { searchParams } = new URL(alertPath('a', list), 'http://localhost');
  expect(searchParams.get('id')).toBe('a');
  expect(alertViewOf(searchParams)).toEqual(list);
});
