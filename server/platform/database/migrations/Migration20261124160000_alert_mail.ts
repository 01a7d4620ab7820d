import { Migration } from '@mikro-orm/migrations';

const ALERT_MAIL = `
  -- what happened to alerts, as mail tells it: once for all who hear of it
  create table alert_told (
    id uuid primary key,
    -- one reader writes them, so that numbers become visible in their order
    seq bigint generated always as identity unique,
    -- the row of the event log
    log_id bigint not null unique,
    lot_id uuid not null references lot (id),
    -- ids and codes
    body text not null,
    created_at timestamptz not null,
    seal text
  );
  create index alert_told_old on alert_told (created_at);
  create index alert_told_of_lot on alert_told (lot_id);

  -- who gets alerts by mail
  create table alert_mail (
    account_id uuid primary key references app_user (id),
    -- empty once it was stopped
    address text not null,
    language text not null check (language in ('en', 'fr', 'es', 'tpi')),
    pace text not null check (pace in ('soon', 'daily')),
    -- since when for this address
    asked_at timestamptz not null,
    -- null until the code that was mailed there came back
    confirmed_at timestamptz,
    stopped_at timestamptz,
    seal text,
    -- the letter that holds the code, and how often another one was given
    code_letter uuid,
    code_tries integer not null default 0,
    -- what was told so far, and when the next mail may be written
    told_to bigint not null default 0,
    due_at timestamptz not null,
    check (stopped_at is null or (address = '' and confirmed_at is null))
  );
  -- samples of addresses would outlive their erasure
  alter table alert_mail alter column address set statistics 0;
  create index alert_mail_due on alert_mail (due_at) where confirmed_at is not null;

  -- mails, and how their sending goes; neither address nor text
  create table alert_mail_letter (
    id uuid primary key,
    account_id uuid not null references app_user (id),
    kind text not null check (kind in ('code', 'digest')),
    -- a digest tells what lies behind the first and up to the last in alert_told
    told_from bigint,
    told_to bigint,
    -- how many alerts it told of
    alerts integer,
    created_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
    attempts integer not null default 0,
    next_at timestamptz not null,
    last_at timestamptz,
    -- the mail server's last answer; null when none came
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

/** Alerts by mail. */
export class Migration20261124160000_alert_mail extends Migration {
  override up(): void {
    this.addSql(ALERT_MAIL);
  }
}
