/** A change to the schema that somebody with the database's password may make, and how it is taken back. */
export interface SchemaChange {
  /** what it does, in words */
  what: string;
  sql: string;
  undo: string;
  /** objects of which the integrity run names at least one each */
  named: readonly string[];
}

const DROP_ROW = `create function drop_row() returns trigger language plpgsql as $$ begin return null; end $$`;
const FIGURES = `create or replace function note_alert_figures() returns trigger language plpgsql as `;

/**
 * One change to each kind of object.
 * @param figures source of the function `note_alert_figures` as it is
 */
export function schemaChanges(figures: string): SchemaChange[] {
  return [
    {
      what: 'a policy that hides rows',
      sql: `create policy hidden on alert using (severity <> 'high');
        alter table alert enable row level security, force row level security`,
      undo: `drop policy hidden on alert; alter table alert disable row level security, no force row level security`,
      named: ['policy public.alert.hidden', 'table public.alert'],
    },
    {
      what: 'a trigger that drops new rows',
      sql: `${DROP_ROW}; create trigger dropped before insert on alert for each row execute function drop_row()`,
      undo: 'drop trigger dropped on alert; drop function drop_row',
      named: ['trigger public.alert.dropped', 'function public.drop_row()'],
    },
    {
      what: 'a rule that does nothing instead',
      sql: 'create rule dropped as on insert to alert_comment do instead nothing',
      undo: 'drop rule dropped on alert_comment',
      named: ['rule public.alert_comment.dropped'],
    },
    {
      what: 'a view in the place of a table',
      sql: `alter table alert_task rename to alert_task_rows; create view alert_task as select * from alert_task_rows where false`,
      undo: 'drop view alert_task; alter table alert_task_rows rename to alert_task',
      named: ['table public.alert_task'],
    },
    {
      what: 'another body of a function',
      sql: `${FIGURES} $$ begin return null; end $$`,
      undo: `${FIGURES} $source$${figures}$source$`,
      named: ['function public.note_alert_figures()'],
    },
    {
      what: 'a default',
      sql: `alter table alert alter column status set default 'dismissed'`,
      undo: `alter table alert alter column status set default 'active'`,
      named: ['column public.alert.status'],
    },
    {
      what: 'a trigger that is disabled',
      sql: 'alter table alert disable trigger alert_figures',
      undo: 'alter table alert enable trigger alert_figures',
      named: ['trigger public.alert.alert_figures'],
    },
    {
      what: 'a check that is dropped',
      sql: 'alter table alert drop constraint alert_status_check',
      undo: `alter table alert add check (status in ('active', 'acknowledged', 'resolved', 'dismissed'))`,
      named: ['constraint public.alert.alert_status_check'],
    },
    {
      what: 'an index that is unique no longer',
      sql: 'drop index app_user_username; create index app_user_username on app_user (lower(username))',
      undo: 'drop index app_user_username; create unique index app_user_username on app_user (lower(username))',
      named: ['index public.app_user.app_user_username'],
    },
    {
      what: 'a column of another type',
      sql: 'alter table client_error alter column message type varchar(200)',
      undo: 'alter table client_error alter column message type text',
      named: ['column public.client_error.message'],
    },
    {
      what: 'a generated column that is plain',
      sql: 'alter table lot alter column search_text drop expression',
      undo: `alter table lot drop column search_text;
        alter table lot add column search_text text generated always as (
          lower(lot_id || ' ' || coalesce(farm_id, '') || ' ' || coalesce(farmer_name, '') || ' ' || variety)) stored;
        create index lot_search on lot using gin (search_text gin_trgm_ops) where deleted_at is null`,
      named: ['column public.lot.search_text'],
    },
    {
      what: 'a table whose rows appear in another',
      sql: 'create table alert_more () inherits (alert)',
      undo: 'drop table alert_more',
      named: ['table public.alert_more'],
    },
    {
      what: 'an operator that says yes',
      sql: `create function yes(text, uuid) returns boolean language sql as 'select true';
        create operator = (leftarg = text, rightarg = uuid, function = yes)`,
      undo: 'drop operator = (text, uuid); drop function yes(text, uuid)',
      named: ['function public.yes(text, uuid)', 'operator public.= (text, uuid)'],
    },
    {
      what: 'a policy that hides jobs',
      sql: `create policy hidden on graphile_worker._private_jobs as restrictive using (false)`,
      undo: 'drop policy hidden on graphile_worker._private_jobs',
      named: ['policy graphile_worker._private_jobs.hidden'],
    },
    {
      what: 'a trigger that drops jobs',
      sql: `${DROP_ROW};
        create trigger dropped before insert on graphile_worker._private_jobs for each row when (false) execute function drop_row()`,
      undo: 'drop trigger dropped on graphile_worker._private_jobs; drop function drop_row',
      named: ['trigger graphile_worker._private_jobs.dropped'],
    },
  ];
}
