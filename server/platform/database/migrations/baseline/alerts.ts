import { ERASED } from './identity.ts';

/** Alerts and the work of people on them. */
export const ALERT_DDL = `
  create table alert (
    id uuid primary key,
    lot_id uuid not null references lot (id),
    -- the farm of the lot, empty without one: selects alerts. Rights are checked on the lot
    farm_id text not null default '',
    check_id uuid references satellite_check (id),
    -- the lists of the application say which there are: a new one needs no migration
    type text not null check (type ~ '^[a-z_]+$'),
    severity text not null check (severity in ('high', 'medium', 'low')),
    status text not null default 'active' check (status in ('active', 'acknowledged', 'resolved', 'dismissed')),
    title text not null,
    -- codes of the text beside them; they count only if they make that very text
    title_said jsonb not null default '[]',
    description text not null,
    description_said jsonb not null default '[]',
    lat_micro int,
    lon_micro int,
    -- hash of the finding: place, dataset version and loss pixels
    finding_key text not null,
    -- [latMicro, lonMicro, year] of each loss pixel: a later check separates new loss from known loss
    finding_pixels jsonb not null default '[]',
    -- random; names the alert on the ledger
    ledger_key text unique,
    note text,
    outcome text,
    acknowledged_at timestamptz,
    acknowledged_by uuid references app_user (id),
    acknowledged_key uuid references api_key (id),
    closed_at timestamptz,
    closed_by uuid references app_user (id),
    closed_key uuid references api_key (id),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version int not null default 1,
    unique (lot_id, finding_key)
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table alert alter column note set statistics 0;
  create index alert_high_open on alert (lot_id) where severity = 'high' and status in ('active', 'acknowledged');
  create index alert_of_lot on alert (lot_id, status);
  create index alert_by_time on alert (created_at desc, id);
  create index alert_with_status on alert (status, created_at desc, id);
  create index alert_of_type on alert (type, created_at desc, id);
  create index alert_of_severity on alert (severity, created_at desc, id);
  create index alert_of_farm on alert (farm_id, created_at desc, id);

  create function note_farm_of_alert() returns trigger language plpgsql as $$
  begin
    new.farm_id := coalesce((select farm_id from lot where id = new.lot_id), '');
    return new;
  end $$;
  create trigger farm_of_alert before insert on alert for each row execute function note_farm_of_alert();

  -- A request that was let in before its account was erased may write after the erasure.
  create function refuse_note_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from app_user u where u.id = new.closed_by and u.erased_at is not null) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;
  -- The name makes it run after the trigger of the foreign key, which waits for a running erasure.
  create trigger note_of_erased_account after update of note on alert
    for each row when (new.note is not null) execute function refuse_note_of_erased_account();

  -- who investigates an alert, and until when
  create table alert_task (
    alert_id uuid primary key references alert (id),
    assignee_id uuid references app_user (id),
    due_on date,
    set_by uuid not null references app_user (id),
    set_at timestamptz not null,
    seal text
  );
  create index alert_task_of_assignee on alert_task (assignee_id) where assignee_id is not null;
  create index alert_task_of_setter on alert_task (set_by);
  create index alert_task_due on alert_task (due_on) where due_on is not null;

  create table alert_comment (
    id uuid primary key,
    alert_id uuid not null references alert (id),
    author_id uuid references app_user (id),
    -- the partner key, if no person wrote it
    author_key uuid references api_key (id),
    -- null once erased
    text text,
    written_at timestamptz not null,
    seal text,
    check (num_nonnulls(author_id, author_key) = 1)
  );
  alter table alert_comment alter column text set statistics 0;
  create index alert_comment_of_alert on alert_comment (alert_id, written_at, id);
  create index alert_comment_of_author on alert_comment (author_id) where author_id is not null;

  -- evidence that people add
  create table alert_file (
    id uuid primary key,
    alert_id uuid not null references alert (id),
    uploaded_by uuid references app_user (id),
    -- the partner key, if no person uploaded it
    uploaded_key uuid references api_key (id),
    uploaded_at timestamptz not null,
    -- found from the content
    media_type text not null,
    size_bytes integer not null,
    -- these three are null once the file was removed or erased
    name text,
    sha256 bytea,
    bytes bytea,
    removed_at timestamptz,
    seal text,
    check (num_nonnulls(uploaded_by, uploaded_key) = 1),
    check (num_nonnulls(name, sha256, bytes) = case when removed_at is null then 3 else 0 end)
  );
  alter table alert_file alter column bytes set storage external;
  alter table alert_file alter column name set statistics 0, alter column bytes set statistics 0;
  create index alert_file_of_alert on alert_file (alert_id, uploaded_at, id) where removed_at is null;
  create index alert_file_of_uploader on alert_file (uploaded_by) where uploaded_by is not null and removed_at is null;
  -- The sum of all sizes is read from this index alone.
  create index alert_file_sizes on alert_file (size_bytes) where removed_at is null;
`;
