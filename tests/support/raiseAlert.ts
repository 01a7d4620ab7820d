import { randomUUID } from 'node:crypto';
import { newAlertKey } from '../../server/modules/alerts/alertOnLedger.ts';
import { raiseAlert } from '../../server/modules/alerts/findings.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { AlertSeverity, AlertType } from '../../server/domain/alert/alerts.ts';
import { LotWriter } from '../../server/modules/lots/lotWriter.ts';

/**
 * An alert without a satellite check, as it is in database and outbox: smoke, reported by a neighbor. @returns its id
 */
export async function raiseSmoke(
  database: Database,
  lotUuid: string,
  alert: { type?: AlertType; severity?: AlertSeverity; at?: Date; title?: string; description?: string } = {},
): Promise<string> {
  const writer = new LotWriter({ mspId: 'ManamCoopMSP' }, { passOn: async () => undefined });
  const id = await database.write(async (em) => {
    const lot = await writer.lock(em, lotUuid);
    if (lot === null) throw new Error(`There is no lot ${lotUuid}`);
    return raiseAlert(em, writer, lot, {
      ledgerKey: newAlertKey(),
      type: alert.type ?? 'fire',
      severity: alert.severity ?? 'low',
      status: 'active',
      title: alert.title ?? 'Smoke',
      description: alert.description ?? 'Seen by a neighbour',
      latMicro: null,
      lonMicro: null,
      findingKey: randomUUID(),
      findingPixels: [],
      checkId: null,
      note: null,
      outcome: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedKey: null,
      closedAt: null,
      closedBy: null,
      closedKey: null,
      createdAt: alert.at ?? new Date(),
    });
  });
  if (id === null) throw new Error('The alert was not raised');
  return id;
}
