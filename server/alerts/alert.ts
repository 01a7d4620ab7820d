import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { AlertOutcome, AlertSeverity, AlertStatus, AlertType } from '../domain/alerts.ts';

/** A finding that a person should look at. */
export const AlertEntity = defineEntity({
  name: 'Alert',
  tableName: 'alert',
  properties: {
    id: p.uuid().primary(),
    lotId: p.uuid(),
    checkId: p.uuid().nullable(),
    type: p.text().$type<AlertType>(),
    severity: p.text().$type<AlertSeverity>(),
    status: p.text().$type<AlertStatus>(),
    title: p.text(),
    description: p.text(),
    latMicro: p.integer().nullable(),
    lonMicro: p.integer().nullable(),
    findingKey: p.text(),
    findingPixels: p.json().$type<[number, number][]>(),
    note: p.text().nullable(),
    outcome: p.text().$type<AlertOutcome>().nullable(),
    acknowledgedAt: p.datetime().nullable(),
    acknowledgedBy: p.uuid().nullable(),
    closedAt: p.datetime().nullable(),
    closedBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    version: p.integer().version(),
  },
});
export type Alert = InferEntity<typeof AlertEntity>;
