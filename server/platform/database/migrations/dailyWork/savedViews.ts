/** Views of lists that people save under a name. */
export const SAVED_VIEW_DDL = `
  create table saved_view (
    id uuid primary key,
    owner_id uuid not null references app_user (id),
    list text not null check (list in ('lots')),
    name text not null,
    -- filters, order and columns, as in the address of the list
    query text not null,
    shared boolean not null,
    saved_at timestamptz not null
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table saved_view alter column name set statistics 0, alter column query set statistics 0;
  create unique index saved_view_of_owner on saved_view (owner_id, list, lower(name));
  create index saved_view_shared on saved_view (list, lower(name), id) where shared;
`;
