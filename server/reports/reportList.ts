import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { boundedTotal, type TotalCache } from '../database/boundedTotal.ts';
import { pageOf, type Pagination } from '../domain/pages.ts';
import { ROLES, type LotScope, type Role } from '../domain/permissions.ts';
import { ACCOUNTS, PARTNER_KEYS } from '../identity/sealedIdentity.ts';
import type { SealedFacts } from '../seals/seals.ts';
import { FORMATS, REPORT_FORMATS, type ReportFormat } from './reportFiles.ts';
import { reportFigures } from './reportSnapshot.ts';
import { viewOf, type ReportView } from './reportView.ts';
import { REPORT_COLUMNS, reportIsSound, sealedReport } from './sealedReports.ts';
import { farmOf, scopeOfFarm } from './storedReport.ts';

/** A stored report in the list of them. Of one that was changed in the database its id alone is told. */
export interface ListedReport {
  reportId: string;
  /** whether it is as it was stored */
  intact: boolean;
  /** null where it is not intact, as is all that follows */
  report: ReportView | null;
  /** name of the account or partner key that made it; null also once the account was erased or changed past the program */
  madeBy: string | null;
  madeByRole: Role | null;
  /** made by a partner's program */
  byKey: boolean;
  sampleData: boolean;
  /** those that can be had: files that name people are gone after an erasure */
  formats: ReportFormat[];
}

const sealedMaker = {
  facts: z.custom<SealedFacts>((value) => typeof value === 'object').nullable(),
  seal: z.string().nullable(),
  name: z.string().nullable(),
};
const listedRow = sealedReport.extend({
  figures_text: z.string(),
  account_facts: sealedMaker.facts,
  account_seal: sealedMaker.seal,
  account_name: sealedMaker.name,
  key_facts: sealedMaker.facts,
  key_seal: sealedMaker.seal,
  key_name: sealedMaker.name,
});

/**
 * The columns of the reports of a page. Hashes of lots and plots are computed where they lie, for this page alone; whoever made
 * them is joined to these few rows.
 */
const listing = (where: string, taken: number): string => `
  select r.*, u.name as account_name, u.seal as account_seal,
    case when u.id is null then null else ${ACCOUNTS.facts('u')} end as account_facts,
    k.name as key_name, k.seal as key_seal, case when k.id is null then null else ${PARTNER_KEYS.facts('k')} end as key_facts
  from (
    select ${REPORT_COLUMNS}, figures::text as figures_text from report
    where id in (select id from report where ${where} order by created_at desc, id desc
      limit $${taken + 1} offset $${taken + 2})) r
  left join app_user u on u.id = r.created_by
  left join api_key k on k.id = r.key_id
  order by r.created_at desc, r.id desc`;

/** One page of the stored reports that a scope covers, newest first. Each is compared with its seal, which reads all of its lots. */
export async function listReports(
  database: Database,
  totals: TotalCache,
  scope: LotScope,
  { page, limit }: { page: number; limit: number },
): Promise<{ reports: ListedReport[]; pagination: Pagination }> {
  const where = scope.kind === 'all' ? 'true' : 'scope_farm_id = $1';
  const values = scope.kind === 'all' ? [] : [farmOf(scope)];
  const [rows, total] = await Promise.all([
    database.rows(listing(where, values.length), [...values, limit, (page - 1) * limit]),
    boundedTotal(database, totals, `from report where ${where}`, values),
  ]);
  return { reports: rows.map((row) => listed(database, listedRow.parse(row))), pagination: pageOf(total, page, limit) };
}

function listed(database: Database, row: z.infer<typeof listedRow>): ListedReport {
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
  // The seal stands for the figures as they were written, so they can be read as what they are.
  if (!reportIsSound(database.seals, row) || role === undefined) return changed;
  return {
    reportId: row.id,
    intact: true,
    report: viewOf({
      id: row.id,
      createdAt: row.created_at,
      creatorRole: role,
      scope: scopeOfFarm(row.scope_farm_id),
      period: { from: row.period_from, to: row.period_to },
      sampleData: row.sample_data,
      figures: reportFigures.parse(JSON.parse(row.figures_text)),
    }),
    madeBy: makerOf(database, row),
    madeByRole: role,
    byKey: row.key_id !== null,
    sampleData: row.sample_data,
    formats: REPORT_FORMATS.filter((format) => row.erased_at === null || !FORMATS[format].personal),
  };
}

/** A name counts where the account or key that bears it is as it was sealed; health and log tell of others. */
function makerOf({ seals }: Database, row: z.infer<typeof listedRow>): string | null {
  const { created_by: account, key_id: key } = row;
  if (account !== null && row.account_facts !== null) {
    return seals.holds('account', account, row.account_facts, row.account_seal) ? row.account_name || null : null;
  }
  if (key !== null && row.key_facts !== null) {
    return seals.holds('partner-key', key, row.key_facts, row.key_seal) ? row.key_name : null;
  }
  return null;
}
