import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { AlertNotification } from '../alerts/notifications/alertPayload.ts';
import { LONGEST_HOOK_PAUSE_MS } from './webhookPauses.ts';
import { DELIVERIES, WEBHOOK_ROWS } from './signedWebhooks.ts';

/**
 * Stores deliveries for each hook, in the transaction that reads the events. A body is the alert's notification, with
 * `deliveryId` before it: the same in each retry.
 * @returns the hooks that have deliveries and do not wait for another attempt
 */
export async function writeDeliveries(
  em: EntityManager,
  notifications: readonly AlertNotification[],
  at: Date,
): Promise<string[]> {
  const hooks: { id: string; farmId: string; due: boolean }[] = await em.execute(
    `select id, farm_id as "farmId", next_at is null or next_at > ?::timestamptz as due
     from web_hook where disabled_at is null order by id for share`,
    [new Date(at.getTime() + LONGEST_HOOK_PAUSE_MS)],
  );
  if (hooks.length === 0) return [];
  // A hook that was changed outside of the program gets no deliveries.
  const whole = await verifiedRows(
    em,
    WEBHOOK_ROWS,
    hooks.map(({ id }) => id),
  );
  const due = new Set<string>();
  const rows = hooks
    .filter(({ id }) => whole.has(id))
    .flatMap((hook) =>
      notifications.flatMap(({ logId, farmId, told }) => {
        if (hook.farmId !== '' && hook.farmId !== farmId) return [];
        if (hook.due) due.add(hook.id);
        const id = randomUUID();
        const body = JSON.stringify({ deliveryId: id, ...told });
        return [{ id, hook_id: hook.id, log_id: logId, event: told.event, body, created_at: at.toISOString() }];
      }),
    );
  if (rows.length === 0) return [];
  const written: { id: string }[] = await em.execute(
    `insert into web_hook_delivery (id, hook_id, log_id, event, body, created_at)
     select id, hook_id, log_id, event, body, created_at from json_populate_recordset(null::web_hook_delivery, ?::json)
     on conflict (hook_id, log_id) do nothing returning id`,
    [JSON.stringify(rows)],
  );
  await signRows(
    em,
    DELIVERIES,
    written.map(({ id }) => id),
  );
  return [...due];
}
