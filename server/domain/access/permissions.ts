/** Roles of the staff area (docs/spec/access-and-accounts.md, 'Roles'). */
export const ROLES = ['farmer', 'processor', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = [
  'create_lot',
  'view_all_lots',
  'edit_lot',
  'delete_lot',
  'refresh_satellite',
  'acknowledge_alerts',
  'close_alerts',
  'generate_reports',
  'manage_users',
  'manage_cooperative',
  'manage_keys',
  'manage_plots',
  'manage_farms',
  'combine_lots',
  'manage_consignments',
  'manage_statements',
  'manage_parties',
  'manage_due_diligence',
  'view_audit',
] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The reach of a right.
 * - `yes`: every visible lot
 * - `own`: lots of the caller's own farm
 * - `own-harvested`: the same, while the lot is still in stage harvested
 * - `farmers-and-processors`: users of these two roles, and never the caller's own role
 */
export type Grant = 'yes' | 'own' | 'own-harvested' | 'farmers-and-processors';
type Table = Partial<Record<Action, Partial<Record<Role, Grant>>>>;

export const PERMISSION_TABLES = ['merged', 'A', 'B'] as const;
export type PermissionTable = (typeof PERMISSION_TABLES)[number];

/** Table A (docs/spec/access-and-accounts.md, 'Permission tables'). */
const A: Table = {
  create_lot: { farmer: 'yes', processor: 'yes' },
  view_all_lots: { processor: 'yes', auditor: 'yes' },
  generate_reports: { auditor: 'yes', processor: 'yes' },
  manage_users: { auditor: 'yes' },
  manage_farms: { processor: 'yes' },
  combine_lots: { processor: 'yes' },
  manage_consignments: { processor: 'yes' },
  manage_statements: { processor: 'yes' },
  manage_parties: { processor: 'yes' },
  manage_due_diligence: { processor: 'yes' },
};

/** Table B. An action that it does not name falls back to A (docs/spec/access-and-accounts.md, 'Permission tables'). */
const B: Table = {
  ...A,
  create_lot: { farmer: 'yes', admin: 'yes' },
  view_all_lots: { admin: 'yes', auditor: 'yes' },
  edit_lot: { farmer: 'yes', processor: 'yes', admin: 'yes' },
  manage_farms: { processor: 'yes', admin: 'yes' },
  combine_lots: { processor: 'yes', admin: 'yes' },
  manage_consignments: { processor: 'yes', admin: 'yes' },
  manage_statements: { processor: 'yes', admin: 'yes' },
  manage_parties: { processor: 'yes', admin: 'yes' },
  manage_due_diligence: { processor: 'yes', admin: 'yes' },
  manage_cooperative: { admin: 'yes' },
};

/** The default (docs/spec/access-and-accounts.md, 'Merged table'). */
const merged: Table = {
  create_lot: { farmer: 'own', processor: 'yes', admin: 'yes' },
  view_all_lots: { processor: 'yes', auditor: 'yes', admin: 'yes' },
  edit_lot: { farmer: 'own', processor: 'yes', admin: 'yes' },
  delete_lot: { farmer: 'own-harvested', admin: 'yes' },
  refresh_satellite: { farmer: 'own', processor: 'yes', auditor: 'yes', admin: 'yes' },
  acknowledge_alerts: { farmer: 'own', processor: 'yes', auditor: 'yes', admin: 'yes' },
  close_alerts: { auditor: 'yes', admin: 'yes' },
  generate_reports: { processor: 'yes', auditor: 'yes', admin: 'yes' },
  manage_users: { auditor: 'farmers-and-processors', admin: 'yes' },
  manage_cooperative: { admin: 'yes' },
  manage_keys: { admin: 'yes' },
  manage_plots: { farmer: 'own', processor: 'yes', admin: 'yes' },
  manage_farms: { processor: 'yes', admin: 'yes' },
  combine_lots: { processor: 'yes', admin: 'yes' },
  manage_consignments: { processor: 'yes', admin: 'yes' },
  manage_statements: { processor: 'yes', admin: 'yes' },
  manage_parties: { processor: 'yes', admin: 'yes' },
  manage_due_diligence: { farmer: 'own', processor: 'yes', admin: 'yes' },
  view_audit: { auditor: 'yes', admin: 'yes' },
};

const TABLES: Record<PermissionTable, Table> = { merged, A, B };

/** The grant of a role for an action, or null: denied. Every check in GraphQL, REST and the screens reads this. */
export function grantOf(table: PermissionTable, role: Role, action: Action): Grant | null {
  return TABLES[table][action]?.[role] ?? null;
}

/** Which lots a person sees: all, those of one farm, or none (docs/spec/access-and-accounts.md, 'Visible lots'). */
export type LotScope = { kind: 'all' } | { kind: 'farm'; farmId: string } | { kind: 'none' };

/** The scope of a role: `view_all_lots` sees all; a farmer their own farm; anyone else nothing. An empty farm matches nothing. */
export function lotScope(table: PermissionTable, role: Role, farmId: string): LotScope {
  if (grantOf(table, role, 'view_all_lots') !== null) return { kind: 'all' };
  if (role === 'farmer' && farmId !== '') return { kind: 'farm', farmId: farmId.toUpperCase() };
  return { kind: 'none' };
}

/** Whether a lot of a farm lies in a scope. A lot whose farm was erased belongs to no farm. */
export function inScope(scope: LotScope, lotFarmId: string | null): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === 'farm' && lotFarmId !== null && scope.farmId === lotFarmId.toUpperCase();
}

/** Whether a caller may perform an action on a visible lot. Visibility is checked before, and answers 404. */
export function mayTouchLot(
  table: PermissionTable,
  caller: { role: Role; farmId: string },
  action: Action,
  lot: { farmId: string | null; harvested: boolean },
): boolean {
  const grant = grantOf(table, caller.role, action);
  const own = lot.farmId !== null && caller.farmId !== '' && lot.farmId.toUpperCase() === caller.farmId.toUpperCase();
  switch (grant) {
    case 'yes':
      return true;
    case 'own':
      return own;
    case 'own-harvested':
      return own && lot.harvested;
    case 'farmers-and-processors':
    case null:
      return false;
  }
}

/**
 * Whether a caller may take back an import: their own as long as they may register lots, any other one if they may delete
 * every lot.
 */
export function mayUndoImportOf(table: PermissionTable, role: Role, isOwn: boolean): boolean {
  return grantOf(table, role, 'delete_lot') === 'yes' || (isOwn && grantOf(table, role, 'create_lot') !== null);
}

/** Whether a caller may add and change plots of a farm. Visibility of the farm is checked before, and answers 404. */
export function mayManagePlots(
  table: PermissionTable,
  caller: { role: Role; farmId: string },
  farmId: string,
): boolean {
  return mayTouchLot(table, caller, 'manage_plots', { farmId, harvested: false });
}

/** Whether a caller may add documents about a farm. What the caller sees is checked before, and answers 404. */
export function mayAddDocuments(
  table: PermissionTable,
  caller: { role: Role; farmId: string },
  farmId: string | null,
): boolean {
  return mayTouchLot(table, caller, 'manage_due_diligence', { farmId, harvested: false });
}

/** Actions on one lot. */
export const LOT_RIGHTS = [
  'edit_lot',
  'delete_lot',
  'refresh_satellite',
  'acknowledge_alerts',
  'close_alerts',
] as const satisfies readonly Action[];
export type LotRight = (typeof LOT_RIGHTS)[number];

/** All actions that a caller may perform on a visible lot, by `mayTouchLot`. */
export function rightsOver(
  table: PermissionTable,
  caller: { role: Role; farmId: string },
  lot: { farmId: string | null; harvested: boolean },
): LotRight[] {
  return LOT_RIGHTS.filter((action) => mayTouchLot(table, caller, action, lot));
}

/** Whether a grant of manage_users covers accounts of a role: checked for the present and the new role of a user. */
export function mayManageUser(grant: Grant, role: Role): boolean {
  return grant === 'yes' || (grant === 'farmers-and-processors' && (role === 'farmer' || role === 'processor'));
}
