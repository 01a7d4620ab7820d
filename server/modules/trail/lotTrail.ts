import { z } from 'zod';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { grantOf } from '../../domain/access/permissions.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import {
  mergeTrail,
  TOLD_BY_AUDIT,
  trailActions,
  trailCursorText,
  type TrailCursor,
  type TrailReader,
} from '../../domain/lot/lotTrail.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { requireUser, type Caller, type UserCaller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { isWholeAudit, type AuditRow } from '../audit/signedAudit.ts';
import { readsConsignments } from '../consignments/consignmentAccess.ts';
import { readsDocuments } from '../due-diligence/dueDiligenceAccess.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { FieldChangeView, HistoryState, HistoryView, LotHistory } from '../lots/lotHistory.ts';
import { LINES, TEXTS } from './trailSources.ts';

/** What an entry is about beside the lot. */
export interface TrailSubject {
  kind: 'alert' | 'document' | 'consignment';
  /** UUID */
  id: string;
  /** number of a consignment, title of a document; null for an alert, and once erased */
  name: string | null;
}

export interface TrailEntry {
  id: string;
  /** ISO 8601, UTC */
  at: string;
  /** of the history ('stage') or of the audit table ('alert.commented') */
  action: string;
  /** name of the person or partner key; null for the program, and once erased */
  actor: string | null;
  /** of the actor then; null where the history does not name it */
  role: string | null;
  stage: Stage | null;
  changes: FieldChangeView[];
  subject: TrailSubject | null;
  /** what was written, or the name of a file, a person or a format; null once erased */
  text: string | null;
  state: HistoryState;
}

export interface TrailPage {
  entries: TrailEntry[];
  /** where the next page begins; null after the last one */
  next: string | null;
}

const facts = z.object({
  userId: z.string().nullable(),
  keyId: z.string().nullable(),
  role: z.string(),
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

type Line = AuditRow & { at: string };

/** Everything that happened to a lot, for those who see it; what they may not read elsewhere is left out. */
export class LotTrail {
  readonly #parts: {
    database: Database;
    permissions: PermissionTable;
    lots: AuthorizedLots;
    history: LotHistory;
  };

  constructor(parts: { database: Database; permissions: PermissionTable; lots: AuthorizedLots; history: LotHistory }) {
    this.#parts = parts;
  }

  /** One page, newest first; null if the caller may not see the lot. @throws Refused unauthenticated */
  async read(
    caller: Caller,
    idOrLotId: string,
    { before, limit }: { before: TrailCursor | null; limit: number },
  ): Promise<TrailPage | null> {
    const user = requireUser(caller);
    const lot = await this.#parts.lots.find(caller, idOrLotId);
    if (lot === null) return null;
    const [all, lines] = await Promise.all([
      this.#parts.history.read(caller, lot.id),
      this.#lines(lot.id, this.#readers(user), before, limit + 1),
    ]);
    if (all === null) return null;
    const history = all
      .map((entry, index) => ({ ...entry, left: all.length - index - 1 }))
      .filter(({ action, left }) => !TOLD_BY_AUDIT.has(action) && left < (before?.history ?? all.length));
    const merged = mergeTrail(history, lines, limit);
    const texts = await this.#texts(merged.flatMap((one) => (one.from === 'audit' ? [one.line] : [])));
    const entries = merged.map((one) =>
      one.from === 'history' ? ofHistory(lot.id, one.entry) : this.#ofLine(one.line, texts),
    );
    const isLast = merged.length === history.length + lines.length;
    const last = merged.findLast((one) => one.from === 'history');
    const line = merged.findLast((one) => one.from === 'audit');
    return {
      entries,
      next: isLast
        ? null
        : trailCursorText({
            history: last?.from === 'history' ? last.entry.left : (before?.history ?? all.length),
            line: line?.from === 'audit' ? { at: line.line.at, id: line.line.id } : (before?.line ?? null),
          }),
    };
  }

  #readers(user: UserCaller): TrailReader[] {
    const { permissions } = this.#parts;
    const readers: TrailReader[] = ['lot'];
    if (readsDocuments(permissions, user)) readers.push('documents');
    if (readsConsignments(permissions, user)) readers.push('consignments');
    if (grantOf(permissions, user.role, 'view_audit') !== null) readers.push('audit');
    return readers;
  }

  async #lines(
    lotUuid: string,
    readers: readonly TrailReader[],
    before: TrailCursor | null,
    limit: number,
  ): Promise<Line[]> {
    const { at = null, id = null } = before?.line ?? {};
    return this.#parts.database.rows<Line>(LINES, [lotUuid, trailActions(readers), at, id, limit]);
  }

  /** Texts of all that the lines name, in one query. */
  async #texts(lines: readonly Line[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(
      lines.flatMap((line) => {
        const { userId, keyId, targetId, details } = facts.parse(line.facts);
        return [userId, keyId, targetId, ...Object.values(details)].filter(
          (one): one is string => typeof one === 'string' && isUuid(one),
        );
      }),
    );
    if (ids.size === 0) return new Map();
    const rows = await this.#parts.database.rows<{ id: string; text: string | null }>(TEXTS, [[...ids]]);
    return new Map(rows.flatMap(({ id, text }) => (text === null ? [] : [[id, text] as const])));
  }

  #ofLine(line: Line, texts: ReadonlyMap<string, string>): TrailEntry {
    const { userId, keyId, role, action, targetKind, targetId, details } = facts.parse(line.facts);
    const textOf = (id: unknown): string | null => (typeof id === 'string' ? (texts.get(id) ?? null) : null);
    return {
      id: `audit-${line.id}`,
      at: new Date(line.at).toISOString(),
      action,
      actor: textOf(userId ?? keyId),
      role,
      stage: null,
      changes: [],
      subject: subjectOf(targetKind, targetId, textOf),
      text: lineText(action, targetId, details, textOf),
      state: isWholeAudit(this.#parts.database.seals, line) ? 'recorded' : 'differs',
    };
  }
}

function ofHistory(lotUuid: string, entry: HistoryView & { left: number }): TrailEntry {
  const { at, action, actor, stage, changes, state, left } = entry;
  return { id: `${lotUuid}-${left}`, at, action, actor, role: null, stage, changes, subject: null, text: null, state };
}

function subjectOf(
  kind: string | null,
  id: string | null,
  textOf: (id: unknown) => string | null,
): TrailSubject | null {
  if (id === null) return null;
  if (kind === 'alert') return { kind, id, name: null };
  return kind === 'document' || kind === 'consignment' ? { kind, id, name: textOf(id) } : null;
}

/** The detail of a line that people read, in words: never an id. */
function lineText(
  action: string,
  targetId: string | null,
  details: Readonly<Record<string, unknown>>,
  textOf: (id: unknown) => string | null,
): string | null {
  switch (action) {
    case 'alert.commented':
      return textOf(details['commentId']);
    case 'alert.file-added':
    case 'alert.file-removed':
      return textOf(details['fileId']);
    case 'alert.assigned':
      return textOf(details['assigneeId']);
    case 'alert.resolved':
    case 'alert.dismissed':
      return textOf(targetId);
    case 'lot.exported':
      return typeof details['format'] === 'string' ? details['format'] : null;
    case 'lot.paper-read':
      return typeof details['paper'] === 'string' ? details['paper'] : null;
    default:
      return null;
  }
}
