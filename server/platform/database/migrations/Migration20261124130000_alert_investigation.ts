import { Migration } from '@mikro-orm/migrations';

const INVESTIGATION = `
  -- whose an alert is to look into, and until when; none: nobody's yet
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

  create table alert_comment (
    id uuid primary key,
    alert_id uuid not null references alert (id),
    author_id uuid references app_user (id),
    -- the partner key, where no person wrote it
    author_key uuid references api_key (id),
    -- null once erased
    text text,
    written_at timestamptz not null,
    seal text,
    check (num_nonnulls(author_id, author_key) = 1)
  );
  -- samples of what people wrote would outlive its erasure
  alter table alert_comment alter column text set statistics 0;
  create index alert_comment_of_alert on alert_comment (alert_id, written_at, id);
  create index alert_comment_of_author on alert_comment (author_id) where author_id is not null;
`;

/** What people do about an alert between its being raised and its being closed. */
export class Migration20261124130000_alert_investigation extends Migration {
  override up(): void {
    this.addSql(INVESTIGATION);
  }
}
