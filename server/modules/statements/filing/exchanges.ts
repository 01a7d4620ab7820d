import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { KeepExchange } from '../../../domain/statement/dueDiligenceRegistry.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';

/** A request to the registry and its answer, as lists show them. */
export interface ExchangeView {
  id: number;
  operation: string;
  /** HTTP status; null: no answer came */
  status: number | null;
  at: Date;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const INSERT = new PreparedStatement(
  `insert into statement_exchange (statement_id, operation, request, status, answer, at)
   select $1, $2, $3, $4, $5, $6 where $1::uuid is null or exists (select from statement where id = $1)`,
);

/**
 * Keeps what is exchanged with the registry about a statement, each in a transaction of its own.
 * @param statementId null: about none of ours, or several
 */
export function keepExchanges(database: Database, statementId: string | null): KeepExchange {
  return async ({ operation, request, status, answer, at }) => {
    const [asked, answered] = await Promise.all([pack(request), answer === null ? null : pack(answer)]);
    await database.write((em) => INSERT.run(em, [statementId, operation, asked, status, answered, at]));
  };
}

/** The exchanges of a statement, the newest first, at most 100. */
export async function exchangesOf(database: Pick<Database, 'rows'>, statementId: string): Promise<ExchangeView[]> {
  return database.rows<ExchangeView & Record<string, unknown>>(
    `select id, operation, status, at from statement_exchange where statement_id = $1 order by id desc limit 100`,
    [statementId],
  );
}

/** The texts of one exchange of a statement; null for none. */
export async function exchangeTexts(
  database: Pick<Database, 'row'>,
  statementId: string,
  id: number,
): Promise<{ request: string; answer: string | null } | null> {
  const row = await database.row<{ request: Buffer; answer: Buffer | null }>(
    'select request, answer from statement_exchange where statement_id = $1 and id = $2',
    [statementId, id],
  );
  if (row === null) return null;
  const [request, answer] = await Promise.all([unpack(row.request), row.answer === null ? null : unpack(row.answer)]);
  return { request: request.toString('utf8'), answer: answer?.toString('utf8') ?? null };
}
