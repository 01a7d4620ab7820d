import { Migration } from '@mikro-orm/migrations';

/** Idempotency keys, kept for 24 hours (interfaces, 'REST: rules'). */
export class Migration20261121300000 extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency_key (
        -- id of the user or partner key that called
        subject uuid not null,
        key text not null,
        -- keyed hash of method, path and body
        fingerprint bytea not null,
        -- the one request that may carry it out, until its own deadline is over
        holder uuid not null,
        held_until timestamptz not null,
        created_at timestamptz not null default now(),
        -- set in the transaction of the write that the key stands for
        written boolean not null default false,
        -- encrypted; null until the answer was made, and once it was erased
        answer bytea,
        primary key (subject, key)
      );
      create index idempotency_key_by_time on idempotency_key (created_at);
    `);
  }
}
