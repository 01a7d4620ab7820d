import { OTHER } from '../../domain/messages/message.ts';
import { storedMessages } from '../../domain/messages/registry.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';
import type { Lot } from '../lots/lot.ts';
import type { Alert } from './alert.ts';
import type { AlertView } from './alertAnswerSchemas.ts';

/** A row as `ALERT_COLUMNS` and `ALERT_SOURCES` select it. */
export type AlertRow = Pick<
  Alert,
  | 'id'
  | 'type'
  | 'severity'
  | 'status'
  | 'title'
  | 'description'
  | 'titleSaid'
  | 'descriptionSaid'
  | 'latMicro'
  | 'lonMicro'
  | 'createdAt'
  | 'updatedAt'
  | 'acknowledgedAt'
  | 'closedAt'
  | 'note'
  | 'outcome'
> &
  Pick<Lot, 'lotId' | 'farmerName' | 'farmId'> &
  Pick<AlertView, 'closedBy' | 'assignee' | 'dueOn'>;

export const ALERT_COLUMNS = `a.id, a.type, a.severity, a.status, a.title, a.description, a.title_said as "titleSaid",
  a.description_said as "descriptionSaid", l.lot_id as "lotId", l.farmer_name as "farmerName", l.farm_id as "farmId",
  a.lat_micro as "latMicro", a.lon_micro as "lonMicro", a.created_at as "createdAt", a.updated_at as "updatedAt",
  a.acknowledged_at as "acknowledgedAt", a.closed_at as "closedAt",
  coalesce(closer.name, closing_key.name) as "closedBy", a.note, a.outcome,
  nullif(assignee.name, '') as assignee, task.due_on::text as "dueOn"`;

/** Every list joins the lot: alerts of deleted lots leave with it, and the lot's farm decides who sees them. */
export const ALERTS_OF_LOTS = `from alert a join ${LIVE_LOTS} l on l.id = a.lot_id`;
export const ALERT_SOURCES = `${ALERTS_OF_LOTS} left join ${ACCOUNT_NAMES} closer on closer.id = a.closed_by
  left join ${KEY_NAMES} closing_key on closing_key.id = a.closed_key
  left join alert_task task on task.alert_id = a.id left join ${ACCOUNT_NAMES} assignee on assignee.id = task.assignee_id`;

export function alertView({ farmerName, farmId, latMicro, lonMicro, ...row }: AlertRow): AlertView {
  return {
    ...row,
    titleSaid: storedMessages(row.titleSaid, row.title)[0] ?? OTHER({ text: row.title }),
    descriptionSaid: storedMessages(row.descriptionSaid, row.description),
    lot: { lotId: row.lotId, farmerName, farmId },
    latitude: latMicro === null ? null : degreesFromMicro(latMicro),
    longitude: lonMicro === null ? null : degreesFromMicro(lonMicro),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
