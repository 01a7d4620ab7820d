import { z } from 'zod';
import { ALERT_OUTCOMES, ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../alert/alerts.ts';
import { ROLES } from '../access/permissions.ts';

const instant = z.iso.datetime();

/** What an alert says: the committed value `alertFinding`. */
export const alertFinding = z.strictObject({
  type: z.enum(ALERT_TYPES),
  severity: z.enum(ALERT_SEVERITIES),
  title: z.string(),
  description: z.string(),
  raisedAt: instant,
});
export type AlertFinding = z.infer<typeof alertFinding>;

/** Where it was found and by which check: the committed value `alertPlace`. Places in micro-degrees. */
export const alertPlace = z.strictObject({
  latMicro: z.int().nullable(),
  lonMicro: z.int().nullable(),
  findingKey: z.string(),
  pixels: z.array(z.tuple([z.int(), z.int(), z.int()])),
  checkId: z.string().nullable(),
});
export type AlertPlace = z.infer<typeof alertPlace>;

/** State of an alert after a step: the committed value `alertAnswer`. `role`: of the person who took the step. */
export const alertAnswer = z.strictObject({
  status: z.enum(ALERT_STATUSES),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  outcome: z.enum(ALERT_OUTCOMES).nullable(),
  role: z.enum([...ROLES, 'system']),
});
export type AlertAnswer = z.infer<typeof alertAnswer>;
