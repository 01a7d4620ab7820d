import { notFound } from '../../../platform/errors/refusal.ts';
import type { Caller, RequestInfo } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { statementReader } from '../statementAccess.ts';
import type { StatementParts } from '../statementParts.ts';
import { exchangesOf, exchangeTexts, type ExchangeView } from './exchanges.ts';

/** Shows what was exchanged with the registry. */
export class StatementFilingLog {
  readonly #parts: Pick<StatementParts, 'database' | 'permissions'>;

  constructor(parts: Pick<StatementParts, 'database' | 'permissions'>) {
    this.#parts = parts;
  }

  /** The exchanges of a statement, the newest first, at most 100. @throws Refused unauthenticated, forbidden */
  async list(caller: Caller, statementId: string): Promise<ExchangeView[]> {
    statementReader(this.#parts.permissions, caller);
    return isUuid(statementId) ? exchangesOf(this.#parts.database, statementId) : [];
  }

  /** The texts of one exchange, which name producers: it is audited. @throws Refused unauthenticated, forbidden, not-found */
  async texts(
    caller: Caller,
    statementId: string,
    id: number,
    info: RequestInfo,
  ): Promise<{ request: string; answer: string | null }> {
    const { database, permissions } = this.#parts;
    const user = statementReader(permissions, caller);
    const texts = isUuid(statementId) ? await exchangeTexts(database, statementId, id) : null;
    if (texts === null) throw notFound('Statement');
    const target = { kind: 'statement', id: statementId.toLowerCase() };
    await database.write((em) =>
      audit(em, { caller: user, action: 'statement.exchange-read', target, info, details: { exchange: id } }),
    );
    return texts;
  }
}
