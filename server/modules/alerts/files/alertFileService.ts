import { createHash, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { audit, type AuditEntry } from '../../../platform/audit-log/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { carriedOutTarget } from '../../../platform/database/requestScope.ts';
import type { AlertStatus } from '../../../domain/alert/alerts.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import type { PermissionTable } from '../../../domain/access/permissions.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { holdLimit } from '../../../platform/rate-limits/heldLimit.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { forbidden, invalid, notFound, Refused } from '../../../platform/errors/refusal.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../../platform/access/caller.ts';
import { detectFileInThread } from '../../../platform/files/detectFileInThread.ts';
import { FILE_TYPE_NAMES, storedFileName } from '../../../platform/files/fileContent.ts';
import { signRows } from '../../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../../platform/row-signatures/signedKinds.ts';
import { authorizedAlert, alertToWorkOn, type KnownAlert } from '../knownAlert.ts';
import type { InvestigationView } from '../investigation/investigationAnswers.ts';
import { readInvestigation } from '../investigation/investigationView.ts';
import { removeFiles } from './fileErasure.ts';
import { ALERT_FILES } from './signedFiles.ts';

export const FILE_LIMITS = {
  /** of one file */
  megabytes: 10,
  /** files of one alert */
  files: 20,
  /** of all files of one alert */
  alertMegabytes: 50,
} as const;

const MEGABYTE = 1024 * 1024;

/** While people look into it, and once it was decided with a conclusion. */
const TAKES_FILES: readonly AlertStatus[] = ['acknowledged', 'resolved'];

/** A file that came with a call. */
interface SentFile {
  /** as the client called it */
  name: string;
  read(): AsyncIterable<Buffer>;
}

interface StoredFile {
  name: string;
  mediaType: string;
  size: number;
  facts: SignedFacts & { sha256?: unknown };
  seal: string | null;
}

const STORED = `select t.name, t.media_type as "mediaType", t.size_bytes as size, ${ALERT_FILES.facts('t')} as facts, t.seal from alert_file t
  where t.id = $1 and t.alert_id = $2 and t.removed_at is null`;

/** Bytes come as text of twice their length, which the thread that answers reads at once: a part of this size takes it some 10 ms. */
const PART_BYTES = 512 * 1024;
const PART = `select substring(bytes from $2::int for ${PART_BYTES}) as part from alert_file where id = $1`;

/**
 * Evidence that people add to an alert: photographs, documents, outlines. Stored in the database, by content, and
 * served only as downloads.
 */
export class AlertFileService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #mostBytes: number;
  readonly #clock: () => Date;

  /** @param parts.mostBytes of all files of all alerts */
  constructor(parts: { database: Database; permissionTable: PermissionTable; mostBytes: number; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#mostBytes = parts.mostBytes;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Adds a file to an alert that was acknowledged or resolved. Its bytes decide its type; metadata of cameras are
   * removed from pictures.
   * @throws Refused unauthenticated, not-found, forbidden, invalid (empty, or of no accepted type), conflict (the
   *   alert's state; a limit of the alert or of all files is reached)
   */
  async add(caller: Caller, id: string, upload: SentFile, info: RequestInfo): Promise<InvestigationView> {
    const { user, alert } = await alertToWorkOn(this.#database, this.#permissions, caller, id);
    if (carriedOutTarget('alert') !== null) return readInvestigation(this.#database, alert.id);
    assertTakesFiles(alert.status);
    const pieces: Buffer[] = [];
    for await (const piece of upload.read()) pieces.push(piece);
    const judged = await detectFileInThread(Buffer.concat(pieces));
    if (judged === null) throw invalid({ field: 'file', said: FILE.evidenceType({ choices: FILE_TYPE_NAMES }) });
    const { type, bytes } = judged;
    const fileId = randomUUID();
    await this.#database.write(async (em) => {
      await lockCaller(em, user);
      const [now]: Pick<KnownAlert, 'status'>[] = await em.execute(
        'select status from alert where id = ? for no key update',
        [alert.id],
      );
      assertTakesFiles(now?.status ?? alert.status);
      await this.#assertRoom(em, alert.id, bytes.length);
      await em.execute(
        `insert into alert_file (id, alert_id, uploaded_by, uploaded_key, uploaded_at, media_type, size_bytes, name, sha256, bytes)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          fileId,
          alert.id,
          user.userId,
          partnerKeyOf(user),
          this.#clock(),
          type,
          bytes.length,
          storedFileName(upload.name, type),
          createHash('sha256').update(bytes).digest(),
          bytes,
        ],
      );
      await signRows(em, ALERT_FILES, [fileId]);
      const details = { fileId, mediaType: type, bytes: bytes.length };
      await tell(em, alert, { caller: user, action: 'alert.file-added', info, details });
    });
    return readInvestigation(this.#database, alert.id);
  }

  /**
   * A file of a visible alert.
   * @throws Refused unauthenticated, not-found (also when it was removed), conflict (it differs from what was stored)
   */
  async read(caller: Caller, id: string, fileId: string): Promise<{ name: string; mediaType: string; body: Buffer }> {
    const alert = await authorizedAlert(this.#database, this.#permissions, caller, id);
    const file = isUuid(fileId) ? await this.#database.row<StoredFile>(STORED, [fileId, alert.id]) : null;
    if (file === null) throw notFound('File');
    const { name, mediaType, size, facts, seal } = file;
    const { bytes, sha256 } = await this.#bytesOf(fileId, size);
    const whole =
      this.#database.seals.holds(ALERT_FILES.kind, fileId.toLowerCase(), facts, seal) && sha256 === facts.sha256;
    if (!whole) throw new Refused({ kind: 'conflict', said: REFUSED.alertFileChanged({}) });
    return { name, mediaType, body: bytes };
  }

  /** Part by part, so that other requests are answered between them. A file that is removed meanwhile has another hash. */
  async #bytesOf(fileId: string, size: number): Promise<{ bytes: Buffer; sha256: string }> {
    const parts: Buffer[] = [];
    const hash = createHash('sha256');
    for (let from = 1; from <= size; from += PART_BYTES) {
      const row = await this.#database.row<{ part: Buffer | null }>(PART, [fileId, from]);
      if (row === null || row.part === null || row.part.length === 0) break;
      hash.update(row.part);
      parts.push(row.part);
    }
    return { bytes: Buffer.concat(parts), sha256: hash.digest('hex') };
  }

  /**
   * Deletes a file's name and content. Its uploader may do this, and every admin.
   * @throws Refused unauthenticated, not-found, forbidden
   */
  async remove(caller: Caller, id: string, fileId: string, info: RequestInfo): Promise<InvestigationView> {
    const { user, alert } = await alertToWorkOn(this.#database, this.#permissions, caller, id);
    if (carriedOutTarget('alert') !== null) return readInvestigation(this.#database, alert.id);
    if (!isUuid(fileId)) throw notFound('File');
    await this.#database.writeFromReserve(async (em) => {
      await lockCaller(em, user);
      const [file]: { id: string; by: string }[] = await em.execute(
        `select id, coalesce(uploaded_by, uploaded_key) as by from alert_file
         where id = ? and alert_id = ? and removed_at is null for update`,
        [fileId, alert.id],
      );
      if (file === undefined) throw notFound('File');
      if (user.role !== 'admin' && file.by !== (user.userId ?? partnerKeyOf(user))) throw forbidden();
      await removeFiles(em, [file.id], this.#clock());
      await tell(em, alert, { caller: user, action: 'alert.file-removed', info, details: { fileId: file.id } });
    });
    return readInvestigation(this.#database, alert.id);
  }

  /** @throws Refused conflict */
  async #assertRoom(em: EntityManager, alertId: string, bytes: number): Promise<void> {
    const { files, alertMegabytes } = FILE_LIMITS;
    await holdLimit(em, 'files of alerts');
    const [kept]: { files: number; bytes: number; all: number }[] = await em.execute(
      `select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes,
         (select coalesce(sum(size_bytes), 0)::float8 from alert_file where removed_at is null) as all
       from alert_file where alert_id = ? and removed_at is null`,
      [alertId],
    );
    if (kept === undefined) return;
    if (kept.files >= files || kept.bytes + bytes > alertMegabytes * MEGABYTE) {
      throw new Refused({ kind: 'conflict', said: REFUSED.manyAlertFiles({ files, megabytes: alertMegabytes }) });
    }
    if (kept.all + bytes > this.#mostBytes) throw new Refused({ kind: 'conflict', said: REFUSED.noRoomForFiles({}) });
  }
}

/** @throws Refused conflict */
function assertTakesFiles(status: AlertStatus): void {
  if (!TAKES_FILES.includes(status)) throw new Refused({ kind: 'conflict', said: REFUSED.alertTakesNoFiles({}) });
}

async function tell(em: EntityManager, { id, lotUuid }: KnownAlert, entry: Omit<AuditEntry, 'target'>): Promise<void> {
  await audit(em, { ...entry, target: { kind: 'alert', id } });
  await logEvent(em, { topic: 'alert', kind: 'changed', alertId: id, lotId: lotUuid });
}
