import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../server/platform/database/database.ts';

/**
 * Every row of every table of every schema, PostgreSQL's own samples and the job queue's included, as one text. Read by the
 * superuser: the program's role may not look at samples.
 */
export async function* everyRow(database: Database): AsyncGenerator<{ table: string; text: string }> {
  const { pathname } = new URL(database.url);
  const client = new Client({
    connectionString: Object.assign(new URL(inject('databaseAdminUrl')), { pathname }).href,
  });
  await client.connect();
  try {
    yield* everyRowSeenBy(client);
  } finally {
    await client.end();
  }
}

async function* everyRowSeenBy(client: Client): AsyncGenerator<{ table: string; text: string }> {
  const tables = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not like 'pg_toast%' order by 1, 2`,
  );
  for (const { schema, name } of tables.rows) {
    const rows = await client.query<{ text: string }>(`select t::text as text from "${schema}"."${name}" t`);
    for (const { text } of rows.rows) {
      yield { table: name, text };
      // A row's text shows bytes as hex: they are looked at as characters too.
      for (const [, hex = ''] of text.matchAll(/\\x([0-9a-f]{8,})/g)) {
        yield { table: name, text: Buffer.from(hex, 'hex').toString('latin1') };
      }
    }
  }
}

/** A word as it may stand somewhere: plain, lower-case, escaped as JSON, in base64 at each of its three offsets, as hex. */
export function formsOf(words: readonly string[]): string[] {
  return words.flatMap((word) =>
    [word, word.toLowerCase()].flatMap((text) => {
      const bytes = Buffer.from(text);
      // The characters around a word change the ones at its ends; those within are the same.
      const base64 = [0, 1, 2].map((before) =>
        Buffer.concat([Buffer.alloc(before), bytes])
          .toString('base64')
          .replace(/=+$/, '')
          .slice(4, -2),
      );
      const escaped = JSON.stringify(text).slice(1, -1);
      return [text, escaped, escaped.replaceAll('"', '\\"'), ...base64, bytes.toString('hex')];
    }),
  );
}

/** The file of `GET /gdpr/export`. */
export async function contentOfCaller(
  url: string,
  token: string,
): Promise<{ data: ReturnType<typeof JSON.parse>; headers: Headers; text: string }> {
  const response = await fetch(`${url}/api/v1/gdpr/export`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { data: JSON.parse(text), headers: response.headers, text };
}
