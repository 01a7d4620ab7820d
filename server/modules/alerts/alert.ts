import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { AlertOutcome, AlertSeverity, AlertStatus, AlertType } from '../../domain/alert/alerts.ts';
import type { StoredMessage } from '../../domain/messages/registry.ts';

/** A finding that a person should look at. */
export const AlertEntity = defineEntity({
  name: 'Alert',
  tableName: 'alert',
  properties: {
    id: p.uuid().primary(),
    lotId: p.uuid(),
    checkId: p.uuid().strictNullable(),
    type: p.text().$type<AlertType>(),
    severity: p.text().$type<AlertSeverity>(),
    status: p.text().$type<AlertStatus>(),
    title: p.text(),
    description: p.text(),
    /** the codes of title and description; they count only if they generate these texts (`storedMessages`) */
    titleSaid: p.json().$type<StoredMessage[]>(),
    descriptionSaid: p.json().$type<StoredMessage[]>(),
    latMicro: p.integer().strictNullable(),
    lonMicro: p.integer().strictNullable(),
    findingKey: p.text(),
    /** of each loss pixel of the finding, so that a later check can distinguish new loss */
    findingPixels: p.json().$type<[latMicro: number, lonMicro: number, year: number][]>(),
    note: p.text().strictNullable(),
    outcome: p.text().$type<AlertOutcome>().strictNullable(),
    acknowledgedAt: p.datetime().strictNullable(),
    acknowledgedBy: p.uuid().strictNullable(),
    /** the partner key, where no person did */
    acknowledgedKey: p.uuid().strictNullable(),
    closedAt: p.datetime().strictNullable(),
    closedBy: p.uuid().strictNullable(),
    closedKey: p.uuid().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    version: p.integer().version(),
    /** its name on the ledger; null until it is recorded there */
    ledgerKey: p.text().strictNullable(),
  },
});
export type Alert = InferEntity<typeof AlertEntity>;
