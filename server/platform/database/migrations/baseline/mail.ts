/** Alerts by mail. */
export const MAIL_DDL = `
  -- changes of alerts for mail, one row for all recipients
  create table alert_told (
    id uuid primary key,
    -- written by one reader, so that numbers become visible in order
    seq bigint generated always as identity unique,
    -- the row of event_log
    log_id bigint not null unique,
    lot_id uuid not null references lot (id),
    -- ids and codes
    body text not null,
    created_at timestamptz not null,
    seal text
  );
  create index alert_told_old on alert_told (created_at);
  create index alert_told_of_lot on alert_told (lot_id);

  -- subscriptions
  create table alert_mail (
    account_id uuid primary key references app_user (id),
    -- empty once the subscription was stopped
    address text not null,
    language text not null check (language ~ '^[a-z]{2,3}$'),
    pace text not null check (pace in ('soon', 'daily')),
    -- when this address was entered
    asked_at timestamptz not null,
    -- null until the person enters the code from the mail
    confirmed_at timestamptz,
    stopped_at timestamptz,
    seal text,
    -- the mail with the code, and how many wrong codes were entered
    code_letter uuid,
    code_tries integer not null default 0,
    -- position in alert_told, and when the next mail may be written
    told_to bigint not null default 0,
    due_at timestamptz not null,
    check (stopped_at is null or (address = '' and confirmed_at is null))
  );
  -- The planner's samples would keep addresses after their erasure.
  alter table alert_mail alter column address set statistics 0;
  create index alert_mail_due on alert_mail (due_at) where confirmed_at is not null;

  -- mails and the state of their delivery; neither address nor text
  create table alert_mail_letter (
    id uuid primary key,
    account_id uuid not null references app_user (id),
    kind text not null check (kind in ('code', 'digest')),
    -- a digest covers alert_told after the first position up to the second one
    told_from bigint,
    told_to bigint,
    -- alerts in the digest
    alerts integer,
    created_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
    attempts integer not null default 0,
    next_at timestamptz not null,
    last_at timestamptz,
    -- the mail server's last answer; null without one
    last_status integer,
    -- why the last attempt failed, as a code
    last_fault text,
    check ((kind = 'digest') = (told_to is not null)),
    check ((told_from is null) = (told_to is null))
  );
  create index alert_mail_letter_waiting on alert_mail_letter (next_at) where state = 'waiting';
  create index alert_mail_letter_of_account on alert_mail_letter (account_id, created_at desc, id);
  create index alert_mail_letter_old on alert_mail_letter (created_at) where state <> 'waiting';
`;
