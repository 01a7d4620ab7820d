import type { AlertOutcome, AlertSeverity, AlertStatus, AlertType } from '../../domain/alert/alerts.ts';
import { OTHER, type Message } from '../../domain/messages/message.ts';
import { storedMessages } from '../../domain/messages/registry.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';

/** An alert as staff see it (docs/spec/alerts.md, 'Fields'). Instants are ISO 8601, UTC; places in degrees. */
export interface AlertView {
  id: string;
  type: AlertType;
  severity: AlertSeverity;
  status: AlertStatus;
  title: string;
  description: string;
  /** the message of the title */
  titleSaid: Message;
  /** the messages of the description */
  descriptionSaid: Message[];
  /** as people write it, e.g. LOT702 */
  lotId: string;
  lot: { lotId: string; farmerName: string | null; farmId: string | null };
  latitude: number | null;
  longitude: number | null;
  createdAt: string;
  updatedAt: string;
  acknowledgedAt: string | null;
  closedAt: string | null;
  /** name of the person who resolved or dismissed it */
  closedBy: string | null;
  /** the note of the resolution, or the reason of the dismissal */
  note: string | null;
  outcome: AlertOutcome | null;
  /** name of the assigned account; null: unassigned, or that account was erased */
  assignee: string | null;
  /** last day for that, YYYY-MM-DD; null without one */
  dueOn: string | null;
}

/** A row as `ALERT_COLUMNS` and `ALERT_SOURCES` select it. */
export interface AlertRow {
  id: string;
  type: AlertType;
  severity: AlertSeverity;
  status: AlertStatus;
  title: string;
  description: string;
  title_said: unknown;
  description_said: unknown;
  lot_id: string;
  farmer_name: string | null;
  farm_id: string | null;
  lat_micro: number | null;
  lon_micro: number | null;
  created_at: Date;
  updated_at: Date;
  acknowledged_at: Date | null;
  closed_at: Date | null;
  closer_name: string | null;
  note: string | null;
  outcome: AlertOutcome | null;
  assignee_name: string | null;
  due_on: string | null;
}

export const ALERT_COLUMNS = `a.id, a.type, a.severity, a.status, a.title, a.description, a.title_said,
  a.description_said, l.lot_id, l.farmer_name,
  l.farm_id, a.lat_micro, a.lon_micro, a.created_at, a.updated_at, a.acknowledged_at, a.closed_at,
  coalesce(closer.name, closing_key.name) as closer_name, a.note, a.outcome,
  nullif(assignee.name, '') as assignee_name, task.due_on::text as due_on`;

/** Every list joins the lot: alerts of deleted lots leave with it, and the lot's farm decides who sees them. */
export const ALERTS_OF_LOTS = 'from alert a join lot l on l.id = a.lot_id and l.deleted_at is null';
export const ALERT_SOURCES = `${ALERTS_OF_LOTS} left join app_user closer on closer.id = a.closed_by
  left join api_key closing_key on closing_key.id = a.closed_key
  left join alert_task task on task.alert_id = a.id left join app_user assignee on assignee.id = task.assignee_id`;

export function alertView(row: AlertRow): AlertView {
  return {
    id: row.id,
    type: row.type,
    severity: row.severity,
    status: row.status,
    title: row.title,
    description: row.description,
    titleSaid: storedMessages(row.title_said, row.title)[0] ?? OTHER({ text: row.title }),
    descriptionSaid: storedMessages(row.description_said, row.description),
    lotId: row.lot_id,
    lot: { lotId: row.lot_id, farmerName: row.farmer_name, farmId: row.farm_id },
    latitude: row.lat_micro === null ? null : degreesFromMicro(row.lat_micro),
    longitude: row.lon_micro === null ? null : degreesFromMicro(row.lon_micro),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closer_name,
    note: row.note,
    outcome: row.outcome,
    assignee: row.assignee_name,
    dueOn: row.due_on,
  };
}
