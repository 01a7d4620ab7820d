import type { EntityManager } from '@mikro-orm/postgresql';
import { isUuid } from '../../domain/lot/lotId.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { STATEMENT_ROWS } from './signedStatements.ts';
import { STATEMENT_COLUMNS, statementRow, type StatementRow } from './statementRow.ts';

/** Columns that steps change, by their names in a row. */
const COLUMNS = {
  kind: 'kind',
  partCount: 'part_count',
  state: 'state',
  activityType: 'activity_type',
  operatorRole: 'operator_role',
  representedOperator: 'represented_operator',
  countryOfActivity: 'country_of_activity',
  borderCrossCountry: 'border_country',
  comment: 'comment',
  geolocationConfidential: 'confidential',
  hsHeading: 'hs_heading',
  descriptionOfGoods: 'description',
  deviationPercent: 'deviation_percent',
  numbersPublic: 'numbers_public',
  contentHash: 'content_hash',
  netGrams: 'net_grams',
  producers: 'producers',
  plots: 'plots',
  countries: 'countries',
  consignmentVersion: 'consignment_version',
  checkedAt: 'checked_at',
  filing: 'filing',
  filingStep: 'filing_step',
  sentAt: 'sent_at',
  nextPollAt: 'next_poll_at',
  polls: 'polls',
  faults: 'faults',
  registryUuid: 'registry_uuid',
  referenceNumber: 'reference_number',
  verificationNumber: 'verification_number',
  submittedAt: 'submitted_at',
  availableAt: 'available_at',
  rejectedAt: 'rejected_at',
  rejection: 'rejection',
  withdrawnAt: 'withdrawn_at',
  archivedAt: 'archived_at',
} as const satisfies Partial<Record<keyof StatementRow, string>>;

/** What changes of a statement; fields that are left out stay. */
export type StatementChanges = Partial<Pick<StatementRow, keyof typeof COLUMNS>>;

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'representedOperator',
  'faults',
  'countries',
] satisfies (keyof typeof COLUMNS)[]);

/**
 * A statement, locked until the transaction ends, after its consignment's lock where both are taken.
 * @param version the one that was read; undefined: whatever it is
 * @throws Refused not-found, stale-version, conflict (it was changed outside of the program)
 */
export async function lockedStatement(em: EntityManager, id: string, version?: number): Promise<StatementRow> {
  if (!isUuid(id)) throw notFound('Statement');
  const [found]: unknown[] = await em.execute(
    `select ${STATEMENT_COLUMNS} from statement t where t.id = ? for no key update`,
    [id],
  );
  if (found === undefined) throw notFound('Statement');
  await assertIntact(em, [id]);
  const row = statementRow.parse(found);
  if (version !== undefined && version !== row.rowVersion) {
    throw new Refused({ kind: 'stale-version', currentVersion: row.rowVersion, of: 'statement' });
  }
  return row;
}

/** The parts of a grouped statement in their order, locked. @throws Refused conflict */
export async function lockedParts(em: EntityManager, groupId: string): Promise<StatementRow[]> {
  const found: unknown[] = await em.execute(
    `select ${STATEMENT_COLUMNS} from statement t where t.group_id = ? order by t.part_number for no key update`,
    [groupId],
  );
  const rows = found.map((row) => statementRow.parse(row));
  await assertIntact(
    em,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** Writes changes of a statement that the transaction holds, and signs it. */
export async function changeStatement(
  em: EntityManager,
  { id, consignmentId }: Pick<StatementRow, 'id' | 'consignmentId'>,
  changes: StatementChanges,
  at: Date,
): Promise<void> {
  const named = Object.entries(changes).flatMap(([name, value]) => {
    const column = isColumn(name) ? COLUMNS[name] : undefined;
    if (column === undefined || value === undefined) return [];
    return [{ sql: `${column} = ${placeholderOf(name)}`, value: valueOf(name, value) }];
  });
  await em.execute(
    `update statement set ${[...named.map(({ sql }) => sql), 'updated_at = ?', 'row_version = row_version + 1'].join(', ')}
     where id = ?`,
    [...named.map(({ value }) => value), at, id],
  );
  await signRows(em, STATEMENT_ROWS, [id]);
  await logEvent(em, { topic: 'consignment', kind: 'statement', consignmentId });
}

function isColumn(name: string): name is keyof typeof COLUMNS {
  return name in COLUMNS;
}

function placeholderOf(name: string): string {
  if (name === 'countries') return 'array(select json_array_elements_text(?::json))';
  return JSON_COLUMNS.has(name) ? '?::jsonb' : '?';
}

function valueOf(name: string, value: unknown): unknown {
  return JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value;
}

async function assertIntact(em: EntityManager, ids: readonly string[]): Promise<void> {
  const whole = await verifiedRows(em, STATEMENT_ROWS, ids);
  if (ids.some((id) => !whole.has(id))) throw new Refused({ kind: 'conflict', said: REFUSED.changedStatement({}) });
}
