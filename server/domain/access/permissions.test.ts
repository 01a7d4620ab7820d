import { describe, expect, it } from 'vitest';
import {
  ACTIONS,
  grantOf,
  inScope,
  lotScope,
  mayTouchLot,
  mayUndoImportOf,
  ROLES,
  type Action,
  type Grant,
  type LotScope,
  type PermissionTable,
  type Role,
} from './permissions.ts';

const yes = 'yes';
const own = 'own';
const no = null;
/** Written from docs/spec/access-and-accounts.md, 'Permission tables': columns farmer, processor, auditor, admin. */
type Row = readonly [farmer: Grant | null, processor: Grant | null, auditor: Grant | null, admin: Grant | null];
const denied: Row = [no, no, no, no];

const A: Record<Action, Row> = {
  create_lot: [yes, yes, no, no],
  view_all_lots: [no, yes, yes, no],
  edit_lot: denied,
  delete_lot: denied,
  refresh_satellite: denied,
  acknowledge_alerts: denied,
  close_alerts: denied,
  generate_reports: [no, yes, yes, no],
  manage_users: [no, no, yes, no],
  manage_cooperative: denied,
  manage_keys: denied,
  manage_plots: denied,
  combine_lots: [no, yes, no, no],
  manage_consignments: [no, yes, no, no],
  manage_statements: [no, yes, no, no],
  manage_farms: [no, yes, no, no],
  manage_parties: [no, yes, no, no],
  manage_due_diligence: [no, yes, no, no],
  view_audit: denied,
};
const EXPECTED: Record<PermissionTable, Record<Action, Row>> = {
  A,
  // What B does not name falls back to A.
  B: {
    ...A,
    create_lot: [yes, no, no, yes],
    view_all_lots: [no, no, yes, yes],
    edit_lot: [yes, yes, no, yes],
    combine_lots: [no, yes, no, yes],
    manage_consignments: [no, yes, no, yes],
    manage_statements: [no, yes, no, yes],
    manage_farms: [no, yes, no, yes],
    manage_parties: [no, yes, no, yes],
    manage_due_diligence: [no, yes, no, yes],
    manage_cooperative: [no, no, no, yes],
  },
  merged: {
    create_lot: [own, yes, no, yes],
    view_all_lots: [no, yes, yes, yes],
    edit_lot: [own, yes, no, yes],
    delete_lot: ['own-harvested', no, no, yes],
    refresh_satellite: [own, yes, yes, yes],
    acknowledge_alerts: [own, yes, yes, yes],
    close_alerts: [no, no, yes, yes],
    generate_reports: [no, yes, yes, yes],
    manage_users: [no, no, 'farmers-and-processors', yes],
    manage_cooperative: [no, no, no, yes],
    manage_keys: [no, no, no, yes],
    manage_plots: [own, yes, no, yes],
    combine_lots: [no, yes, no, yes],
    manage_consignments: [no, yes, no, yes],
    manage_statements: [no, yes, no, yes],
    manage_farms: [no, yes, no, yes],
    manage_parties: [no, yes, no, yes],
    manage_due_diligence: [own, yes, no, yes],
    view_audit: [no, no, yes, yes],
  },
};

describe('the permission tables', () => {
  const cells = (['merged', 'A', 'B'] as const).flatMap((table) =>
    ACTIONS.flatMap((action) =>
      ROLES.map((role, i) => ({ table, action, role, grant: EXPECTED[table][action][i] ?? null })),
    ),
  );

  it.each(cells)('$table: $role $action is $grant', ({ table, action, role, grant }) => {
    expect(grantOf(table, role, action)).toBe(grant);
  });

  it('name the four roles of the staff area', () => {
    expect(ROLES).toEqual(['farmer', 'processor', 'auditor', 'admin']);
  });
});

describe('which lots a role sees', () => {
  const all: LotScope = { kind: 'all' };
  const none: LotScope = { kind: 'none' };
  const farm: LotScope = { kind: 'farm', farmId: 'FARM001' };

  it.each<[PermissionTable, Role, LotScope]>([
    ['merged', 'farmer', farm],
    ['merged', 'processor', all],
    ['merged', 'auditor', all],
    ['merged', 'admin', all],
    ['A', 'farmer', farm],
    ['A', 'processor', all],
    ['A', 'auditor', all],
    ['A', 'admin', none],
    ['B', 'farmer', farm],
    ['B', 'processor', none],
    ['B', 'auditor', all],
    ['B', 'admin', all],
  ])('%s: %s sees %o', (table, role, scope) => {
    expect(lotScope(table, role, 'FARM001')).toEqual(scope);
  });

  it('takes the farm id without regard to case, and an empty one for no farm', () => {
    expect(lotScope('merged', 'farmer', 'farm001')).toEqual(farm);
    expect(lotScope('merged', 'farmer', '')).toEqual(none);
  });

  it.each<[LotScope, string | null, boolean]>([
    [all, 'FARM001', true],
    [all, null, true],
    [none, 'FARM001', false],
    [none, '', false],
    [farm, 'FARM001', true],
    [farm, 'farm001', true],
    [farm, 'FARM0011', false],
    [farm, '', false],
    [farm, null, false],
  ])('%o, a lot of farm %s: %s', (scope, farmId, seen) => {
    expect(inScope(scope, farmId)).toBe(seen);
  });
});

describe('what a caller may do to a lot in sight', () => {
  const may = (role: Role, action: Action, lot: { farmId: string | null; harvested?: boolean }, farmId = 'FARM001') =>
    mayTouchLot('merged', { role, farmId }, action, { farmId: lot.farmId, harvested: lot.harvested ?? true });

  it('everything on every lot where the table says yes', () => {
    expect(may('admin', 'delete_lot', { farmId: 'FARM002', harvested: false }, '')).toBe(true);
    expect(may('processor', 'edit_lot', { farmId: null }, '')).toBe(true);
  });

  it('nothing where the table says nothing', () => {
    expect(may('processor', 'delete_lot', { farmId: 'FARM001' })).toBe(false);
    expect(may('auditor', 'edit_lot', { farmId: 'FARM001' })).toBe(false);
  });

  it('own means the lots of one farm, which an empty farm id and an erased one never name', () => {
    expect(may('farmer', 'edit_lot', { farmId: 'FARM001' })).toBe(true);
    expect(may('farmer', 'edit_lot', { farmId: 'FARM001' }, 'farm001')).toBe(true);
    expect(may('farmer', 'edit_lot', { farmId: 'FARM002' })).toBe(false);
    expect(may('farmer', 'edit_lot', { farmId: '' }, '')).toBe(false);
    expect(may('farmer', 'edit_lot', { farmId: null })).toBe(false);
  });

  it('a farmer takes an own lot away only while it is harvested', () => {
    expect(may('farmer', 'delete_lot', { farmId: 'FARM001', harvested: true })).toBe(true);
    expect(may('farmer', 'delete_lot', { farmId: 'FARM001', harvested: false })).toBe(false);
    expect(may('farmer', 'delete_lot', { farmId: 'FARM002', harvested: true })).toBe(false);
  });

  it('a grant over users is none over lots', () => {
    expect(may('auditor', 'manage_users', { farmId: 'FARM001' })).toBe(false);
  });
});

describe('an import is taken back', () => {
  it.each([
    ['farmer', true, true],
    ['farmer', false, false],
    ['processor', true, true],
    ['processor', false, false],
    ['auditor', true, false],
    ['admin', true, true],
    ['admin', false, true],
  ] as const)('by a %s, if it is their own (%s): %s', (role, isOwn, may) => {
    expect(mayUndoImportOf('merged', role, isOwn)).toBe(may);
  });
});
