import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';

/** An object of the schema: its name, and its definition as PostgreSQL prints it. */
export interface SchemaObject {
  /** such as `trigger public.lot.recheck` */
  name: string;
  definition: string;
  /** the table that it belongs to; null for independent objects */
  table: string | null;
  /** the program does not depend on it: only a known one is compared */
  optional: boolean;
}

const schemaObjects = z.array(
  z.object({ name: z.string(), definition: z.string(), table: z.string().nullable(), optional: z.boolean() }),
);

/** Before the search path is replaced: the schemas of unqualified names, and whether triggers run. */
const SETTINGS = `
  select 'setting search_path' as name, pg_catalog.array_to_string(pg_catalog.current_schemas(false), ', ') as definition,
    null as table, false as optional
  union all
  select 'setting session_replication_role', pg_catalog.current_setting('session_replication_role'), null, false`;

/**
 * Definitions by name. Objects of an extension are left out. A relation that inherits is never optional: its rows
 * appear in its parent. Row level security closes the queue's tables; the operations guide opens them to a second role
 * by policies without conditions.
 */
const OBJECTS = `
  with space as (select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker')),
  member as (select classid, objid from pg_depend where deptype = 'e'),
  relation as (
    select c.*, format('%s.%s', s.nspname, c.relname) as full_name from pg_class c join space s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
      and not exists (select from member m where m.classid = 'pg_class'::regclass and m.objid = c.oid))
  select 'table ' || r.full_name as name,
    concat_ws(' ',
      case r.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view' when 'm' then 'materialized view'
        when 'f' then 'foreign table' else 'type' end,
      case r.relpersistence when 'u' then 'unlogged' when 't' then 'temporary' end,
      case when r.relrowsecurity then 'row level security' end,
      case when r.relforcerowsecurity then 'forced row level security' end,
      case when r.relkind = 'p' then pg_get_partkeydef(r.oid) end,
      (select 'of ' || string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits i where i.inhrelid = r.oid),
      pg_get_expr(r.relpartbound, r.oid),
      case when r.relkind in ('v', 'm') then pg_get_viewdef(r.oid) end) as definition,
    null as table,
    not exists (select from pg_inherits i where i.inhrelid = r.oid) as optional
  from relation r
  union all
  select 'column ' || r.full_name || '.' || a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation::text end,
      case when a.attnotnull then 'not null' end,
      case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
      case a.attgenerated when 's' then 'generated stored' when 'v' then 'generated virtual' end,
      pg_get_expr(d.adbin, d.adrelid)),
    r.full_name, false
  from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  where r.relkind <> 'v'
  union all
  select 'constraint ' || r.full_name || '.' || c.conname, pg_get_constraintdef(c.oid), r.full_name, false
  from relation r join pg_constraint c on c.conrelid = r.oid and c.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index ' || r.full_name || '.' || n.relname,
    concat_ws(' ', pg_get_indexdef(i.indexrelid), case when not (i.indisvalid and i.indisready and i.indislive) then 'invalid' end),
    r.full_name, not i.indisunique
  from relation r join pg_index i on i.indrelid = r.oid join pg_class n on n.oid = i.indexrelid
  union all
  select 'trigger ' || r.full_name || '.' || t.tgname,
    pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end,
    r.full_name, false
  from relation r join pg_trigger t on t.tgrelid = r.oid and (not t.tgisinternal or t.tgenabled <> 'O')
  union all
  select 'rule ' || r.full_name || '.' || w.rulename,
    pg_get_ruledef(w.oid) || case w.ev_enabled when 'O' then '' else ' enabled ' || w.ev_enabled::text end, r.full_name, false
  from relation r join pg_rewrite w on w.ev_class = r.oid and r.relkind not in ('v', 'm')
  union all
  select 'policy ' || r.full_name || '.' || p.polname,
    concat_ws(' ', case when p.polpermissive then 'permissive' else 'restrictive' end, p.polcmd::text,
      'using', pg_get_expr(p.polqual, r.oid), 'check', pg_get_expr(p.polwithcheck, r.oid)),
    r.full_name,
    r.full_name like 'graphile\\_worker.%' and p.polpermissive and p.polcmd = '*'
      and pg_get_expr(p.polqual, r.oid) = 'true' and coalesce(pg_get_expr(p.polwithcheck, r.oid), 'true') = 'true'
  from relation r join pg_policy p on p.polrelid = r.oid
  union all
  select format('function %s.%s(%s)', s.nspname, f.proname, pg_get_function_identity_arguments(f.oid)),
    concat_ws(' ', case f.prokind when 'f' then 'function' when 'p' then 'procedure' when 'a' then 'aggregate' else 'window' end,
      'returns', pg_get_function_result(f.oid), l.lanname, f.provolatile::text, f.proparallel::text,
      case when f.proisstrict then 'strict' end, case when f.prosecdef then 'security definer' end,
      case when f.proleakproof then 'leakproof' end, array_to_string(f.proconfig, ' '),
      coalesce(pg_get_function_sqlbody(f.oid), f.prosrc)),
    null, false
  from pg_proc f join space s on s.oid = f.pronamespace join pg_language l on l.oid = f.prolang
  where not exists (select from member m where m.classid = 'pg_proc'::regclass and m.objid = f.oid)
  union all
  select format('operator %s.%s (%s, %s)', s.nspname, o.oprname, format_type(o.oprleft, null), format_type(o.oprright, null)),
    o.oprcode::text, null, false
  from pg_operator o join space s on s.oid = o.oprnamespace
  where not exists (select from member m where m.classid = 'pg_operator'::regclass and m.objid = o.oid)
  union all
  select format('cast %s as %s', format_type(c.castsource, null), format_type(c.casttarget, null)),
    concat_ws(' ', c.castcontext::text, c.castmethod::text, c.castfunc::regprocedure::text), null, false
  from pg_cast c where c.oid >= 16384 and not exists (select from member m where m.classid = 'pg_cast'::regclass and m.objid = c.oid)`;

/**
 * The objects of the program's schema and of its job queue's, with their definitions.
 * @param em of a separate transaction: its search path is changed to the catalogue's, which no object of another schema
 *   can hide
 */
export async function readSchema(em: EntityManager): Promise<SchemaObject[]> {
  const settings = schemaObjects.parse(await em.execute(SETTINGS));
  await em.execute('set local search_path = pg_catalog');
  return [...settings, ...schemaObjects.parse(await em.execute(OBJECTS))];
}
