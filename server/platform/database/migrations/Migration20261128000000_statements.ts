import { Migration } from '@mikro-orm/migrations';
import { DUE_DILIGENCE_DDL } from './statements/dueDiligence.ts';
import { STATEMENT_DDL } from './statements/statements.ts';

/** Statements of due diligence with their packages, and the documents and assessments that they rest on. */
export class Migration20261128000000_statements extends Migration {
  override up(): void {
    for (const part of [STATEMENT_DDL, DUE_DILIGENCE_DDL]) this.addSql(part);
  }
}
