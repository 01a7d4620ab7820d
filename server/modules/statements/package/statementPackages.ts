import type { Readable } from 'node:stream';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { notFound } from '../../../platform/errors/refusal.ts';
import type { Caller, RequestInfo } from '../../../platform/access/caller.ts';
import { statementReader } from '../statementAccess.ts';
import type { StatementParts } from '../statementParts.ts';
import { readPackage } from './packageStore.ts';

/** Hands out packages. */
export class StatementPackages {
  readonly #parts: Pick<StatementParts, 'database' | 'permissions'>;

  constructor(parts: Pick<StatementParts, 'database' | 'permissions'>) {
    this.#parts = parts;
  }

  /** The package of a statement, which is audited. @throws Refused unauthenticated, forbidden, not-found, conflict */
  async forCaller(
    caller: Caller,
    statementId: string,
    info: RequestInfo,
  ): Promise<{ name: string; mediaType: string; body: Readable }> {
    const { permissions, database } = this.#parts;
    const user = statementReader(permissions, caller);
    if (!isUuid(statementId)) throw notFound('StatementPackage');
    const file = await readPackage(database, statementId);
    await database.write((em) =>
      audit(em, {
        caller: user,
        action: 'statement.package-read',
        target: { kind: 'statement', id: statementId },
        info,
      }),
    );
    return file;
  }
}
