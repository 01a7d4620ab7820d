import { Migration } from '@mikro-orm/migrations';

const IDEMPOTENCY_PROCESS = `
  alter table idempotency_key
    -- advisory lock that the process of the call holds while it lives
    add column process bigint not null default 0,
    -- what each write of the call changed, encrypted: a call whose answer was lost with its process is answered from them
    add column targets jsonb not null default '[]';
`;

/** Idempotency keys name the process that works on them, and what it wrote. */
export class Migration20261125000000_idempotency_process extends Migration {
  override up(): void {
    this.addSql(IDEMPOTENCY_PROCESS);
  }
}
