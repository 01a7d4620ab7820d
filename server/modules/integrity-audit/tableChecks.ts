import { ALERT_FILES, checkFileBytes } from '../alerts/files/signedFiles.ts';
import { ALERT_COMMENTS, ALERT_TASK_ROWS } from '../alerts/investigation/signedInvestigation.ts';
import type { AuditSegment } from '../audit/auditSegments.ts';
import { checkAudit } from '../audit/checkAudit.ts';
import { checkMade } from '../audit/checkMade.ts';
import type { Database } from '../../platform/database/database.ts';
import { INSTALLATION_SETTINGS } from '../../platform/database/installationSettings.ts';
import type { RegisterContent } from '../../domain/ledger/content.ts';
import { checkPlots } from '../farms/checkPlots.ts';
import { PLOT_VERSIONS, PLOTS } from '../farms/signedPlots.ts';
import { DELIVERIES, WEBHOOK_ROWS } from '../webhooks/signedWebhooks.ts';
import { ACCOUNTS, PARTNER_KEYS, REFRESH_TOKENS, SESSIONS } from '../identity/signedIdentity.ts';
import { ALERT_MAIL, ALERTS_TOLD } from '../mail/signedMail.ts';
import { ERASURE_LOTS, ERASURES } from '../privacy/signedErasures.ts';
import { checkReports } from '../reports/checkReports.ts';
import { checkRowSignatures } from '../../platform/row-signatures/checkRowSignatures.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import type { SignedTable } from '../../platform/row-signatures/signedRows.ts';
import { checkFigures } from '../monitoring/statistics/checkStatistics.ts';
import { checkOperations } from './checkOperations.ts';
import { MOST_FINDINGS } from './runState.ts';

/** What the checks of tables rest on. */
export interface TableCheckBase {
  database: Database;
  /** contents of the register chain as the ledger holds them */
  contents: readonly RegisterContent[];
  /** whether the lines of a portion of the audit table are compared in this run */
  comparesLines(portion: AuditSegment): boolean;
  /** ends the longer checks */
  signal: AbortSignal | undefined;
}

/** Sealed tables, and which of their rows carry a seal. */
const SEALED: readonly (readonly [SignedTable, string])[] = [
  [ACCOUNTS, 'true'],
  [PARTNER_KEYS, 'true'],
  [SESSIONS, 't.ended_at is null'],
  [REFRESH_TOKENS, 't.expires_at > now()'],
  [ERASURES, 'true'],
  [ERASURE_LOTS, 'true'],
  [ALERT_TASK_ROWS, 'true'],
  [ALERT_COMMENTS, 'true'],
  [ALERT_FILES, 'true'],
  [WEBHOOK_ROWS, 'true'],
  [DELIVERIES, 'true'],
  [ALERT_MAIL, 'true'],
  [ALERTS_TOLD, 'true'],
  [INSTALLATION_SETTINGS, 'true'],
  [PLOTS, 'true'],
  [PLOT_VERSIONS, 'true'],
];

/** Every check of tables beside those of lots and blocks, in order; each runs in every night. */
export const TABLE_CHECKS: readonly ((base: TableCheckBase) => Promise<Finding[]>)[] = [
  ({ database }) => checkQueue(database),
  ({ database, contents }) => checkReports(database, contents),
  ({ database, contents, comparesLines }) => checkAudit(database, anchoredSegments(contents), comparesLines),
  ({ database }) => checkMade(database),
  ({ database }) => checkPlots(database),
  ({ database }) => database.schema.compare(),
  ({ database }) => checkOperations(database),
  ({ database, signal }) => checkFigures(database, signal),
  ...SEALED.map(
    ([rows, condition]) =>
      ({ database }: TableCheckBase) =>
        checkRowSignatures(database, rows, condition),
  ),
  ({ database }) => checkFileBytes(database),
];

/** What is to be sent for an event that is not there. */
async function checkQueue(database: Database): Promise<Finding[]> {
  const strays = await database.rows<{ row: string }>(
    `select o.event_id as row from ledger_outbox o where not exists (select from lot_event e where e.event_id = o.event_id)
     order by 1 limit ${MOST_FINDINGS}`,
  );
  return strays.map(({ row }) => ({ table: 'ledger_outbox', row, fault: 'belongs to no event' }));
}

function anchoredSegments(contents: readonly RegisterContent[]): Map<number, string> {
  return new Map(contents.flatMap(({ entry }) => (entry.kind === 'audit' ? [[entry.portion, entry.hash]] : [])));
}
