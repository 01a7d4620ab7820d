import { ENTITIES } from '../../server/modules.ts';
import { Database } from '../../server/platform/database/database.ts';
import { signRows, type SignedTable } from '../../server/platform/row-signatures/signedRows.ts';
import { TEST_SECRET } from './testApp.ts';

/** A connection as the program has it, which makes and checks seals. */
export async function connectAsProgram(
  url: string,
  options: { poolSize?: number; secret?: string } = {},
): Promise<Database> {
  return Database.connect(url, { entities: ENTITIES, secret: TEST_SECRET, ...options });
}

/** RowSigner rows that a test has written or changed as if the program had. */
export async function resign(database: Database, rows: SignedTable, ...ids: (string | undefined)[]): Promise<void> {
  await database.write((em) =>
    signRows(
      em,
      rows,
      ids.filter((id) => id !== undefined),
    ),
  );
}
