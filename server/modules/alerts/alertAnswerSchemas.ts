import { z } from 'zod';
import { ALERT_OUTCOMES, ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../../domain/alert/alerts.ts';
import type { Message } from '../../domain/messages/message.ts';
import { count, instant, paginationSchema, messageSchema, messageSchemas } from '../../platform/rest/answerSchemas.ts';

export const alertSchema = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(ALERT_TYPES),
    severity: z.enum(ALERT_SEVERITIES),
    status: z.enum(ALERT_STATUSES),
    title: z.string(),
    description: z.string(),
    titleSaid: messageSchema,
    descriptionSaid: messageSchemas,
    lotId: z.string(),
    lot: z.strictObject({ lotId: z.string(), farmerName: z.string().nullable(), farmId: z.string().nullable() }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    createdAt: instant,
    updatedAt: instant,
    acknowledgedAt: instant.nullable(),
    closedAt: instant.nullable(),
    closedBy: z.string().nullable(),
    note: z.string().nullable(),
    outcome: z.enum(ALERT_OUTCOMES).nullable(),
    assignee: z.string().nullable().describe('Name of the account that is to look into it'),
    dueOn: z.iso.date().nullable().describe('Last day for that, YYYY-MM-DD'),
  })
  .meta({ id: 'Alert' });

/**
 * An alert as staff see it (docs/spec/alerts.md, 'Fields'). Instants are ISO 8601, UTC; places in degrees. Older rows may
 * have messages of codes that are no longer written.
 */
export type AlertView = Omit<z.infer<typeof alertSchema>, 'titleSaid' | 'descriptionSaid'> & {
  titleSaid: Message;
  descriptionSaid: Message[];
};

export const alertResponse = z.strictObject({ alert: alertSchema });
export const alertsAnswer = z.strictObject({ alerts: z.array(alertSchema) });
export const alertPageAnswer = z.strictObject({ alerts: z.array(alertSchema), pagination: paginationSchema });
export const alertsUpdatedAnswer = z.strictObject({
  updated: count,
  notFound: z.array(z.string()).describe('Also those out of sight'),
});
export const alertStatsAnswer = z.strictObject({
  total: count,
  active: count,
  byStatus: z.record(z.enum(ALERT_STATUSES), count),
  bySeverity: z.record(z.enum(ALERT_SEVERITIES), count),
  byType: z.record(z.enum(ALERT_TYPES), count),
  averageResponseHours: z
    .number()
    .nullable()
    .describe('From raised to first answered; null when none was answered yet'),
});
export type AlertStatsView = z.infer<typeof alertStatsAnswer>;
