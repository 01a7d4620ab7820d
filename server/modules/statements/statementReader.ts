import { z } from 'zod';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../transformations/originViews.ts';
import { PACKAGE_ROWS, STATEMENT_ROWS } from './signedStatements.ts';
import { STATEMENT_COLUMNS, statementRow, type StatementRow } from './statementRow.ts';
import { statementView, type StatementAlert, type StatementView } from './statementView.ts';
import type { PackageView } from './package/packageStore.ts';

/** A consignment has few statements; parts of a split one are at most 11 for each. */
const MOST = 500;
const MOST_ALERTS = 100;

const sealedRow = statementRow.extend({ facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() });

/** SQL of statements with what their signatures are checked by. */
export const SEALED_STATEMENTS = `select ${STATEMENT_COLUMNS}, ${STATEMENT_ROWS.facts('t')} as facts, t.seal from statement t`;

/** Alerts on beans of consignments since a statement of theirs was submitted, `$1`: the statements. */
const ALERTS = `select s.id as "statementId", a.id, a.title, a.severity, a.status, a.created_at as "raisedAt",
    l.lot_id as "lotId"
  from statement s
    cross join lateral (
      with held as (select lot_id as id from ${CONSIGNMENT_LOTS} h where h.consignment_id = s.consignment_id)
      select id from held
      union select o.origin_id from held join ${LOT_ORIGINS} o on o.lot_id = held.id
      union select x.ancestor_id from held join ${LOT_ANCESTORS} x on x.lot_id = held.id) beans
    join ${ALERT_FACTS} a on a.lot_id = beans.id and a.created_at >= s.submitted_at
    join ${LOT_IDS} l on l.id = a.lot_id
  where s.id = any($1::uuid[]) and s.submitted_at is not null
  order by a.created_at desc, a.id limit ${MOST_ALERTS}`;

const PACKAGES = `select p.statement_id as "statementId", p.name, p.sha256, p.size_bytes as bytes, p.files,
    p.made_at as "madeAt", ${PACKAGE_ROWS.facts('p')} as facts, p.seal
  from statement_package p where p.statement_id = any($1::uuid[])`;

type PackageRow = PackageView & { statementId: string; facts: SignedFacts; seal: string | null };

/** Reads statements; the callers check who may. Rows that were changed outside of the program are left out. */
export class StatementReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The statements of a consignment, the newest first, parts within their grouped statement. */
  async ofConsignment(consignmentId: string): Promise<StatementView[]> {
    if (!isUuid(consignmentId)) return [];
    return this.#views(await this.#rows('t.consignment_id = $1', [consignmentId]));
  }

  /** One by its UUID, a part without the others; null for none. */
  async find(id: string): Promise<StatementView | null> {
    if (!isUuid(id)) return null;
    const [view] = await this.#views(await this.#rows('t.id = $1 or t.group_id = $1', [id]));
    return view ?? null;
  }

  async #rows(where: string, values: readonly unknown[]): Promise<StatementRow[]> {
    const rows = z
      .array(sealedRow)
      .parse(
        await this.#database.rows(
          `${SEALED_STATEMENTS} where ${where} order by t.created_at desc, t.part_number nulls first, t.id limit ${MOST}`,
          values,
        ),
      );
    return rows.flatMap(({ facts, seal, ...row }) =>
      this.#database.seals.holds(STATEMENT_ROWS.kind, row.id, facts, seal) ? [row] : [],
    );
  }

  async #views(rows: readonly StatementRow[]): Promise<StatementView[]> {
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    const [packages, alerts] = await Promise.all([this.#packages(ids), this.#alerts(ids)]);
    const viewOf = (row: StatementRow, parts: readonly StatementRow[]): StatementView =>
      statementView(row, {
        package: packages.get(row.id) ?? null,
        alertsSince: alerts.get(row.id) ?? [],
        parts: parts.map((part) => viewOf(part, [])),
      });
    const known = new Set(ids);
    const heads = rows.filter(({ groupId }) => groupId === null || !known.has(groupId));
    return heads.map((head) =>
      viewOf(
        head,
        rows.filter(({ groupId }) => groupId === head.id),
      ),
    );
  }

  async #packages(ids: readonly string[]): Promise<Map<string, PackageView>> {
    const rows = await this.#database.rows<PackageRow & Record<string, unknown>>(PACKAGES, [ids]);
    return new Map(
      rows.flatMap(({ statementId, facts, seal, ...view }) =>
        this.#database.seals.holds(PACKAGE_ROWS.kind, statementId, facts, seal) ? [[statementId, view] as const] : [],
      ),
    );
  }

  async #alerts(ids: readonly string[]): Promise<Map<string, StatementAlert[]>> {
    const rows = await this.#database.rows<StatementAlert & { statementId: string } & Record<string, unknown>>(ALERTS, [
      ids,
    ]);
    const byStatement = new Map<string, StatementAlert[]>();
    for (const { statementId, ...alert } of rows) {
      byStatement.set(statementId, [...(byStatement.get(statementId) ?? []), alert]);
    }
    return byStatement;
  }
}
