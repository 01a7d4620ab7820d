import { createHash, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { findingKey, type LossPixel } from '../../domain/forest/forest.ts';
import { textOf, type Message } from '../../domain/messages/message.ts';
import { stored } from '../../domain/messages/registry.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import type { Lot } from '../lots/lot.ts';
import { SYSTEM } from '../lots/lotEvents.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import type { Alert } from './alert.ts';
import { alertStep, newAlertKey, type AlertFacts } from './alertOnLedger.ts';

/** The finding of a satellite check, for a person's decision. */
export interface SatelliteFinding {
  checkId: string;
  place: PlaceMicro;
  dataset: string;
  datasetVersion: string;
  lossPixels: readonly LossPixel[];
  title: Message;
  description: readonly Message[];
  at: Date;
}

type MessageFacts = Pick<Alert, 'title' | 'description' | 'titleSaid' | 'descriptionSaid'>;

/** The stored title and description of an alert, with the codes that generate them. */
function alertSays({ title, description }: SatelliteFinding): MessageFacts {
  return {
    title: title.text,
    description: textOf(description) ?? '',
    titleSaid: stored([title]),
    descriptionSaid: stored(description),
  };
}

/**
 * Raises one high alert for a finding, with its ledger event; nothing if the finding has one. The caller holds the
 * lot's row lock.
 */
export async function raiseFinding(
  em: EntityManager,
  lotWriter: LotWriter,
  lot: Lot,
  finding: SatelliteFinding,
): Promise<void> {
  await raiseAlert(em, lotWriter, lot, {
    ledgerKey: newAlertKey(),
    type: 'deforestation',
    severity: 'high',
    status: 'active',
    ...alertSays(finding),
    latMicro: finding.place.latMicro,
    lonMicro: finding.place.lonMicro,
    findingKey: createHash('sha256').update(findingKey(finding)).digest('hex'),
    findingPixels: finding.lossPixels.map(({ latMicro, lonMicro, year }) => [latMicro, lonMicro, year]),
    checkId: finding.checkId,
    note: null,
    outcome: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedKey: null,
    closedAt: null,
    closedBy: null,
    closedKey: null,
    createdAt: finding.at,
  });
}

/**
 * Raises an alert on a lot whose row lock the caller holds, with its ledger event and subscription event.
 * @returns its id; null when the lot has an alert of this finding already
 */
export async function raiseAlert(
  em: EntityManager,
  lotWriter: LotWriter,
  lot: Lot,
  alert: AlertFacts & Partial<MessageFacts>,
): Promise<string | null> {
  const id = randomUUID();
  const raised = await em.execute(
    `insert into alert (id, lot_id, check_id, type, severity, title, description, title_said, description_said, lat_micro,
       lon_micro, finding_key, finding_pixels, created_at, updated_at, ledger_key)
     values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?::jsonb, ?, ?, ?)
     on conflict (lot_id, finding_key) do nothing returning id`,
    [
      id,
      lot.id,
      alert.checkId,
      alert.type,
      alert.severity,
      alert.title,
      alert.description,
      JSON.stringify(alert.titleSaid ?? []),
      JSON.stringify(alert.descriptionSaid ?? []),
      alert.latMicro,
      alert.lonMicro,
      alert.findingKey,
      JSON.stringify(alert.findingPixels),
      alert.createdAt,
      alert.createdAt,
      alert.ledgerKey,
    ],
  );
  if (raised.length === 0) return null;
  await lotWriter.recordAlert(em, lot, alertStep(alert, 'raised', 'system'), SYSTEM, alert.createdAt);
  await logEvent(em, { topic: 'alert', kind: 'raised', alertId: id, lotId: lot.id });
  await lotWriter.followAlert(em, { alertId: id, lotId: lot.id, at: alert.createdAt });
  return id;
}
