import { Pool } from 'pg';
import { ConfigError } from '../config.ts';
import { Rows } from './rows.ts';
import { CONNECT_WITHIN_MS } from './migrate.ts';

/**
 * The first table of the program or its job queue that the role may not read, or that row level security hides from it.
 */
const CLOSED_TABLE = `
  select format('%s.%s', n.nspname, c.relname) as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p')
    and c.relowner = (select relowner from pg_class where relname = 'lot' and relnamespace = 'public'::regnamespace)
    and (
      not has_schema_privilege(n.oid, 'usage')
      or not has_table_privilege(c.oid, 'select')
      or (row_security_active(c.oid) and not exists (select from pg_policy p where p.polrelid = c.oid))
    )
  order by name
  limit 1`;

/**
 * A program whose role does not own the tables needs grants, again after each upgrade that brought tables
 * (docs/operations/database-roles.md, 'With two roles'). Asked before anything is read.
 * @param url of the program's role
 * @throws ConfigError, one line, when a table is closed to the role
 */
export async function assertRights(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  const closed = await new Rows(pool).row<{ name: string }>(CLOSED_TABLE).finally(() => pool.end());
  if (closed === null) return;
  throw new ConfigError(
    `DATABASE_URL: its role may not use ${closed.name}: have the owner of the tables run the grants of the operations guide, 'With two roles'.`,
  );
}
