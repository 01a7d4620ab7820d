import { randomUUID } from 'node:crypto';
import { newAlertKey } from '../../../server/modules/alerts/alertOnLedger.ts';
import { raiseAlert } from '../../../server/modules/alerts/findings.ts';
import { openBuyerTasks } from '../../../server/modules/consignments/recall/openBuyerTasks.ts';
import { LotWriter } from '../../../server/modules/lots/lotWriter.ts';
import type { TestApp } from '../../support/testApp.ts';

/** Raises an alert on a lot, with all that follows from it in the program. @returns its id */
export async function raiseAlertOn({ app }: Pick<TestApp, 'app'>, lotUuid: string): Promise<string> {
  const writer = new LotWriter(
    { mspId: 'ManamCoopMSP' },
    { passOn: async () => undefined, alertRaised: openBuyerTasks },
  );
  const id = await app.database.write(async (em) => {
    const lot = await writer.lock(em, lotUuid);
    if (lot === null) throw new Error(`There is no lot ${lotUuid}`);
    return raiseAlert(em, writer, lot, {
      ledgerKey: newAlertKey(),
      type: 'fire',
      severity: 'high',
      status: 'active',
      title: 'Smoke',
      description: 'Seen by a neighbour',
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
      createdAt: new Date(),
    });
  });
  if (id === null) throw new Error('The alert was not raised');
  return id;
}
