import type { Rows } from '../../../platform/database/rows.ts';
import { inScope, lotScope, ROLES, type PermissionTable, type Role } from '../../../domain/access/permissions.ts';
import { ACCOUNTS } from '../../identity/signedIdentity.ts';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../../platform/row-signatures/signedKinds.ts';
import type { AssigneeView } from './investigationAnswers.ts';
import { mayWorkOn, type KnownAlert } from '../knownAlert.ts';

/** As many as a list that a person chooses from may have. */
const MOST_ASSIGNEES = 200;

const ABLE = `select t.id, t.name, t.role, ${ACCOUNTS.facts('t')} as facts, t.seal from ${ACCOUNTS.table} t
  where t.disabled_at is null and t.erased_at is null and t.name <> ''
    and (t.role = any($1) or (t.role = any($2) and t.farm_id = $3)) and ($4::uuid is null or t.id = $4)
  order by t.name, t.id limit ${MOST_ASSIGNEES}`;

/**
 * The accounts that may see and work on an alert, by name; without accounts that were changed outside of the program.
 * @param id of a single account; null: all
 */
export async function assigneesOf(
  parts: { database: Pick<Rows, 'rows'> & { seals: RowSigner }; permissions: PermissionTable },
  alert: KnownAlert,
  id: string | null = null,
): Promise<AssigneeView[]> {
  const { database, permissions } = parts;
  const able = (farmId: string): Role[] =>
    ROLES.filter(
      (role) =>
        inScope(lotScope(permissions, role, farmId), alert.farmId) && mayWorkOn(permissions, { role, farmId }, alert),
    );
  const rows = await database.rows<AssigneeView & { facts: SignedFacts; seal: string | null }>(ABLE, [
    able(''),
    alert.farmId === null ? [] : able(alert.farmId),
    alert.farmId ?? '',
    id,
  ]);
  return rows
    .filter((row) => database.seals.holds(ACCOUNTS.kind, row.id, row.facts, row.seal))
    .map(({ id: accountId, name, role }) => ({ id: accountId, name, role }));
}
