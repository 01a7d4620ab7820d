import { expect, it } from 'vitest';
import { presetNeeds, type Viewer } from './lotPresets.ts';
import { grantOf, PERMISSION_TABLES, type PermissionTable, type Role } from '../access/permissions.ts';

const viewer = (role: Role, table: PermissionTable = 'merged'): Viewer => ({
  role,
  may: (action) => grantOf(table, role, action) !== null,
});
const wrongPlace = { status: 'inconclusive', stages: ['harvested', 'fermented', 'drying', 'processed'] };

it.each<[Role, object[]]>([
  ['farmer', [{ alert: 'active' }, wrongPlace]],
  ['processor', [{ alert: 'active' }, wrongPlace]],
  ['auditor', [{ alert: 'open' }]],
  ['admin', [{ alert: 'open' }, { status: 'inconclusive' }, { record: 'refused' }]],
])('a lot needs a %s for what they may do about it', (role, needs) => {
  expect(presetNeeds('needsMe', viewer(role))).toEqual(needs);
});

it('needs nobody who may do nothing', () => {
  expect(presetNeeds('needsMe', viewer('processor', 'A'))).toEqual([]);
});

it.each(PERMISSION_TABLES)('the others are the same for all, with table %s', (table) => {
  for (const role of ['farmer', 'admin'] as const) {
    expect(presetNeeds('readyToShip', viewer(role, table))).toEqual([
      { stages: ['processed'], status: 'compliant', check: 'fresh', alert: 'noneOpen' },
    ]);
    expect(presetNeeds('outdatedChecks', viewer(role, table))).toEqual([{ check: 'outdated' }]);
    expect(presetNeeds('neverChecked', viewer(role, table))).toEqual([{ check: 'never' }]);
    expect(presetNeeds('alertTouched', viewer(role, table))).toEqual([{ alert: 'any' }]);
  }
});
