import { Migration } from '@mikro-orm/migrations';

/** The keys that seals are made with (decisions, 'Against whoever can write the database'). */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table seal_key (
        -- named in each seal
        id text primary key,
        -- 32 random bytes, encrypted under a key derived from AUTH_SECRET
        locked_key bytea not null,
        created_at timestamptz not null default now()
      )
    `);
  }
}
