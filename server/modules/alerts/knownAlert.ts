import type { Rows } from '../../platform/database/rows.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { inScope, mayTouchLot, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { forbidden, notFound } from '../../platform/errors/refusal.ts';
import { requireUser, scopeOf, type Caller, type UserCaller } from '../../platform/access/caller.ts';
import type { Lot } from '../lots/lot.ts';
import type { Alert } from './alert.ts';
import { ALERTS_OF_LOTS } from './alertView.ts';

/** An alert with as much of its lot as says who may work on it. */
export type KnownAlert = Pick<Alert, 'id' | 'status'> & Pick<Lot, 'farmId' | 'stage'> & { lotUuid: Lot['id'] };

const KNOWN = `select a.id, a.status, l.id as "lotUuid", l.farm_id as "farmId", l.stage ${ALERTS_OF_LOTS} where a.id = any($1::uuid[])`;

/** Those of some alerts, by their ids, that are in a scope. */
export async function alertsInScope(
  database: Pick<Rows, 'rows'>,
  scope: LotScope,
  ids: readonly string[],
): Promise<KnownAlert[]> {
  const known = await database.rows<KnownAlert>(KNOWN, [ids.filter(isUuid)]);
  return known.filter(({ farmId }) => inScope(scope, farmId));
}

/** An alert that a caller sees. @throws Refused unauthenticated, not-found */
export async function authorizedAlert(
  database: Pick<Rows, 'rows'>,
  permissions: PermissionTable,
  caller: Caller,
  id: string,
): Promise<KnownAlert> {
  const [known] = await alertsInScope(database, scopeOf(permissions, caller), [id]);
  if (known === undefined) throw notFound('Alert');
  return known;
}

/** The same, for a caller who works on it. @throws Refused unauthenticated, not-found, forbidden */
export async function alertToWorkOn(
  database: Pick<Rows, 'rows'>,
  permissions: PermissionTable,
  caller: Caller,
  id: string,
): Promise<{ user: UserCaller; alert: KnownAlert }> {
  const user = requireUser(caller);
  const alert = await authorizedAlert(database, permissions, caller, id);
  if (!mayWorkOn(permissions, user, alert)) throw forbidden();
  return { user, alert };
}

/** Whether somebody may comment on an alert that they see, have it assigned and assign it: who acknowledges may. */
export function mayWorkOn(
  permissions: PermissionTable,
  who: Pick<UserCaller, 'role' | 'farmId'>,
  { farmId, stage }: Pick<KnownAlert, 'farmId' | 'stage'>,
): boolean {
  return mayTouchLot(permissions, who, 'acknowledge_alerts', { farmId, harvested: stage === 'harvested' });
}
