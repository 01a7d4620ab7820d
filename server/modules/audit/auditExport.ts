import { Readable } from 'node:stream';
import type { Database } from '../../platform/database/database.ts';
import { currentRequest, streamedStep, type RequestScope } from '../../platform/database/requestScope.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { requireGrant, requirePerson, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { csvLine } from '../../platform/rest/csv.ts';
import type { AuditChoice, AuditCursor } from './auditInput.ts';
import type { AuditLine, AuditLog, AuditReference } from './auditLog.ts';

/** What one file holds at the most. */
export const MOST_EXPORTED = 100_000;
/** Number of rows that are read and verified at a time: the memory of an export. */
const PAGE = 250;

const COLUMNS = [
  'id',
  'verdict',
  'at',
  'role',
  'actorKind',
  'actorId',
  'actorName',
  'action',
  'subjectKind',
  'subjectId',
  'subjectName',
  'details',
  'requestId',
  'gdprConsent',
] as const;

/** The lines of a list of the audit table in one CSV file, each judged as the list judges it. */
export class AuditExport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #log: AuditLog;

  constructor(parts: { database: Database; permissionTable: PermissionTable; auditLog: AuditLog }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#log = parts.auditLog;
  }

  /**
   * All lines that the filters let through, newest first, streamed page by page: no connection is held while a slow client reads. Who took
   * them is written into the table before, with the names of the filters.
   * @throws Refused unauthenticated, forbidden, invalid (there are more than `MOST_EXPORTED`)
   */
  async run(caller: Caller, asked: AuditChoice, info: RequestInfo): Promise<Readable> {
    const person = requirePerson(caller);
    requireGrant(this.#permissions, caller, 'view_audit');
    if ((await this.#log.count(asked, MOST_EXPORTED + 1)) > MOST_EXPORTED) {
      throw invalid({ field: 'from', said: CALL.manyAuditLines({ most: MOST_EXPORTED }) });
    }
    const filters = Object.keys(asked).filter((name) => Reflect.get(asked, name) !== undefined);
    await this.#database.writeFromReserve((em) =>
      audit(em, { caller: person, action: 'audit.exported', info, details: { filters } }),
    );
    const request = currentRequest();
    const first = await this.#log.page(asked, PAGE);
    return Readable.from(this.#texts(asked, first, request), { objectMode: false });
  }

  async *#texts(
    asked: AuditChoice,
    first: { lines: AuditLine[]; next: AuditCursor | null },
    request: RequestScope | undefined,
  ): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    let page = first;
    for (;;) {
      if (page.lines.length > 0) yield page.lines.map(lineOf).join('');
      if (page.next === null) return;
      const before = page.next;
      page = await streamedStep(request, () => this.#log.page({ ...asked, before }, PAGE));
    }
  }
}

function lineOf({ id, verdict, told }: AuditLine): string {
  if (told === null) return csvLine([id, verdict, ...COLUMNS.slice(2).map(() => null)]);
  const thing = (one: AuditReference | null) => [one?.kind ?? null, one?.id ?? null, one?.name ?? null];
  return csvLine([
    id,
    verdict,
    told.at,
    told.role,
    ...thing(told.actor),
    told.action,
    ...thing(told.subject),
    told.details.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
    told.requestId,
    told.gdprConsent,
  ]);
}
