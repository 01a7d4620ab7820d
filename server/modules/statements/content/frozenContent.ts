import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import type { Rows } from '../../../platform/database/rows.ts';

/** Bytes of a piece in the database. */
export const PIECE_BYTES = 1024 * 1024;

const INSERT = new PreparedStatement('insert into statement_content (statement_id, number, bytes) values ($1, $2, $3)');

/** Stores the frozen content of a statement, packed (gzip). An earlier one is replaced. */
export async function storeContent(em: EntityManager, statementId: string, packed: Uint8Array): Promise<void> {
  await em.execute('delete from statement_content where statement_id = ?', [statementId]);
  for (const [at, bytes] of piecesOfBytes(packed).entries()) await INSERT.run(em, [statementId, at + 1, bytes]);
}

/**
 * The frozen content of a statement, packed.
 * @param contentHash SHA-256 of the packed bytes in hex, from the statement's signed row
 * @throws Error when it is not the content that was frozen
 */
export async function loadContent(
  database: Pick<Rows, 'rows'>,
  { id, contentHash }: { id: string; contentHash: string | null },
): Promise<Buffer> {
  const rows = await database.rows<{ bytes: Buffer }>(
    'select bytes from statement_content where statement_id = $1 order by number',
    [id],
  );
  const packed = Buffer.concat(rows.map(({ bytes }) => bytes));
  if (createHash('sha256').update(packed).digest('hex') !== contentHash) {
    throw new Error(`The content of statement ${id} is not the one that was checked`);
  }
  return packed;
}

/** Bytes in pieces of at most `PIECE_BYTES`. */
export function piecesOfBytes(bytes: Uint8Array): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
    pieces.push(Buffer.from(bytes.subarray(from, from + PIECE_BYTES)));
  }
  return pieces;
}
