import type { Rows } from '../../../platform/database/rows.ts';
import type { Finding } from '../../../domain/ledger/finding.ts';
import { signedTable } from '../../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../../platform/row-signatures/instantSql.ts';

/** Files of alerts, by the hash of their bytes: readers of the bytes compare them with it. */
export const ALERT_FILES = signedTable({
  kind: 'alert-file',
  table: 'alert_file',
  key: { column: 'id', type: 'uuid' },
  facts: {
    alertId: 't.alert_id',
    uploadedBy: 't.uploaded_by',
    uploadedKey: 't.uploaded_key',
    uploadedAt: instantSql('t.uploaded_at'),
    mediaType: 't.media_type',
    sizeBytes: 't.size_bytes',
    name: 't.name',
    sha256: `encode(t.sha256, 'hex')`,
    removedAt: instantSql('t.removed_at'),
  },
});

const AT_ONCE = 50;

/** Walks the bytes of all files against their hashes. */
export async function checkFileBytes(database: Pick<Rows, 'rows'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database.rows<{ id: string; whole: boolean }>(
      `select id, sha256(bytes) = sha256 as whole from alert_file where removed_at is null and id > $1 order by id limit ${AT_ONCE}`,
      [after],
    );
    for (const { id, whole } of rows) {
      if (!whole) findings.push({ table: 'alert_file', row: id, fault: 'holds other bytes than the program stored' });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < AT_ONCE) return findings;
  }
}
