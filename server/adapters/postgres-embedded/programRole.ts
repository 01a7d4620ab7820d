import { createHmac } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * The role of the program. It owns the database and everything in it, and is no superuser: it cannot read the server's
 * files, run commands, become another role or disable system triggers.
 */
export const PROGRAM = 'manam_program';

/** Its password, derived from the superuser's by a one-way function: no second password has to be stored. */
export function programPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(PROGRAM).digest('base64url');
}

/**
 * Makes the program's role and its database, if they are missing.
 * @param superuserUrl of the cluster's database `postgres`
 */
export async function ensureProgramDatabase(superuserUrl: string, database: string, password: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [PROGRAM]);
    await client.query(
      `${known === 0 ? 'create' : 'alter'} role ${PROGRAM} login nosuperuser nocreatedb nocreaterole noreplication
       nobypassrls password ${escapeLiteral(password)}`,
    );
    const { rowCount: there } = await client.query('select from pg_database where datname = $1', [database]);
    if (there === 0) await client.query(`create database ${escapeIdentifier(database)} owner ${PROGRAM}`);
  } finally {
    await client.end();
  }
}
