import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { fileCommitment } from '../../domain/ledger/register.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import type { Anchor } from '../ledger/register/anchoring.ts';
import { NEWEST_VERSION, newestVersionSql } from '../../platform/row-signatures/rowVersions.ts';
import { identitySql, newSignatures, type SignedTable } from '../../platform/row-signatures/signedRows.ts';
import type { RowSigner, SignatureVerdict } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';

/** Number of files whose commitments are anchored together. */
const AT_ONCE = 50;
export const SALT_BYTES = 32;

/** Stored reports as versioned rows. */
export const REPORT_ROWS: Pick<SignedTable, 'kind' | 'table' | 'key' | 'again'> = {
  kind: 'report',
  table: 'report',
  key: { column: 'id', type: 'uuid' },
  again: false,
};
const FILES: Pick<SignedTable, 'kind' | 'again'> = { kind: 'report-file', again: false };

/** SQL of the newest line about a report's file. */
export const FILE_VERSION = newestVersionSql('report-file', `report_file.report_id::text || ' ' || report_file.format`);

/**
 * The signed facts of a row of `report`. PostgreSQL hashes the large columns; it writes one text for one value of
 * jsonb.
 */
export const signedReport = z.object({
  id: z.string(),
  kind: z.string(),
  created_by: z.string().nullable(),
  key_id: z.string().nullable(),
  creator_role: z.string(),
  scope_farm_id: z.string().nullable(),
  period_from: z.string(),
  period_to: z.string(),
  sample_data: z.boolean(),
  in_parts: z.boolean(),
  figures: z.string(),
  lots: z.string(),
  plots: z.string().nullable(),
  created_at: z.coerce.date(),
  erased_at: z.coerce.date().nullable(),
  seal: z.string().nullable(),
  /** the newest line about it */
  newest: z.unknown(),
});
export type SignedReport = z.infer<typeof signedReport>;

/** SQL of the SHA-256 of what a column holds, hex. */
export const hashOf = (column: string): string => `encode(sha256(convert_to(${column}::text, 'UTF8')), 'hex')`;

/** The columns of a `SignedReport` without lots and plots; figures as SHA-256. */
export const REPORT_SMALL_COLUMNS = `id, kind, created_by, key_id, creator_role, scope_farm_id,
  period_from::text as period_from, period_to::text as period_to, sample_data, in_parts, ${hashOf('figures')} as figures, created_at,
  erased_at, seal, ${newestVersionSql('report', identitySql(REPORT_ROWS, 'report'))} as newest`;

/** The columns of a `SignedReport`; figures, lots and plots as SHA-256. */
export const REPORT_COLUMNS = `${REPORT_SMALL_COLUMNS}, ${hashOf('lots')} as lots, ${hashOf('plots')} as plots`;

/** The signed facts of a report: who made it, its period, and the source of its files. */
export function reportFacts(row: SignedReport): SignedFacts {
  return {
    kind: row.kind,
    createdBy: row.created_by,
    keyId: row.key_id,
    creatorRole: row.creator_role,
    farm: row.scope_farm_id,
    from: row.period_from,
    to: row.period_to,
    sampleData: row.sample_data,
    inParts: row.in_parts,
    figures: row.figures,
    lots: row.lots,
    plots: row.plots,
    createdAt: row.created_at.toISOString(),
    erasedAt: row.erased_at?.toISOString() ?? null,
    [NEWEST_VERSION]: row.newest,
  };
}

/** The signed facts of a row of `report_file`. */
export interface SignedFile {
  report_id: string;
  format: string;
  name: string;
  media_type: string;
  personal: boolean;
  /** null once erased */
  bytes: Buffer | null;
  /** the newest line about it, as `FILE_VERSION` reads it */
  newest?: unknown;
}

export const fileIdentity = ({ report_id: id, format }: Pick<SignedFile, 'report_id' | 'format'>): string =>
  `${id} ${format}`;

/** The signed facts of a report's file. */
export function fileFacts({ name, media_type: mediaType, personal, bytes, newest }: SignedFile): SignedFacts {
  const sha256 = bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
  return { name, mediaType, personal, sha256, [NEWEST_VERSION]: newest };
}

/** Whether a report matches what was stored, or what is wrong with it. */
export function judgeReport(seals: RowSigner, row: SignedReport): SignatureVerdict {
  return seals.judge('report', row.id, reportFacts(row), row.seal);
}

/** Whether a report matches what was stored. */
export function reportIsIntact(seals: RowSigner, row: SignedReport): boolean {
  return judgeReport(seals, row) === 'whole';
}

/** Whether a report's file matches what was stored, or what is wrong with it. */
export function verifyReportFile(seals: RowSigner, row: SignedFile & { seal: string | null }): SignatureVerdict {
  return seals.judge('report-file', fileIdentity(row), fileFacts(row), row.seal);
}

/** Whether a report's file matches what was stored. */
export function fileIsIntact(seals: RowSigner, row: SignedFile & { seal: string | null }): boolean {
  return verifyReportFile(seals, row) === 'whole';
}

/** Signs reports in their present state, in the transaction that wrote them. */
export async function signReports(em: EntityManager, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const [row] = z
      .array(signedReport)
      .parse(await em.execute(`select ${REPORT_COLUMNS} from report where id = ?`, [id]));
    if (row === undefined) throw new Error(`There is no report ${id}`);
    const [sealed] = await newSignatures(em, REPORT_ROWS, [{ identity: id, facts: reportFacts(row), seal: row.seal }]);
    if (sealed !== undefined) await em.execute('update report set seal = ? where id = ?', [sealed.seal, id]);
  }
}

/** The reports that match what was stored. */
export async function intactReports(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const rows = z
    .array(signedReport)
    .parse(
      await em.execute(
        `select ${REPORT_COLUMNS} from report where id::text in (select jsonb_array_elements_text(?::jsonb))`,
        [JSON.stringify(ids)],
      ),
    );
  const seals = signersOf(em);
  return new Set(rows.filter((row) => reportIsIntact(seals, row)).map(({ id }) => id));
}

/** Signs files whose bytes were erased, in the transaction that erased them. */
export async function sealErasedFiles(em: EntityManager, reportIds: readonly string[]): Promise<void> {
  const rows: (Omit<SignedFile, 'bytes'> & { seal: string | null })[] = await em.execute(
    `select report_id, format, name, media_type, personal, seal, ${FILE_VERSION} as newest from report_file
     where bytes is null and report_id::text in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(reportIds)],
  );
  for (const row of rows) {
    const erased = { identity: fileIdentity(row), facts: fileFacts({ ...row, bytes: null }), seal: row.seal };
    const [sealed] = await newSignatures(em, FILES, [erased]);
    if (sealed === undefined) continue;
    await em.execute('update report_file set seal = ? where report_id = ? and format = ?', [
      sealed.seal,
      row.report_id,
      row.format,
    ]);
  }
}

/** The commitment to a stored file that the register chain holds. */
export function commitmentOf(file: SignedFile & { bytes: Buffer; salt: Buffer }): Promise<string> {
  const { report_id: reportId, format, name, media_type: mediaType, bytes, salt } = file;
  return fileCommitment({ reportId, format, name, mediaType, bytes }, salt, nativeSha256);
}

/**
 * Anchors files that have no commitment on the register chain yet. Unsigned files are skipped, and files locked by an
 * erasure are left for the next run.
 */
export const anchorReportFiles: Anchor = async (em, register, at) => {
  const seals = signersOf(em);
  let sound: (SignedFile & { bytes: Buffer; salt: Buffer; seal: string | null })[] = [];
  for (let passed = 0; sound.length === 0; passed += AT_ONCE) {
    const rows: typeof sound = await em.execute(
      `select report_id, format, name, media_type, personal, bytes, salt, seal, ${FILE_VERSION} as newest from report_file
       where anchor is null and bytes is not null and salt is not null order by created_at, report_id, format
       limit ${AT_ONCE} offset ${passed} for update skip locked`,
    );
    if (rows.length === 0) return 0;
    sound = rows.filter((row) => fileIsIntact(seals, row));
  }
  const files = await Promise.all(sound.map(commitmentOf));
  const event = await register.append(em, { kind: 'reports', files }, at);
  for (const { report_id: id, format } of sound) {
    await em.execute('update report_file set anchor = ? where report_id = ? and format = ?', [event, id, format]);
  }
  return sound.length;
};
