import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { ROLES, type LotScope, type Role } from '../../domain/access/permissions.ts';
import { ACCOUNTS, PARTNER_KEYS } from '../identity/signedIdentity.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { FORMAT_RULES, REPORT_FORMATS, type ReportFormat } from './reportFiles.ts';
import { reportFigures } from './reportSnapshot.ts';
import { viewOf, type ReportView } from './reportView.ts';
import { REPORT_SMALL_COLUMNS, hashOf, reportIsIntact, signedReport } from './signedReports.ts';
import { farmOf } from './storedReport.ts';

/** A stored report in the list. If it was changed in the database, only its id is given. */
export interface ListedReport {
  reportId: string;
  /** whether it matches what was stored */
  intact: boolean;
  /** null if it is not intact, as are the fields below */
  report: ReportView | null;
  /**
   * name of the account or partner key that made it; null also if the account was erased or changed outside of the
   * program
   */
  madeBy: string | null;
  madeByRole: Role | null;
  /** made by a partner's program */
  byKey: boolean;
  sampleData: boolean;
  /** available formats: files that name persons are gone after an erasure */
  formats: ReportFormat[];
}

const sealedMaker = {
  facts: z.custom<SignedFacts>((value) => typeof value === 'object').nullable(),
  seal: z.string().nullable(),
  name: z.string().nullable(),
};
const listedRow = signedReport.extend({
  version: z.string(),
  /** null if it is cached */
  lots: z.string().nullable(),
  figures_text: z.string(),
  account_facts: sealedMaker.facts,
  account_seal: sealedMaker.seal,
  account_name: sealedMaker.name,
  key_facts: sealedMaker.facts,
  key_seal: sealedMaker.seal,
  key_name: sealedMaker.name,
});

/** Hashes of the large columns in one version of a report's row. */
interface Content {
  /** the transaction that wrote the row: every change writes another version */
  version: string;
  lots: string;
  plots: string | null;
}

/** Limit of cached hashes, of about 300 bytes each. */
const MOST_REMEMBERED = 2_000;

/** Hashes of the lots and plots of listed reports, valid while their rows have the same version. */
export class ReportContents {
  readonly #kept = new LRUCache<string, Content>({ max: MOST_REMEMBERED });

  /** The cached hashes of these reports in their present version. */
  known(rows: readonly { id: string; version: string }[]): Map<string, Content> {
    const found = rows.map(({ id, version }) => {
      const content = this.#kept.get(id);
      return content?.version === version ? ([id, content] as const) : null;
    });
    return new Map(found.filter((one) => one !== null));
  }

  keep(id: string, content: Content): void {
    this.#kept.set(id, content);
  }
}

const page = (where: string, taken: number): string => `
  select id, xmin::text as version from report where ${where} order by created_at desc, id desc
  limit $${taken + 1} offset $${taken + 2}`;
const pageRow = z.object({ id: z.string(), version: z.string() });

/**
 * The columns of the reports of a page, $1. PostgreSQL hashes lots and plots, except for the versions, $2, whose hashes
 * are cached. The makers are joined to these few rows.
 */
const LISTING = `
  select r.*, u.name as account_name, u.seal as account_seal,
    case when u.id is null then null else ${ACCOUNTS.facts('u')} end as account_facts,
    k.name as key_name, k.seal as key_seal, case when k.id is null then null else ${PARTNER_KEYS.facts('k')} end as key_facts
  from (
    select ${REPORT_SMALL_COLUMNS}, figures::text as figures_text, xmin::text as version,
      ${['lots', 'plots'].map((column) => `case when id::text || ' ' || xmin::text = any($2::text[]) then null else ${hashOf(column)} end as ${column}`).join(', ')}
    from report where id = any($1::uuid[])) r
  left join ${ACCOUNTS.table} u on u.id = r.created_by
  left join ${PARTNER_KEYS.table} k on k.id = r.key_id
  order by r.created_at desc, r.id desc`;

/**
 * One page of the stored reports within a scope, newest first. Each is compared with its row signature, for which all
 * of its lots are hashed, once for each version of its row.
 */
export async function listReports(
  database: Database,
  { totals, contents }: { totals: TotalCache; contents: ReportContents },
  scope: LotScope,
  { page: number, limit }: { page: number; limit: number },
): Promise<{ reports: ListedReport[]; pagination: Pagination }> {
  const where = scope.kind === 'all' ? 'true' : 'scope_farm_id = $1';
  const values = scope.kind === 'all' ? [] : [farmOf(scope)];
  const [onPage, total] = await Promise.all([
    database.rows(page(where, values.length), [...values, limit, (number - 1) * limit]),
    boundedTotal(database, totals, `from report where ${where}`, values),
  ]);
  const asked = onPage.map((row) => pageRow.parse(row));
  const known = contents.known(asked);
  const rows = await database.rows(LISTING, [
    asked.map(({ id }) => id),
    [...known].map(([id, { version }]) => `${id} ${version}`),
  ]);
  const reports = rows.map((row) => {
    const { lots, ...rest } = listedRow.parse(row);
    const { id, version, plots } = rest;
    const content = lots === null ? known.get(id) : { version, lots, plots };
    if (content === undefined) throw new Error(`Nothing is remembered of the report ${id}`);
    contents.keep(id, content);
    return listed(database, { ...rest, lots: content.lots, plots: content.plots });
  });
  return { reports, pagination: pageOf(total, number, limit) };
}

type ListedRow = Omit<z.infer<typeof listedRow>, 'lots'> & { lots: string };

function listed(database: Database, row: ListedRow): ListedReport {
  const changed: ListedReport = {
    reportId: row.id,
    intact: false,
    report: null,
    madeBy: null,
    madeByRole: null,
    byKey: false,
    sampleData: false,
    formats: [],
  };
  const role = ROLES.find((name) => name === row.creator_role);
  // The signature covers the figures as they were written, so they can be read as such.
  if (!reportIsIntact(database.seals, row) || role === undefined) return changed;
  return {
    reportId: row.id,
    intact: true,
    report: viewOf({
      id: row.id,
      createdAt: row.created_at,
      period: { from: row.period_from, to: row.period_to },
      figures: reportFigures.parse(JSON.parse(row.figures_text)),
    }),
    madeBy: makerOf(database, row),
    madeByRole: role,
    byKey: row.key_id !== null,
    sampleData: row.sample_data,
    formats: REPORT_FORMATS.filter(
      (format) =>
        (row.erased_at === null || !FORMAT_RULES[format].personal) && (!row.in_parts || FORMAT_RULES[format].inParts),
    ),
  };
}

/** A name counts only if the row of its account or key matches its signature; health and log report others. */
function makerOf({ seals }: Database, row: ListedRow): string | null {
  const { created_by: account, key_id: key } = row;
  if (account !== null && row.account_facts !== null) {
    return seals.holds('account', account, row.account_facts, row.account_seal) ? row.account_name || null : null;
  }
  if (key !== null && row.key_facts !== null) {
    return seals.holds('partner-key', key, row.key_facts, row.key_seal) ? row.key_name : null;
  }
  return null;
}
