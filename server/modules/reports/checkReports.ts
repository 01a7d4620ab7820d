import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { RegisterContent } from '../../domain/ledger/content.ts';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { SEAL_FAULTS } from '../../platform/row-signatures/checkRowSignatures.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { PARTS_DIFFER } from './reportParts.ts';
import {
  commitmentOf,
  FILE_VERSION,
  fileIdentity,
  verifyReportFile,
  judgeReport,
  REPORT_COLUMNS,
  signedReport,
} from './signedReports.ts';
import { storedFile } from './storedReport.ts';

const AT_ONCE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const anchoredFile = storedFile.extend({ salt: z.instanceof(Buffer).nullable(), anchor: z.string().nullable() });
type AnchoredFile = z.infer<typeof anchoredFile>;

/**
 * Checks stored reports and their files against their row signatures and against the commitments of the register chain.
 * @param register contents of the register chain as the ledger holds them
 * @returns what does not match, in order
 */
export async function checkReports(database: Database, register: readonly RegisterContent[]): Promise<Finding[]> {
  const anchors = new Map(register.map(({ eventId, at, entry }) => [eventId, { at, entry }]));
  const findings: Finding[] = [];
  const counted = new Map<string, number>();
  for (let after = FIRST_ID; ;) {
    const reports = (
      await database.rows(`select ${REPORT_COLUMNS} from report where id > $1 order by id limit ${AT_ONCE}`, [after])
    ).map((row) => signedReport.parse(row));
    const last = reports.at(-1)?.id;
    if (last === undefined) break;
    for (const report of reports) {
      const verdict = judgeReport(database.seals, report);
      if (verdict !== 'whole') findings.push({ table: 'report', row: report.id, fault: SEAL_FAULTS[verdict] });
    }
    const parted = reports.filter(({ in_parts: inParts }) => inParts).map(({ id }) => id);
    for (const row of await database.rows<{ id: string }>(
      `select r.id from report r where r.id = any($1) and ${PARTS_DIFFER} order by r.id`,
      [parted],
    )) {
      findings.push({
        table: 'report_part',
        row: row.id,
        fault: 'lacks a piece, has one too many, or holds another one than the report tells of',
      });
    }
    const files = (
      await database.rows(
        `select report_id, format, name, media_type, personal, bytes, salt, seal, anchor,
           ${FILE_VERSION} as newest from report_file
         where report_id > $1 and report_id <= $2 order by report_id, format`,
        [after, last],
      )
    ).map((row) => anchoredFile.parse(row));
    for (const file of files) {
      if (file.anchor !== null) counted.set(file.anchor, (counted.get(file.anchor) ?? 0) + 1);
      const fault = await fileFault(database, file, anchors);
      if (fault !== null) findings.push({ table: 'report_file', row: fileIdentity(file), fault });
    }
    after = last;
  }
  const retainedSince = new Date();
  retainedSince.setUTCFullYear(retainedSince.getUTCFullYear() - KEPT_YEARS);
  for (const [eventId, { at, entry }] of anchors) {
    // Files past their retention period were deleted legitimately.
    if (entry.kind !== 'reports' || new Date(at) < retainedSince) continue;
    const missing = entry.files.length - (counted.get(eventId) ?? 0);
    if (missing > 0) {
      const fault = `lacks ${missing} of the files that register event ${eventId} holds`;
      findings.push({ table: 'report_file', row: eventId, fault });
    }
  }
  return findings;
}

async function fileFault(
  database: Database,
  file: AnchoredFile,
  anchors: ReadonlyMap<string, { entry: RegisterContent['entry'] }>,
): Promise<string | null> {
  const verdict = verifyReportFile(database.seals, file);
  if (verdict !== 'whole') return SEAL_FAULTS[verdict];
  if (file.anchor === null) return null;
  const entry = anchors.get(file.anchor)?.entry;
  if (entry?.kind !== 'reports') return 'names an event that the register chain does not hold';
  const { bytes, salt } = file;
  if (bytes === null) return salt === null ? null : 'keeps the salt of an erased file';
  if (salt === null || !entry.files.includes(await commitmentOf({ ...file, bytes, salt }))) {
    return 'is not the file that the register chain commits to';
  }
  return null;
}
