import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { NewsItem } from '../database/news.ts';
import { ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../domain/alerts.ts';
import { sealRows, wholeRows } from '../seals/sealedRows.ts';
import { DELIVERIES, WEB_HOOKS } from './sealedHooks.ts';

type AlertNewsItem = Extract<NewsItem, { topic: 'alert' }>;

const alertRows = z.array(
  z.object({
    id: z.string(),
    lotUuid: z.string(),
    lotId: z.string(),
    farmId: z.string().nullable(),
    type: z.enum(ALERT_TYPES),
    severity: z.enum(ALERT_SEVERITIES),
    status: z.enum(ALERT_STATUSES),
    outcome: z.string().nullable(),
    raisedAt: z.coerce.date(),
    updatedAt: z.coerce.date(),
  }),
);
type AlertRow = z.infer<typeof alertRows>[number];

/** What a web hook is told of an alert: ids and codes, no person, no place and no text. */
export interface ToldAlert {
  /** of the delivery: the same when it comes again */
  deliveryId: string;
  event: string;
  alert: {
    id: string;
    /** UUID of the lot */
    lotUuid: string;
    /** as people write it, e.g. LOT702 */
    lotId: string;
    type: string;
    severity: string;
    /** as it was when this was written down */
    status: string;
    outcome: string | null;
    /** ISO 8601, UTC */
    raisedAt: string;
    updatedAt: string;
  };
}

/**
 * Writes down what each hook is to be told of news, in the transaction that reads them.
 * @returns the hooks that have something to be told and are not waiting for another attempt
 */
export async function writeDown(em: EntityManager, news: readonly NewsItem[], at: Date): Promise<string[]> {
  const told = news.filter((item): item is AlertNewsItem => item.topic === 'alert');
  if (told.length === 0) return [];
  const hooks: { id: string; farmId: string; due: boolean }[] = await em.execute(
    `select id, farm_id as "farmId", next_at is null as due from web_hook where disabled_at is null order by id for share`,
  );
  if (hooks.length === 0) return [];
  // One that was changed past the program is told nothing.
  const whole = await wholeRows(
    em,
    WEB_HOOKS,
    hooks.map(({ id }) => id),
  );
  const alerts = await alertsOf(em, told);
  const due = new Set<string>();
  const rows = hooks
    .filter(({ id }) => whole.has(id))
    .flatMap((hook) =>
      told.flatMap((item) => {
        const alert = alerts.get(item.alertId);
        if (alert === undefined || (hook.farmId !== '' && hook.farmId !== alert.farmId)) return [];
        if (hook.due) due.add(hook.id);
        const id = randomUUID();
        const event = `alert.${item.kind}`;
        const body = JSON.stringify(toldOf(id, event, alert));
        return [{ id, hook_id: hook.id, log_id: item.id, event, body, created_at: at.toISOString() }];
      }),
    );
  if (rows.length === 0) return [];
  const written: { id: string }[] = await em.execute(
    `insert into web_hook_delivery (id, hook_id, log_id, event, body, created_at)
     select id, hook_id, log_id, event, body, created_at from json_populate_recordset(null::web_hook_delivery, ?::json)
     on conflict (hook_id, log_id) do nothing returning id`,
    [JSON.stringify(rows)],
  );
  await sealRows(
    em,
    DELIVERIES,
    written.map(({ id }) => id),
  );
  return [...due];
}

async function alertsOf(em: EntityManager, told: readonly AlertNewsItem[]): Promise<Map<string, AlertRow>> {
  const rows = alertRows.parse(
    await em.execute(
      `select a.id, l.id as "lotUuid", l.lot_id as "lotId", l.farm_id as "farmId", a.type, a.severity, a.status, a.outcome,
         a.created_at as "raisedAt", a.updated_at as "updatedAt"
       from alert a join lot l on l.id = a.lot_id and l.deleted_at is null
       where a.id in (select value::uuid from json_array_elements_text(?::json))`,
      [JSON.stringify([...new Set(told.map(({ alertId }) => alertId))])],
    ),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function toldOf(deliveryId: string, event: string, row: AlertRow): ToldAlert {
  const { id, lotUuid, lotId, type, severity, status, outcome } = row;
  const [raisedAt, updatedAt] = [row.raisedAt.toISOString(), row.updatedAt.toISOString()];
  return { deliveryId, event, alert: { id, lotUuid, lotId, type, severity, status, outcome, raisedAt, updatedAt } };
}
