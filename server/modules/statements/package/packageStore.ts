import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { currentRequest, streamedStep } from '../../../platform/database/requestScope.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import { notFound, Refused } from '../../../platform/errors/refusal.ts';
import { signRows } from '../../../platform/row-signatures/signedRows.ts';
import { PIECE_BYTES } from '../content/frozenContent.ts';
import { PACKAGE_ROWS } from '../signedStatements.ts';

/** A package as lists show it. */
export interface PackageView {
  name: string;
  /** hex */
  sha256: string;
  bytes: number;
  /** files in it, the manifest among them */
  files: number;
  madeAt: Date;
}

/** The bytes of a package that are stored, before its row. */
export interface StoredPieces {
  sha256: string;
  sizeBytes: number;
  /** SHA-256 of each piece, hex */
  pieces: string[];
}

const INSERT_PIECE = new PreparedStatement(
  'insert into statement_package_piece (statement_id, number, bytes) values ($1, $2, $3)',
);

/**
 * Stores the bytes of a statement's package as they come, each piece in a transaction of its own. Those of an earlier
 * attempt, whose process ended, are deleted first; the caller is the only one who makes this package.
 * @param signal ends it between pieces
 */
export async function storePieces(
  database: Database,
  statementId: string,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<StoredPieces> {
  await database.write((em) =>
    em.execute(
      `delete from statement_package_piece where statement_id = ?
         and not exists (select from statement_package p where p.statement_id = statement_package_piece.statement_id)`,
      [statementId],
    ),
  );
  const whole = createHash('sha256');
  const pieces: string[] = [];
  let sizeBytes = 0;
  for await (const bytes of inPieces(stream)) {
    signal.throwIfAborted();
    whole.update(bytes);
    sizeBytes += bytes.byteLength;
    pieces.push(sha256Of(bytes));
    await database.write((em) => INSERT_PIECE.run(em, [statementId, pieces.length, bytes]));
  }
  return { sha256: whole.digest('hex'), sizeBytes, pieces };
}

async function* inPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    held += chunk.byteLength;
    if (held < PIECE_BYTES) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.byteLength >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
    waiting = [rest];
    held = rest.byteLength;
  }
  if (held > 0) yield Buffer.concat(waiting);
}

/** Stores the row of a package whose pieces are stored, with its signature. */
export async function storePackage(
  em: EntityManager,
  { sha256, sizeBytes, pieces }: StoredPieces,
  {
    statementId,
    name,
    files,
    documents,
    at,
  }: { statementId: string; name: string; files: number; documents: readonly string[]; at: Date },
): Promise<void> {
  await em.execute(
    `insert into statement_package (statement_id, name, sha256, size_bytes, files, pieces, documents, made_at)
     values (?, ?, ?, ?, ?, ?::jsonb, array(select json_array_elements_text(?::json)), ?)`,
    [statementId, name, sha256, sizeBytes, files, JSON.stringify(pieces), JSON.stringify(documents), at],
  );
  await signRows(em, PACKAGE_ROWS, [statementId]);
}

const packageRow = z.object({
  name: z.string(),
  sha256: z.string(),
  pieces: z.array(z.string()),
  facts: z.record(z.string(), z.unknown()),
  seal: z.string().nullable(),
});

/**
 * The package of a statement: the same bytes each time.
 * @throws Refused not-found (it has none), conflict (it is not as it was stored)
 */
export async function readPackage(
  database: Database,
  statementId: string,
): Promise<{ name: string; mediaType: string; body: Readable }> {
  const found = await database.row(
    `select p.name, p.sha256, p.pieces, ${PACKAGE_ROWS.facts('p')} as facts, p.seal
     from statement_package p where p.statement_id = $1`,
    [statementId],
  );
  if (found === null) throw notFound('StatementPackage');
  const { name, pieces, facts, seal, sha256 } = packageRow.parse(found);
  if (!database.seals.holds(PACKAGE_ROWS.kind, statementId, facts, seal)) {
    throw new Refused({ kind: 'conflict', said: REFUSED.changedStatement({}) });
  }
  return { name, mediaType: 'application/zip', body: Readable.from(streamed(database, statementId, pieces, sha256)) };
}

async function* streamed(
  database: Database,
  statementId: string,
  pieces: readonly string[],
  sha256: string,
): AsyncGenerator<Buffer> {
  const request = currentRequest();
  const whole = createHash('sha256');
  for (const [at, expected] of pieces.entries()) {
    const bytes = await streamedStep(request, async () => {
      const row = await database.row<{ bytes: Buffer }>(
        'select bytes from statement_package_piece where statement_id = $1 and number = $2',
        [statementId, at + 1],
      );
      if (row === null || sha256Of(row.bytes) !== expected) {
        throw new Error(`Piece ${at + 1} of the package of statement ${statementId} is not the one that was stored`);
      }
      return row.bytes;
    });
    whole.update(bytes);
    yield bytes;
  }
  if (whole.digest('hex') !== sha256)
    throw new Error(`The package of statement ${statementId} is not as it was stored`);
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
