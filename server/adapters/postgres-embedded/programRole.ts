import { createHmac } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * The role that the program works with. It owns the database and all that is in it, and is no superuser: it cannot read the
 * server's files, run commands, become another role or switch off what triggers of the system check.
 */
export const PROGRAM = 'manam_program';

/** Its password, made from the superuser's, which it does not tell: nothing more has to be kept. */
export function programPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(PROGRAM).digest('base64url');
}

/** What may stand in a database and has an owner, as `alter` names it; what belongs to an extension stays the superuser's. */
const OWNED_BY_OTHERS = `
  with ours as (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), owner as (
    select oid from pg_roles where rolname = '${PROGRAM}'
  ), found as (
    -- of what tables bring along, sequences follow theirs
    select 'pg_class'::regclass as catalogue, c.oid, c.relowner as owner, format('%s %s',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
          when 'f' then 'foreign table' else 'table' end, c.oid::regclass) as name
      from pg_class c where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not (c.relkind = 'S' and exists (select from pg_depend d where d.classid = 'pg_class'::regclass
          and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
    union all
    select 'pg_proc'::regclass, p.oid, p.proowner, format('routine %s', p.oid::regprocedure)
      from pg_proc p where p.pronamespace in (select oid from ours)
    union all
    select 'pg_type'::regclass, t.oid, t.typowner,
        format('%s %s', case t.typtype when 'd' then 'domain' else 'type' end, t.oid::regtype)
      from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace in (select oid from ours) and t.typcategory <> 'A'
        and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
    union all
    select 'pg_namespace'::regclass, n.oid, n.nspowner, format('schema %I', n.nspname)
      from pg_namespace n where n.oid in (select oid from ours) and n.nspname <> 'public'
  )
  select format('alter %s owner to ${PROGRAM}', name) as change from found, owner
  where found.owner <> owner.oid and not exists (
    select from pg_depend d where d.classid = catalogue and d.objid = found.oid and d.deptype = 'e')`;

/**
 * Sees to it that the database is there, and that it and all that is in it belongs to the program's role: also in folders
 * of versions whose program was the superuser. Done as a whole or not at all; where nothing is left to do it changes nothing.
 * @param superuserUrl of the cluster's database `postgres`
 */
export async function ensureProgramDatabase(superuserUrl: string, database: string, password: string): Promise<void> {
  await connected(superuserUrl, async (client) => {
    const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [PROGRAM]);
    await client.query(
      `${known === 0 ? 'create' : 'alter'} role ${PROGRAM} login nosuperuser nocreatedb nocreaterole noreplication
       nobypassrls password ${escapeLiteral(password)}`,
    );
    const { rowCount: there } = await client.query('select from pg_database where datname = $1', [database]);
    if (there === 0) await client.query(`create database ${escapeIdentifier(database)} owner ${PROGRAM}`);
  });
  const url = Object.assign(new URL(superuserUrl), { pathname: `/${encodeURIComponent(database)}` }).href;
  await connected(url, async (client) => {
    await client.query('begin');
    const { rows } = await client.query<{ change: string }>(OWNED_BY_OTHERS);
    for (const { change } of rows) await client.query(change);
    const { rowCount: strange } = await client.query(
      'select from pg_database where datname = current_database() and datdba <> $1::regrole',
      [PROGRAM],
    );
    if (strange !== 0) await client.query(`alter database ${escapeIdentifier(database)} owner to ${PROGRAM}`);
    await client.query('commit');
  });
}

async function connected(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
