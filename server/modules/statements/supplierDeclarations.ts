import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../domain/messages/filingMessages.ts';
import { RegistryAway, type DeclarationVerdict } from '../../domain/statement/dueDiligenceRegistry.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signRows } from '../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { keepExchanges } from './filing/exchanges.ts';
import { DECLARATION_ROWS } from './signedStatements.ts';
import { statementManager, statementReader } from './statementAccess.ts';
import type { StatementParts } from './statementParts.ts';
import { stepRefused } from './statementService.ts';

/** A number that a supplier gave, and what the registry said of it. */
export interface SupplierDeclarationView {
  id: string;
  referenceNumber: string;
  verificationNumber: string;
  verdict: DeclarationVerdict;
  checkedAt: Date;
}

/** Numbers that are verified in 24 hours. */
export const MOST_DECLARATIONS_A_DAY = 1_000;

/** Asks the registry about the numbers that suppliers give (API V3, `verifyDeclaration`), and keeps the answers. */
export class SupplierDeclarations {
  readonly #parts: StatementParts;
  readonly #totals: TotalCache = new Map();

  constructor(parts: StatementParts) {
    this.#parts = parts;
  }

  /**
   * Asks about one number.
   * @throws Refused unauthenticated, forbidden, conflict (there is no registry to ask, it is away, or as many were asked)
   */
  async verify(
    caller: Caller,
    numbers: { referenceNumber: string; verificationNumber: string },
    info: RequestInfo,
  ): Promise<SupplierDeclarationView> {
    const { permissions, database, registry, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    await database.read((em) => assertFewDeclarations(em, clock()));
    const verdict = await this.#verdict(numbers);
    if (registry.driver === 'package' || verdict === null) throw stepRefused(FILING.cannotVerify({}));
    const view: SupplierDeclarationView = { id: randomUUID(), ...numbers, verdict, checkedAt: clock() };
    await database.write(async (em) => {
      await lockCaller(em, user);
      await holdLimit(em, 'supplier declarations');
      // Others may have asked meanwhile.
      await assertFewDeclarations(em, view.checkedAt);
      await em.execute(
        `insert into supplier_declaration (id, reference_number, verification_number, verdict, checked_at, checked_by, checked_key)
         values (?, ?, ?, ?, ?, ?, ?)`,
        [
          view.id,
          view.referenceNumber,
          view.verificationNumber,
          verdict,
          view.checkedAt,
          user.userId,
          partnerKeyOf(user),
        ],
      );
      await signRows(em, DECLARATION_ROWS, [view.id]);
      const target = { kind: 'supplier-declaration', id: view.id };
      await audit(em, { caller: user, action: 'declaration.verified', target, info, details: { verdict } });
    });
    return view;
  }

  /** Numbers that were verified, the newest first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ declarations: SupplierDeclarationView[]; pagination: Pagination }> {
    const { permissions, database } = this.#parts;
    statementReader(permissions, caller);
    const [rows, total] = await Promise.all([
      database.rows<SupplierDeclarationView & { facts: SignedFacts; seal: string | null } & Record<string, unknown>>(
        `select t.id, t.reference_number as "referenceNumber", t.verification_number as "verificationNumber", t.verdict,
           t.checked_at as "checkedAt", ${DECLARATION_ROWS.facts('t')} as facts, t.seal
         from supplier_declaration t order by t.checked_at desc, t.id limit $1 offset $2`,
        [limit, (page - 1) * limit],
      ),
      boundedTotal(database, this.#totals, 'from supplier_declaration', []),
    ]);
    const declarations = rows.flatMap(({ facts, seal, ...view }) =>
      database.seals.holds(DECLARATION_ROWS.kind, view.id, facts, seal) ? [view] : [],
    );
    return { declarations, pagination: pageOf(total, page, limit) };
  }

  async #verdict(numbers: { referenceNumber: string; verificationNumber: string }): Promise<DeclarationVerdict | null> {
    const { registry, database } = this.#parts;
    try {
      return await registry.verify(numbers, keepExchanges(database, null));
    } catch (error) {
      if (!(error instanceof RegistryAway)) throw error;
      throw new Refused({
        kind: 'conflict',
        said: FILING.registryAway({}),
        ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      });
    }
  }
}

/** @throws Refused conflict, when as many were asked in the last 24 hours */
async function assertFewDeclarations(em: EntityManager, at: Date): Promise<void> {
  const [row]: { count: number }[] = await em.execute(
    `select count(*)::int as count from supplier_declaration where checked_at > ?::timestamptz - interval '1 day'`,
    [at],
  );
  if ((row?.count ?? 0) < MOST_DECLARATIONS_A_DAY) return;
  throw stepRefused(FILING.manyDeclarations({ most: MOST_DECLARATIONS_A_DAY }));
}
