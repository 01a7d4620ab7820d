import { Migration } from '@mikro-orm/migrations';

const FILES = `
  create table alert_file (
    id uuid primary key,
    alert_id uuid not null references alert (id),
    uploaded_by uuid references app_user (id),
    -- the partner key, where no person did
    uploaded_key uuid references api_key (id),
    uploaded_at timestamptz not null,
    -- by its content
    media_type text not null,
    size_bytes integer not null,
    -- these three go when the file is removed or erased
    name text,
    sha256 bytea,
    bytes bytea,
    removed_at timestamptz,
    seal text,
    check (num_nonnulls(uploaded_by, uploaded_key) = 1),
    check (num_nonnulls(name, sha256, bytes) = case when removed_at is null then 3 else 0 end)
  );
  alter table alert_file alter column bytes set storage external;
  -- samples of what people wrote would outlive its erasure
  alter table alert_file alter column name set statistics 0, alter column bytes set statistics 0;
  create index alert_file_of_alert on alert_file (alert_id, uploaded_at, id) where removed_at is null;
  create index alert_file_of_uploader on alert_file (uploaded_by) where uploaded_by is not null and removed_at is null;
  -- the sum of what is kept is read from the index alone
  create index alert_file_sizes on alert_file (size_bytes) where removed_at is null;
`;

/** Evidence that people add to alerts. */
export class Migration20261124133000_alert_files extends Migration {
  override up(): void {
    this.addSql(FILES);
  }
}
