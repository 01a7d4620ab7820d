import { z } from 'zod';
import type { Change } from '../../../platform/change-feed/changeFeed.ts';
import { instant } from '../../../platform/rest/answerSchemas.ts';
import { alertSchema } from '../alertAnswerSchemas.ts';
import { LIVE_LOTS } from '../../lots/lotViews.ts';

/** Kinds of notifications about an alert. */
export const ALERT_EVENTS = ['alert.raised', 'alert.changed', 'alert.dismissed'] as const;

const { id, lotId, type, severity, status } = alertSchema.shape;

/**
 * The content of a notification outside of the program, on every channel: ids and codes, no person, no location and no
 * text (decision 59). Recipients sign in, or call with a key, to read what they may see then.
 */
export const alertPayload = z.strictObject({
  event: z.enum(ALERT_EVENTS),
  /** `status` as it was when this was written down */
  alert: z.strictObject({
    id,
    lotUuid: z.uuid(),
    lotId,
    type,
    severity,
    status,
    outcome: z.string().nullable(),
    raisedAt: instant,
    updatedAt: instant,
  }),
});
export type AlertPayload = z.infer<typeof alertPayload>;

/** One notification, and the facts that decide its recipients. */
export interface AlertNotification {
  /** row of the event log: the id of the notification */
  logId: number;
  /** of the lot now; used for authorization only, never sent */
  farmId: string | null;
  told: AlertPayload;
}

const rows = z.array(
  alertPayload.shape.alert.extend({ farmId: z.string().nullable(), raisedAt: z.date(), updatedAt: z.date() }),
);

/** Source of `notificationsOf`; `$1`: ids of alerts. Those of deleted lots have no notifications. */
export const NOTIFIED_ALERTS = `select a.id, l.id as "lotUuid", l.lot_id as "lotId", l.farm_id as "farmId", a.type, a.severity, a.status,
    a.outcome, a.created_at as "raisedAt", a.updated_at as "updatedAt"
  from alert a join ${LIVE_LOTS} l on l.id = a.lot_id where a.id = any($1::uuid[])`;

/**
 * The notifications of events, in their order.
 * @param read runs `NOTIFIED_ALERTS` with the ids of the alerts
 */
export async function notificationsOf(
  news: readonly Change[],
  read: (alertIds: readonly string[]) => Promise<unknown>,
): Promise<AlertNotification[]> {
  const items = news.filter((item) => item.topic === 'alert');
  if (items.length === 0) return [];
  const named = rows.parse(await read([...new Set(items.map(({ alertId }) => alertId))]));
  const byId = new Map(named.map((row) => [row.id, row]));
  return items.flatMap(({ id: logId, kind, alertId }): AlertNotification[] => {
    const row = byId.get(alertId);
    if (row === undefined) return [];
    const { farmId, ...found } = row;
    const alert = { ...found, raisedAt: row.raisedAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
    return [{ logId, farmId, told: { event: `alert.${kind}`, alert } }];
  });
}
