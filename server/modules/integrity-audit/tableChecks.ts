import { ALERT_FILES, checkFileBytes } from '../alerts/files/signedFiles.ts';
import { SIGNED_INVESTIGATION } from '../alerts/investigation/signedInvestigation.ts';
import type { AuditSegment } from '../audit/auditSegments.ts';
import { checkAudit } from '../audit/checkAudit.ts';
import { checkMade } from '../audit/checkMade.ts';
import type { Database } from '../../platform/database/database.ts';
import { INSTALLATION_SETTINGS } from '../../platform/database/installationSettings.ts';
import type { RegisterContent } from '../../domain/ledger/content.ts';
import { checkPlots } from '../farms/checkPlots.ts';
import { DELIVERY_ROWS } from '../lots/deliveries.ts';
import { FARM_ROWS } from '../farms/signedFarms.ts';
import { SIGNED_PLOTS } from '../farms/signedPlots.ts';
import { SIGNED_WEBHOOKS } from '../webhooks/signedWebhooks.ts';
import { SIGNED_IDENTITY } from '../identity/signedIdentity.ts';
import { SIGNED_MAIL } from '../mail/signedMail.ts';
import { SHIPPING_REVIEW_ROWS } from '../lots/shipping/shippingReviewRows.ts';
import { SIGNED_CONSIGNMENTS } from '../consignments/signedConsignments.ts';
import { checkBuyerTasks } from '../consignments/recall/checkBuyerTasks.ts';
import { checkStatementBytes } from '../statements/checkStatementBytes.ts';
import { SIGNED_STATEMENTS } from '../statements/signedStatements.ts';
import { checkAnswers } from '../due-diligence/checkAnswers.ts';
import { checkDocuments } from '../due-diligence/checkDocuments.ts';
import { SIGNED_DUE_DILIGENCE } from '../due-diligence/signedDueDiligence.ts';
import { SIGNED_COOPERATIVE } from '../cooperative/signedCooperative.ts';
import { SIGNED_PARTIES } from '../parties/signedParties.ts';
import { SIGNED_ERASURES } from '../privacy/signedErasures.ts';
import { checkReports } from '../reports/checkReports.ts';
import { checkRowSignatures } from '../../platform/row-signatures/checkRowSignatures.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import type { SignedTable } from '../../platform/row-signatures/signedRows.ts';
import { checkFigures } from '../monitoring/statistics/checkStatistics.ts';
import { checkTransformations } from '../transformations/checkTransformations.ts';
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

/** The signed tables of all modules. */
const SIGNED_TABLES: readonly SignedTable[] = [
  ...SIGNED_IDENTITY,
  ...SIGNED_ERASURES,
  ...SIGNED_INVESTIGATION,
  ALERT_FILES,
  ...SIGNED_WEBHOOKS,
  ...SIGNED_MAIL,
  INSTALLATION_SETTINGS,
  FARM_ROWS,
  ...SIGNED_PLOTS,
  ...SIGNED_COOPERATIVE,
  ...SIGNED_PARTIES,
  DELIVERY_ROWS,
  SHIPPING_REVIEW_ROWS,
  ...SIGNED_CONSIGNMENTS,
  ...SIGNED_STATEMENTS,
  ...SIGNED_DUE_DILIGENCE,
];

/** Every check of tables beside those of lots and blocks, in order; each runs in every night. */
export const TABLE_CHECKS: readonly ((base: TableCheckBase) => Promise<Finding[]>)[] = [
  ({ database }) => checkQueue(database),
  ({ database, contents }) => checkReports(database, contents),
  ({ database, contents, comparesLines }) => checkAudit(database, anchoredSegments(contents), comparesLines),
  ({ database }) => checkMade(database),
  ({ database }) => checkPlots(database),
  ({ database, signal }) => checkTransformations(database, signal),
  ({ database }) => database.schema.compare(),
  ({ database }) => checkOperations(database),
  ({ database, signal }) => checkFigures(database, signal),
  ...SIGNED_TABLES.map(
    (rows) =>
      ({ database }: TableCheckBase) =>
        checkRowSignatures(database, rows),
  ),
  ({ database }) => checkFileBytes(database),
  ({ database, contents }) => checkDocuments(database, contents),
  ({ database }) => checkAnswers(database),
  ({ database }) => checkBuyerTasks(database),
  ({ database }) => checkStatementBytes(database),
];

/** What is to be sent for an event that is not there. */
async function checkQueue(database: Database): Promise<Finding[]> {
  const strays = await database.rows<{ row: string }>(
    `select o.event_id as row from ledger_outbox o where not exists (select from lot_event e where e.event_id = o.event_id)
       and not exists (select from consignment_event e where e.event_id = o.event_id)
     order by 1 limit ${MOST_FINDINGS}`,
  );
  return strays.map(({ row }) => ({ table: 'ledger_outbox', row, fault: 'belongs to no event' }));
}

function anchoredSegments(contents: readonly RegisterContent[]): Map<number, string> {
  return new Map(contents.flatMap(({ entry }) => (entry.kind === 'audit' ? [[entry.portion, entry.hash]] : [])));
}
