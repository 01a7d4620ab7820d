import type { Stage } from '../../../domain/lot/stages.ts';
import type { Rows } from '../../../platform/database/rows.ts';
import type { AlertStatus } from '../../../domain/alert/alerts.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { inScope, mayTouchLot, type PermissionTable } from '../../../domain/access/permissions.ts';
import { forbidden, notFound } from '../../../platform/errors/refusal.ts';
import { requireUser, scopeOf, type Caller, type UserCaller } from '../../../platform/access/caller.ts';
import { ALERTS_OF_LOTS } from '../alertView.ts';

/** An alert with as much of its lot as says who may work on it. */
export interface KnownAlert {
  id: string;
  status: AlertStatus;
  lotUuid: string;
  farmId: string | null;
  stage: Stage;
}

const KNOWN = `select a.id, a.status, l.id as "lotUuid", l.farm_id as "farmId", l.stage ${ALERTS_OF_LOTS} where a.id = $1`;

/** An alert that a caller sees. @throws Refused unauthenticated, not-found */
export async function authorizedAlert(
  database: Pick<Rows, 'row'>,
  permissions: PermissionTable,
  caller: Caller,
  id: string,
): Promise<KnownAlert> {
  const scope = scopeOf(permissions, caller);
  const known = isUuid(id) ? await database.row<KnownAlert>(KNOWN, [id]) : null;
  if (known === null || !inScope(scope, known.farmId)) throw notFound('Alert');
  return known;
}

/** The same, for a caller who works on it. @throws Refused unauthenticated, not-found, forbidden */
export async function alertToWorkOn(
  database: Pick<Rows, 'row'>,
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
