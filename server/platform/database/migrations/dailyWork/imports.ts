/** Imports of spreadsheets with their remembered columns. */
export const IMPORT_DDL = `
  -- Lots of an import are those that its call registered, at its moment.
  create table lot_import (
    id uuid primary key,
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    request_id text not null,
    -- empty once an erasure concerns one of its lots, or the account
    file_name text not null,
    sha256 text not null,
    lots integer not null,
    grams bigint not null,
    farms integer not null,
    undone_at timestamptz,
    undone_by uuid references app_user (id),
    undone_key uuid references api_key (id),
    check ((created_by is null) <> (created_key is null))
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table lot_import alter column file_name set statistics 0;
  create index lot_import_by_creation on lot_import (created_at desc, id);
  create index lot_import_of_creator on lot_import (created_by, created_at desc);
  create index lot_import_of_key on lot_import (created_key) where created_key is not null;
  create index lot_import_undone_by on lot_import (undone_by) where undone_by is not null;
  create index lot_import_undone_key on lot_import (undone_key) where undone_key is not null;

  -- What an account chose for columns with these names, in their order.
  create table lot_import_columns (
    user_id uuid not null references app_user (id),
    -- SHA-256 of the names
    heads text not null,
    -- the field of each column, empty for one that is passed over
    columns text[] not null,
    quality smallint not null check (quality in (10, 100)),
    used_at timestamptz not null,
    primary key (user_id, heads)
  );
`;
