import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import type { Rows } from '../../platform/database/rows.ts';
import { aroundLots, BETWEEN_LOTS } from './reportJson.ts';
import { CSV_HEADER } from './reportCsv.ts';
import { reportDocument } from './reportPdf.ts';
import { lotLine, lotSums, type ReportHead } from './reportSnapshot.ts';

/*
 * A report of more lots than are read at once. Its lots are in portions (`report_part`), each with its piece of the CSV
 * and of the JSON file, compressed. The report's own row holds the sums, the lots of the PDF, and the SHA-256 of each
 * piece, so that the report's signature covers all of it. A file in pieces is stored as the list of pieces and the text
 * around them.
 */

/** Files in pieces, by the names of their columns in `report_part`. */
export const PIECED = ['csv', 'json'] as const;
export type Pieced = (typeof PIECED)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The content of the lots column for a report in parts. */
export const reportParts = z.object({
  sums: lotSums,
  /** lots of the PDF, in their order */
  first: z.array(lotLine),
  /** SHA-256 of the compressed pieces, in their order */
  parts: z.array(z.object({ csv: hash, json: hash })),
});
export type ReportParts = z.infer<typeof reportParts>;

/** The stored form of a file in pieces. */
const pieces = z.object({
  before: z.string(),
  /** between the lots of two pieces */
  between: z.string(),
  after: z.string(),
  parts: z.array(hash),
});

/** How the formats of a report in parts are made; the other formats hold no more lots than are read at once. */
export const PARTS_RENDERING: Readonly<
  Record<'pdf' | Pieced, (head: ReportHead, parts: ReportParts, issuer: Issuer | null) => Promise<Buffer> | string>
> = {
  pdf: (head, { sums, first }, issuer) => reportDocument(head, { sums, lines: first, inBatches: true }, issuer),
  csv: (_head, { parts }) => fileOf({ before: CSV_HEADER, between: '', after: '' }, parts, 'csv'),
  json: (head, { sums, parts }) => fileOf({ ...aroundLots(head, sums), between: BETWEEN_LOTS }, parts, 'json'),
};

function fileOf(around: Omit<z.infer<typeof pieces>, 'parts'>, parts: ReportParts['parts'], format: Pieced): string {
  return JSON.stringify({ ...around, parts: parts.map((part) => part[format]) } satisfies z.infer<typeof pieces>);
}

/** SHA-256 of a compressed piece, hex. */
export const hashOfPiece = (packed: Uint8Array): string => createHash('sha256').update(packed).digest('hex');

/**
 * SQL: whether a report in parts `r` lacks a piece, has one too many, or has one with another hash. PostgreSQL checks
 * all pieces before the first byte of a file is sent.
 */
export const PARTS_DIFFER = `(jsonb_array_length(r.lots -> 'parts') <> (select count(*) from report_part p where p.making_id = r.id) or exists (
  select from jsonb_array_elements(r.lots -> 'parts') with ordinality as told (piece, number)
  left join report_part p on p.making_id = r.id and p.number = told.number
  where p.making_id is null or encode(sha256(p.csv), 'hex') is distinct from told.piece ->> 'csv'
    or encode(sha256(p.json), 'hex') is distinct from told.piece ->> 'json'))`;

const unpack = promisify(gunzip);

/**
 * The text of a file that comes in pieces, piece by piece.
 * @param stored what is stored as the file
 * @param step carries out what is done for each piece
 * @throws Error at a piece that is not the one that the file is made of
 */
export async function* piecesOf(
  database: Pick<Rows, 'row'>,
  { id, format, stored }: { id: string; format: Pieced; stored: Buffer },
  step: <T>(next: () => Promise<T>) => Promise<T>,
): AsyncGenerator<string> {
  const { before, between, after, parts } = pieces.parse(JSON.parse(stored.toString('utf8')));
  yield before;
  let any = false;
  for (const [index, expected] of parts.entries()) {
    const text = await step(async () => {
      const row = await database.row<{ packed: Buffer }>(
        `select ${format} as packed from report_part where making_id = $1 and number = $2`,
        [id, index + 1],
      );
      if (row === null || hashOfPiece(row.packed) !== expected) {
        throw new Error(`Piece ${index + 1} of the ${format} file of report ${id} is not the one that was stored`);
      }
      return (await unpack(row.packed)).toString('utf8');
    });
    if (text === '') continue;
    yield any ? between + text : text;
    any = true;
  }
  yield after;
}
