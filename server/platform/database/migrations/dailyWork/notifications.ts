/** What an account has read of its notifications; these are derived of what they tell of. */
export const NOTIFICATION_DDL = `
  create table notification_state (
    user_id uuid primary key references app_user (id),
    -- all until then is read; null: nothing was read together
    read_to timestamptz,
    -- those that were read one by one, the latest last
    read_ids text[] not null
  );
  create index alert_of_acknowledger on alert (acknowledged_by, closed_at desc) where acknowledged_by is not null;
  create index alert_comment_by_time on alert_comment (written_at desc, id);
`;
