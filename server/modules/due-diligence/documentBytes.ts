import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { intactDocuments, DOCUMENTS_SQL } from './documentView.ts';

/** Bytes come as text of twice their length, which the thread that answers reads at once: a part of this size takes it some 10 ms. */
const PART_BYTES = 512 * 1024;
const PART = `select substring(bytes from $2::int for ${PART_BYTES}) as part from dd_document where id = $1`;

/**
 * The bytes of a document as they were stored, read part by part, so that other requests are answered between them.
 * @throws Refused not-found, conflict (row or bytes were changed outside of the program)
 */
export async function readDocumentBytes(
  database: Pick<Database, 'rows' | 'row' | 'seals'>,
  id: string,
): Promise<Buffer> {
  const rows = await database.rows(`${DOCUMENTS_SQL} and t.id = $1`, [id]);
  if (rows.length === 0) throw notFound('Document');
  const [document] = intactDocuments(database.seals, rows);
  if (document === undefined) throw changedFile();
  const parts: Buffer[] = [];
  const hash = createHash('sha256');
  for (let from = 1; from <= document.size; from += PART_BYTES) {
    const row = await database.row<{ part: Buffer | null }>(PART, [id, from]);
    if (row === null || row.part === null || row.part.length === 0) break;
    hash.update(row.part);
    parts.push(row.part);
  }
  if (hash.digest('hex') !== document.sha256) throw changedFile();
  return Buffer.concat(parts);
}

const thumbnailRow = z.object({ thumbnail: z.instanceof(Buffer), sha256: z.string() });

/**
 * The thumbnail of a document, as it was stored.
 * @throws Refused not-found, conflict (it was changed outside of the program)
 */
export async function readThumbnail(database: Pick<Database, 'rows'>, id: string): Promise<Buffer> {
  const [row] = await database.rows(
    `select thumbnail, encode(thumbnail_sha256, 'hex') as sha256 from dd_document
     where id = $1 and thumbnail is not null`,
    [id],
  );
  if (row === undefined) throw notFound('File');
  const { thumbnail, sha256 } = thumbnailRow.parse(row);
  if (createHash('sha256').update(thumbnail).digest('hex') !== sha256) throw changedFile();
  return thumbnail;
}

function changedFile(): Refused {
  return new Refused({ kind: 'conflict', said: DUE_DILIGENCE.fileChanged({}) });
}
