import { describe, expect, it } from 'vitest';
import { alertParams, alertViewOf, FIRST_VIEW, isAlertListFiltered } from './alertListState.ts';

const viewOf = (search: string) => alertViewOf(new URLSearchParams(search));

describe('the view of the alerts tab in the address', () => {
  it.each([
    ['', FIRST_VIEW],
    ['status=all', { ...FIRST_VIEW, status: null }],
    ['status=acknowledged&severity=high', { ...FIRST_VIEW, status: 'acknowledged', severity: 'high' }],
    ['type=fire&farm=FARM002&all=1', { ...FIRST_VIEW, type: 'fire', farmId: 'FARM002', all: true }],
    ['status=all&of=LOT701', { ...FIRST_VIEW, status: null, lotId: 'LOT701' }],
    ['page=3', { ...FIRST_VIEW, page: 3, all: true }],
    ['status=all&task=overdue', { ...FIRST_VIEW, status: null, task: 'overdue' }],
  ] as const)('reads %j and writes it again', (search, view) => {
    expect(viewOf(search)).toEqual(view);
    expect(alertParams(view).toString()).toBe(search);
  });

  it.each([
    'status=gone',
    'type=flood',
    'severity=none',
    'page=0',
    'page=-1',
    'page=1e9',
    'farm=a%20b',
    'of=701',
    'x=y',
  ])('ignores %j', (search) => expect(viewOf(search)).toEqual(FIRST_VIEW));

  it.each([
    ['', false],
    ['status=all', false],
    ['page=2', false],
    ['status=resolved', true],
    ['type=fire', true],
    ['severity=low', true],
    ['farm=FARM001', true],
    ['of=LOT701', true],
  ])('%j narrows the list: %s', (search, narrowed) => expect(isAlertListFiltered(viewOf(search))).toBe(narrowed));
});
