import { Migration } from '@mikro-orm/migrations';

const RATES = `
  -- what callers have spent of their rates in the windows that are under way, as each process tells the others. Worth nothing after
  -- a crash, so it is not logged; replicas do not have it
  create unlogged table rate_spent (
    process uuid not null,
    rate text not null,
    -- keyed hash of an address, a user or a partner key
    caller text not null,
    spent integer not null,
    ends_at timestamptz not null,
    primary key (process, rate, caller)
  ) with (fillfactor = 50);
`;

/** Rates that all processes count together. */
export class Migration20261123300000_shared_rates extends Migration {
  override up(): void {
    this.addSql(RATES);
  }
}
