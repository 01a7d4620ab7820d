import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inScope, mayAddDocuments, type PermissionTable } from '../../domain/access/permissions.ts';
import { dayAfter, EXPIRES_SOON_DAYS } from '../../domain/due-diligence/documentClasses.ts';
import {
  DUE_DILIGENCE_LIMITS,
  type DocumentListing,
  type NewDocument,
} from '../../domain/due-diligence/dueDiligenceInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { FILE } from '../../domain/messages/callMessages.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import {
  partnerKeyOf,
  requireGrant,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import type { CameraFacts } from '../../platform/files/cameraFacts.ts';
import { detectFileInThread } from '../../platform/files/detectFileInThread.ts';
import { storedFileName, type FileType } from '../../platform/files/fileContent.ts';
import { jpegSize } from '../../platform/files/pictureSegments.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { signRows } from '../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { readDocumentBytes, readThumbnail } from './documentBytes.ts';
import { findSubject, type FoundSubject } from './documentSubjects.ts';
import {
  aboutFarm,
  DOCUMENT_SOURCE,
  DOCUMENTS_SQL,
  documentView,
  intactDocuments,
  type DocumentView,
} from './documentView.ts';
import { documentReader, dueDiligenceManager, rowChangedOutside, utcDay } from './dueDiligenceAccess.ts';
import { removeDocuments } from './removeDocuments.ts';
import { DOCUMENT_ROWS } from './signedDueDiligence.ts';

/** Types of files that a document may have. */
export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const satisfies readonly FileType[];
const SALT_BYTES = 32;
export const THUMBNAIL_TYPE = 'image/jpeg';
/** What each thumbnail counts in the room of all documents. */
const THUMBNAIL_BYTES = DUE_DILIGENCE_LIMITS.thumbnailBytes;

/** A file that came with a call. */
interface SentDocument {
  /** as the client called it */
  name: string;
  /** null: none came */
  thumbnail: Buffer | null;
  read(): AsyncIterable<Buffer>;
}

/** A file as it is stored. */
interface JudgedDocument {
  type: FileType;
  name: string;
  bytes: Buffer;
  thumbnail: Buffer | null;
}

export interface DueDiligenceParts {
  database: Database;
  permissions: PermissionTable;
  clock: () => Date;
}

/** Documents of due diligence: stored by content, handed out with the same bytes (docs/spec/due-diligence.md). */
export class DocumentService {
  readonly #parts: DueDiligenceParts & { mostBytes: number };
  readonly #totals: TotalCache = new Map();

  /** @param parts.mostBytes of all documents together */
  constructor(parts: DueDiligenceParts & { mostBytes: number }) {
    this.#parts = parts;
  }

  /** One page: the newest first, or those that expire, the first to expire first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit, ...filter }: DocumentListing,
  ): Promise<{ documents: DocumentView[]; pagination: Pagination }> {
    const { database, permissions } = this.#parts;
    const { scope } = documentReader(permissions, caller);
    const day = this.#today();
    const { where, values } = condition(filter, scope.kind === 'farm' ? scope.farmId : null, day);
    const order = filter.expiring ? 't.valid_until, t.id' : 't.uploaded_at desc, t.id desc';
    const [rows, total] = await Promise.all([
      database.rows(
        `${DOCUMENTS_SQL} ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      boundedTotal(database, this.#totals, `${DOCUMENT_SOURCE} ${where}`, values),
    ]);
    const documents = intactDocuments(database.seals, rows).map((row) => documentView(row, day));
    return { documents, pagination: pageOf(total, page, limit) };
  }

  /** One that the caller may see; null for none. @throws Refused unauthenticated, forbidden, conflict (changed outside) */
  async find(caller: Caller, id: string): Promise<DocumentView | null> {
    const { scope } = documentReader(this.#parts.permissions, caller);
    if (!isUuid(id)) return null;
    const rows = await this.#parts.database.rows(`${DOCUMENTS_SQL} and t.id = $1`, [id]);
    if (rows.length === 0) return null;
    const [row] = intactDocuments(this.#parts.database.seals, rows);
    if (row === undefined) throw rowChangedOutside();
    return inScope(scope, row.farmId) ? documentView(row, this.#today()) : null;
  }

  /**
   * Adds a document. Its bytes decide its type; metadata of cameras are removed from pictures, and place and time stay
   * beside the file if the caller chose so. The thumbnail of a photo comes from the caller. A farmer adds
   * documents about the own farm.
   * @throws Refused unauthenticated, forbidden, invalid (the file, its thumbnail, or a subject that is not there or not
   * visible),
   *   conflict (a limit of the subject or of all documents is reached)
   */
  async add(caller: Caller, given: NewDocument, upload: SentDocument, info: RequestInfo): Promise<DocumentView> {
    const { database, permissions } = this.#parts;
    const { user } = requireGrant(permissions, caller, 'manage_due_diligence');
    const again = carriedOutTarget('document');
    if (again !== null) return this.#existing(caller, again);
    const file = await judged(upload);
    const camera = given.keepPlaceAndTime === 'true' ? file.camera : null;
    const id = randomUUID();
    await database.write(async (em) => {
      await lockCaller(em, user);
      const subject = await this.#subject(em, user, given);
      await this.#assertRoom(em, subject, file);
      await this.#insert(em, { id, user, given, subject, file, camera });
      await signRows(em, DOCUMENT_ROWS, [id]);
      const details = { documentClass: given.documentClass, mediaType: file.type, bytes: file.bytes.length };
      await audit(em, { caller: user, action: 'document.added', target: { kind: 'document', id }, info, details });
    });
    return this.#existing(caller, id);
  }

  /** A document's file; each time is audited. @throws Refused unauthenticated, forbidden, not-found, conflict (it was changed) */
  async read(
    caller: Caller,
    id: string,
    info: RequestInfo,
  ): Promise<{ name: string; mediaType: string; body: Buffer }> {
    const { database } = this.#parts;
    const { name, mediaType, id: found } = await this.#existing(caller, id);
    const body = await readDocumentBytes(database, found);
    await database.write((em) =>
      audit(em, { caller, action: 'document.read', target: { kind: 'document', id: found }, info }),
    );
    return { name, mediaType, body };
  }

  /**
   * A photo's thumbnail. As the list that shows it, it is not audited.
   * @throws Refused unauthenticated, forbidden, not-found, conflict (it was changed)
   */
  async thumbnail(caller: Caller, id: string): Promise<{ name: string; mediaType: string; body: Buffer }> {
    const { id: found } = await this.#existing(caller, id);
    const body = await readThumbnail(this.#parts.database, found);
    return { name: 'thumbnail.jpg', mediaType: THUMBNAIL_TYPE, body };
  }

  /** Deletes content and names of a document for good. @throws Refused unauthenticated, forbidden, not-found */
  async remove(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const { database, permissions, clock } = this.#parts;
    const user = dueDiligenceManager(permissions, caller);
    if (carriedOutTarget('document') !== null) return;
    if (!isUuid(id)) throw notFound('Document');
    await database.writeFromReserve(async (em) => {
      await lockCaller(em, user);
      const gone = await removeDocuments(em, [id], clock());
      if (gone === 0) throw notFound('Document');
      const target = { kind: 'document', id: id.toLowerCase() };
      await audit(em, { caller: user, action: 'document.removed', target, info });
    });
  }

  #today(): string {
    return utcDay(this.#parts.clock());
  }

  /** @throws Refused not-found, conflict */
  async #existing(caller: Caller, id: string): Promise<DocumentView> {
    const document = await this.find(caller, id);
    if (document === null) throw notFound('Document');
    return document;
  }

  /** @throws Refused invalid: what is not there, and what the caller may not see, is told alike */
  async #subject(em: EntityManager, user: UserCaller, { subjectKind, subject }: NewDocument): Promise<FoundSubject> {
    const found = await findSubject(em, subjectKind, subject);
    const isVisible = found !== null && mayAddDocuments(this.#parts.permissions, user, found.farm);
    if (!isVisible) throw invalid({ field: 'subject', said: DUE_DILIGENCE.noSubject({}) });
    return found;
  }

  async #insert(
    em: EntityManager,
    {
      id,
      user,
      given,
      subject,
      file,
      camera,
    }: {
      id: string;
      user: UserCaller;
      given: NewDocument;
      subject: FoundSubject;
      file: JudgedDocument;
      camera: CameraFacts | null;
    },
  ): Promise<void> {
    const { farm_id: farmId, plot_id: plotId, lot_id: lotId, consignment_id: consignmentId } = subject.columns;
    await em.execute(
      `insert into dd_document (id, document_class, subject_kind, farm_id, plot_id, lot_id, consignment_id, valid_from,
         valid_until, names_person, uploaded_by, uploaded_key, uploaded_at, media_type, size_bytes, title, name, sha256, bytes, salt,
         thumbnail, thumbnail_sha256, photo_lat_micro, photo_lon_micro, photo_taken_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        given.documentClass,
        given.subjectKind,
        farmId,
        plotId,
        lotId,
        consignmentId,
        given.validFrom,
        given.validUntil ?? null,
        given.namesPerson === 'true',
        user.userId,
        partnerKeyOf(user),
        this.#parts.clock(),
        file.type,
        file.bytes.length,
        given.title,
        file.name,
        sha256Of(file.bytes),
        file.bytes,
        randomBytes(SALT_BYTES),
        file.thumbnail,
        file.thumbnail === null ? null : sha256Of(file.thumbnail),
        camera?.place?.latMicro ?? null,
        camera?.place?.lonMicro ?? null,
        camera?.takenAt ?? null,
      ],
    );
  }

  /** @throws Refused conflict */
  async #assertRoom(em: EntityManager, { columns }: FoundSubject, { bytes, thumbnail }: JudgedDocument): Promise<void> {
    await holdLimit(em, 'documents of due diligence');
    const [known]: { count: number; all: number }[] = await em.execute(
      `select (select count(*)::int from dd_document where removed_at is null and (farm_id = ? or plot_id = ?::uuid
           or lot_id = ?::uuid or consignment_id = ?::uuid)) as count,
         (select coalesce(sum(size_bytes), 0)::float8 + count(thumbnail_sha256) * ${THUMBNAIL_BYTES}::float8
           from dd_document where removed_at is null) as all`,
      [columns.farm_id, columns.plot_id, columns.lot_id, columns.consignment_id],
    );
    const most = DUE_DILIGENCE_LIMITS.documentsOfSubject;
    if ((known?.count ?? 0) >= most)
      throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.manyDocuments({ most }) });
    const added = bytes.length + (thumbnail === null ? 0 : THUMBNAIL_BYTES);
    if ((known?.all ?? 0) + added > this.#parts.mostBytes) {
      throw new Refused({ kind: 'conflict', said: DUE_DILIGENCE.noRoom({}) });
    }
  }
}

/** @throws Refused invalid */
async function judged(upload: SentDocument): Promise<JudgedDocument & { camera: CameraFacts | null }> {
  const pieces: Buffer[] = [];
  for await (const piece of upload.read()) pieces.push(piece);
  const file = await detectFileInThread(Buffer.concat(pieces));
  const type = DOCUMENT_TYPES.find((one) => one === file?.type);
  if (file === null || type === undefined) {
    throw invalid({ field: 'file', said: FILE.evidenceType({ choices: [...DOCUMENT_TYPES] }) });
  }
  const thumbnail = upload.thumbnail === null ? null : await judgedThumbnail(upload.thumbnail, type);
  return { type, name: storedFileName(upload.name, type), bytes: file.bytes, thumbnail, camera: file.camera };
}

/** A thumbnail without metadata. That it shows the photo is the caller's word. @throws Refused invalid */
async function judgedThumbnail(given: Buffer, type: FileType): Promise<Buffer> {
  const judgedFile = type.startsWith('image/') ? await detectFileInThread(given) : null;
  const size = judgedFile?.type === THUMBNAIL_TYPE ? jpegSize(judgedFile.bytes) : null;
  const most = DUE_DILIGENCE_LIMITS.thumbnailPixels;
  if (judgedFile === null || size === null || Math.max(size.width, size.height) > most) {
    throw invalid({ field: 'thumbnail', said: FILE.noThumbnail({ pixels: most }) });
  }
  return judgedFile.bytes;
}

const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** One text for each shape of filter, so that it can be prepared. Begins with `and`, or is empty. */
function condition(
  { documentClass, subjectKind, subject, expiring }: Omit<DocumentListing, 'page' | 'limit'>,
  farmId: string | null,
  day: string,
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (sql: (at: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  if (farmId !== null) add(aboutFarm, farmId);
  if (documentClass !== undefined) add((at) => `t.document_class = ${at}`, documentClass);
  if (subjectKind !== undefined) add((at) => `t.subject_kind = ${at}`, subjectKind);
  if (subject !== undefined && isUuid(subject)) {
    add((at) => `(t.plot_id = ${at}::uuid or t.lot_id = ${at}::uuid or t.consignment_id = ${at}::uuid)`, subject);
  } else if (subject) {
    add((at) => `(t.farm_id = upper(${at}) or l.lot_id = upper(${at}) or c.number = ${at})`, subject);
  }
  if (expiring) add((at) => `t.valid_until <= ${at}::date`, dayAfter(day, EXPIRES_SOON_DAYS));
  return { where: parts.map((part) => `and ${part}`).join(' '), values };
}
