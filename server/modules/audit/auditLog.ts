import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { isUuid, normaliseLotId } from '../../domain/lot/lotId.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { requireGrant, requirePerson, type Caller } from '../../platform/access/caller.ts';
import { VERSION_ACTION } from '../../platform/row-signatures/rowVersions.ts';
import { cursorText, type AuditChoice, type AuditCursor, type AuditListing } from './auditInput.ts';
import { auditVerdicts, missingLines, type AuditVerdict } from './auditVerdicts.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { AUDIT_COLUMNS, type AuditRow } from './signedAudit.ts';

/** An account, a key, a lot or another thing that a line names by its id. */
export interface AuditReference {
  /** 'user', 'key', 'lot', 'report', 'erasure', 'session', 'event', 'alert' */
  kind: string;
  /** null for the program itself, or an anonymous caller */
  id: string | null;
  /** its present name; null if it has none, or was erased */
  name: string | null;
  erased: boolean;
}

/** What a line says; only of a line that the program wrote. */
export interface AuditLineContent {
  /** ISO 8601, UTC */
  at: string;
  /** 'system' and 'anonymous' beside the roles of accounts */
  role: string;
  actor: AuditReference;
  action: string;
  subject: AuditReference | null;
  /** ids, names of fields and figures; no value of a person. `names`: the values, ids by what they name now */
  details: { name: string; values: string[]; names: string[] }[];
  requestId: string | null;
  gdprConsent: boolean;
}

export interface AuditLine {
  /** the number of its row */
  id: string;
  verdict: AuditVerdict;
  /** null if the row has no valid signature */
  told: AuditLineContent | null;
}

export interface AuditPage {
  lines: AuditLine[];
  /** where the next page begins; null after the last one */
  next: string | null;
  /** numbers of rows that the chain has between these lines and the table has not; newest first, at most 100 */
  missing: string[];
}

const facts = z.object({
  at: z.string(),
  userId: z.string().nullable(),
  keyId: z.string().nullable(),
  role: z.string(),
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  requestId: z.string().nullable(),
  gdprConsent: z.boolean(),
  details: z.record(z.string(), z.unknown()),
});
type Facts = z.infer<typeof facts>;

const PLAIN: NamedId = { name: null, erased: false };
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The audit table as those read it who hold view_audit: newest first, each line judged before it is shown. */
export class AuditLog {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #names: NameSources;

  constructor(parts: { database: Database; permissionTable: PermissionTable; names: NameSources }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#names = parts.names;
  }

  /**
   * One page. For people: it names accounts, which partner keys never see.
   * @throws Refused unauthenticated, forbidden
   */
  async list(caller: Caller, asked: AuditListing): Promise<AuditPage> {
    requirePerson(caller);
    requireGrant(this.#permissions, caller, 'view_audit');
    const { limit, before } = asked;
    const { rows, lines, next } = await this.#read(asked, limit);
    return {
      lines,
      next: next === null ? null : cursorText(next),
      missing: isNarrowed(asked) ? [] : await this.#missing(rows, { before, isLast: next === null }),
    };
  }

  /** A page for an authorized caller. @param limit most rows */
  async page(asked: AuditChoice, limit: number): Promise<{ lines: AuditLine[]; next: AuditCursor | null }> {
    const { lines, next } = await this.#read(asked, limit);
    return { lines, next };
  }

  /** How many lines there are, counted up to `most`. */
  async count(asked: AuditChoice, most: number): Promise<number> {
    const { where, values } = await this.#condition(asked);
    const row = await this.#database.row<{ count: number }>(
      `select count(*)::int as count from (select 1 from ${AUDITED} a where ${where} limit $${values.length + 1}) counted`,
      [...values, most],
    );
    return row?.count ?? 0;
  }

  async #read(asked: AuditChoice, limit: number) {
    const { where, values } = await this.#condition(asked);
    const found = await this.#database.rows<AuditRow & { at: string }>(
      `select ${AUDIT_COLUMNS}, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
       from ${AUDITED} a where ${where} order by a.at desc, a.id desc limit $${values.length + 1}`,
      [...values, limit + 1],
    );
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const isLast = found.length <= limit;
    const next: AuditCursor | null = isLast || last === undefined ? null : { at: last.at, id: last.id };
    return { rows, lines: await this.#lines(rows), next };
  }

  async #lines(rows: readonly AuditRow[]): Promise<AuditLine[]> {
    if (rows.length === 0) return [];
    const verdicts = await auditVerdicts(this.#database, rows);
    const read = rows.map((row) => {
      const verdict = verdicts.get(row.id) ?? 'changed';
      return { id: String(row.id), verdict, facts: verdict === 'changed' ? null : facts.parse(row.facts) };
    });
    const ids = read.flatMap(({ facts: said }) =>
      said === null ? [] : [said.userId, said.keyId, said.targetId, ...Object.values(said.details).flatMap(texts)],
    );
    const names = await namesOf(this.#database, this.#names, new Set(ids.filter((id) => id !== null)));
    return read.map(({ id, verdict, facts: said }) => ({ id, verdict, told: said && told(said, names) }));
  }

  /** Rows are numbered as they are begun, so that a page of all lines holds nearly all numbers between its ends. */
  async #missing(rows: readonly AuditRow[], page: { before?: AuditCursor; isLast: boolean }): Promise<string[]> {
    const ids = rows.map(({ id }) => id);
    const range = {
      from: page.isLast ? 0 : Math.min(...ids),
      to: page.before === undefined ? MAX_ID : Math.max(page.before.id, ...ids),
    };
    return (await missingLines(this.#database, range)).map(String);
  }

  /** One text for each shape of filter, so that it can be prepared. */
  async #condition({ actor, action, subject, from, to, before }: AuditChoice) {
    const values: unknown[] = [];
    // Rows about versions of rows repeat other rows.
    const parts = [`a.action <> '${VERSION_ACTION}'`];
    const add = (part: (place: string) => string, value: unknown) => {
      values.push(value);
      parts.push(part(`$${values.length}`));
    };
    if (actor === 'system') parts.push(`a.role = 'system' and a.user_id is null and a.key_id is null`);
    else if (actor !== undefined) {
      const ids = (await idsMeant(this.#database, this.#names, actor)).filter(isUuid);
      add((place) => `(a.user_id = any(${place}::uuid[]) or a.key_id = any(${place}::uuid[]))`, ids);
    }
    if (action !== undefined) add((place) => `a.action = ${place}`, action);
    if (subject !== undefined) {
      add((place) => `a.target_id = any(${place}::text[])`, await idsMeant(this.#database, this.#names, subject));
    }
    if (from !== undefined) add((place) => `a.at >= (${place}::date)::timestamp at time zone 'UTC'`, from);
    if (to !== undefined) add((place) => `a.at < (${place}::date + 1)::timestamp at time zone 'UTC'`, to);
    if (before !== undefined) {
      values.push(before.at, before.id);
      parts.push(`(a.at, a.id) < ($${values.length - 1}::timestamptz, $${values.length}::bigint)`);
    }
    return { where: parts.join(' and '), values };
  }
}

/** Whether a filter leaves rows out: gaps between the remaining ones are found by the integrity audit. */
function isNarrowed({ actor, action, subject, from, to }: AuditChoice): boolean {
  return [actor, action, subject, from, to].some((one) => one !== undefined);
}

function told(said: Facts, names: ReadonlyMap<string, NamedId>): AuditLineContent {
  const { userId, keyId, targetKind, targetId } = said;
  const actorId = userId ?? keyId;
  const kind = keyId !== null ? 'key' : 'user';
  return {
    at: said.at,
    role: said.role,
    actor: { kind, id: actorId, ...named(names, actorId) },
    action: said.action,
    subject: targetKind === null ? null : { kind: targetKind, id: targetId, ...named(names, targetId) },
    details: Object.entries(said.details).map(([name, value]) => {
      const values = texts(value);
      return { name, values, names: values.map((one) => names.get(one)?.name ?? one) };
    }),
    requestId: said.requestId,
    gdprConsent: said.gdprConsent,
  };
}

function named(names: ReadonlyMap<string, NamedId>, id: string | null): NamedId {
  const { name, erased } = (id !== null ? names.get(id) : undefined) ?? PLAIN;
  return { name, erased };
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined ? [] : [String(value)];
}

/** What an id that the audit table holds is known by today. */
interface NamedId {
  /** null: there is none, or it was erased */
  name: string | null;
  erased: boolean;
}

/** SQL of other modules, which own what audit rows name. */
export interface NameSources {
  /** queries for the `id`, `name` and `erased` of all rows of a kind */
  named: readonly string[];
  /** queries for the `id` of what a text may mean; `$1`: the text, `$2`: the text as a lot id */
  meant: readonly string[];
}

/** Names of the subjects of rows, by id. Rows hold only ids, so erased subjects have no name here either. */
async function namesOf(
  database: Database,
  { named: queries }: NameSources,
  ids: ReadonlySet<string>,
): Promise<Map<string, NamedId>> {
  const uuids = [...ids].filter(isUuid);
  if (uuids.length === 0) return new Map();
  const rows = await database.rows<NamedId & { id: string }>(
    `select id::text, name, erased from (${queries.join(' union all ')}) named where id = any($1::uuid[])`,
    [uuids],
  );
  return new Map(rows.map(({ id, name, erased }) => [id, { name, erased }]));
}

/**
 * The ids that a search text may mean: the text itself, the lot of this id, and the account of this user name; without
 * any, the people whose name contains it.
 */
async function idsMeant(database: Database, { meant }: NameSources, text: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    meant.map((query) => `select id::text from (${query}) meant`).join(' union all '),
    [text, normaliseLotId(text)],
  );
  return [isUuid(text) ? text.toLowerCase() : text, ...rows.map(({ id }) => id)];
}
