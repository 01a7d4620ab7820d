import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RegisterContent } from '../../domain/ledger/content.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import type { Database } from '../../platform/database/database.ts';
import { commitmentOfDocument } from './anchorDocuments.ts';

const AT_ONCE = 10;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const documentRows = z.array(
  z.object({
    id: z.string(),
    documentClass: z.string(),
    mediaType: z.string(),
    bytes: z.instanceof(Buffer).nullable(),
    salt: z.instanceof(Buffer).nullable(),
    sha256: z.string().nullable(),
    thumbnail: z.instanceof(Buffer).nullable(),
    thumbnailSha256: z.string().nullable(),
    anchor: z.string().nullable(),
  }),
);
type StoredDocument = z.output<typeof documentRows>[number];
type Anchors = ReadonlyMap<string, readonly string[]>;

/**
 * Compares bytes and thumbnails of documents with their hashes, and bytes with the commitments on the register
 * chain. Signatures of the
 * rows are compared apart.
 * @param register contents of the register chain as the ledger holds them
 */
export async function checkDocuments(
  database: Pick<Database, 'rows'>,
  register: readonly RegisterContent[],
): Promise<Finding[]> {
  const anchors: Anchors = new Map(
    register.flatMap(({ eventId, entry }) => (entry.kind === 'documents' ? [[eventId, entry.files] as const] : [])),
  );
  const counted = new Map<string, number>();
  const findings: Finding[] = [];
  for (let after = FIRST_ID; ;) {
    const rows = documentRows.parse(
      await database.rows(
        `select id, document_class as "documentClass", media_type as "mediaType", bytes, salt,
           encode(sha256, 'hex') as sha256, thumbnail, encode(thumbnail_sha256, 'hex') as "thumbnailSha256", anchor from dd_document where id > $1 order by id limit ${AT_ONCE}`,
        [after],
      ),
    );
    for (const row of rows) {
      if (row.anchor !== null) counted.set(row.anchor, (counted.get(row.anchor) ?? 0) + 1);
      const fault = await faultOf(row, anchors);
      if (fault !== null) findings.push({ table: 'dd_document', row: row.id, fault });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < AT_ONCE) break;
  }
  for (const [eventId, files] of anchors) {
    const missing = files.length - (counted.get(eventId) ?? 0);
    if (missing <= 0) continue;
    const fault = `lacks ${missing} of the documents that register event ${eventId} holds`;
    findings.push({ table: 'dd_document', row: eventId, fault });
  }
  return findings;
}

async function faultOf(
  { bytes, salt, sha256, thumbnail, thumbnailSha256, anchor, ...row }: StoredDocument,
  anchors: Anchors,
): Promise<string | null> {
  const isErased = bytes === null || salt === null;
  if (!isErased && createHash('sha256').update(bytes).digest('hex') !== sha256) {
    return 'holds other bytes than the program stored';
  }
  if (thumbnail !== null && createHash('sha256').update(thumbnail).digest('hex') !== thumbnailSha256) {
    return 'holds another thumbnail than the program stored';
  }
  if (anchor === null) return null;
  const files = anchors.get(anchor);
  if (files === undefined) return 'names an event that the register chain does not hold';
  if (isErased) return salt === null ? null : 'keeps the salt of an erased file';
  return files.includes(await commitmentOfDocument({ ...row, bytes, salt }))
    ? null
    : 'is not the file that the register chain commits to';
}
