import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { foldedColumn } from '../../platform/database/foldedColumn.ts';
import { signRows, verifiedRows, type SignedTable } from '../../platform/row-signatures/signedRows.ts';
import { CONSIGNMENT_IDS, CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { PLOT_FARMS } from '../farms/plotViews.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';
import { utcDay } from './dueDiligenceAccess.ts';
import { NO_PHOTO, removeDocuments } from './removeDocuments.ts';
import { ANSWER_ROWS, ASSESSMENT_ROWS, CONCERN_ROWS, DOCUMENT_ROWS, MEASURE_ROWS } from './signedDueDiligence.ts';

/** Whose data is erased. */
export interface ErasedSubject {
  /** the farm whose documents that name a person are theirs; empty: none */
  farmId: string;
  /** words without which a text does not name them */
  words: readonly string[];
  names: (text: string) => boolean;
}

/** When documents are erased, and what they may still be evidence of. */
export interface ErasedAt {
  at: Date;
  /** SQL of `consignment_id` and `filed_at`: when the newest statement of a consignment was filed or handed over */
  filed: string;
}

const THESE = 'in (select value::uuid from json_array_elements_text(?::json))';
const FARM = 'coalesce(t.farm_id, p.farm_id, l.farm_id)';
const FROM_FARMS = `dd_document t left join ${PLOT_FARMS} p on p.id = t.plot_id left join ${ALL_LOTS} l on l.id = t.lot_id`;

const candidateRows = z.array(z.object({ id: z.string(), isTheirs: z.boolean(), title: z.string(), name: z.string() }));

/** Documents about the farm that name a person, and those with the person's name in title or file name. */
async function documentsOf(em: EntityManager, { farmId, words, names }: ErasedSubject): Promise<string[]> {
  const named = `exists (select 1 from json_array_elements_text(?::json) word
    where strpos(${foldedColumn("t.title || ' | ' || t.name")}, ${foldedColumn('word')}) > 0)`;
  const theirs = `(? <> '' and t.names_person and ${FARM} = ?)`;
  const rows = candidateRows.parse(
    await em.execute(
      `select t.id, coalesce(${theirs}, false) as "isTheirs", t.title, t.name from ${FROM_FARMS}
       where t.removed_at is null and (${theirs} or ${named}) order by t.id`,
      [farmId, farmId, farmId, farmId, JSON.stringify(words)],
    ),
  );
  return rows.filter(({ isTheirs, title, name }) => isTheirs || names(`${title} | ${name}`)).map(({ id }) => id);
}

const untilRows = z.array(z.object({ id: z.string(), until: z.string().nullable() }));

/**
 * Until when each document is evidence: five years after the last closing of a consignment with beans that it is about,
 * or after the last filing or hand-over of a statement of it.
 * @param filed as in `ErasedAt`
 */
async function evidenceUntil(
  em: EntityManager,
  ids: readonly string[],
  filed: string,
): Promise<Map<string, string | null>> {
  const rows = untilRows.parse(
    await em.execute(
      `select t.id, to_char(max(greatest(c.closed_at, f.filed_at) + interval '${KEPT_YEARS} years') at time zone 'UTC', 'YYYY-MM-DD') as until
       from ${FROM_FARMS}
         left join ${ALL_LOTS} o on o.id = t.lot_id or o.farm_id = coalesce(t.farm_id, p.farm_id)
         left join ${LOT_ORIGINS} g on g.origin_id = o.id
         left join ${CONSIGNMENT_LOTS} h on h.lot_id = o.id or h.lot_id = g.lot_id
         left join ${CONSIGNMENT_IDS} c on c.id = coalesce(t.consignment_id, h.consignment_id)
         left join ${filed} f on f.consignment_id = c.id
       where t.id ${THESE} group by t.id`,
      [JSON.stringify(ids)],
    ),
  );
  return new Map(rows.map(({ id, until }) => [id, until]));
}

/** Takes place and time out of photos about a farm, also where the photo itself stays. @returns whether there were any */
async function erasePhotoPlaces(em: EntityManager, farmId: string): Promise<boolean> {
  if (farmId === '') return false;
  const found: { id: string }[] = await em.execute(
    `select t.id from ${FROM_FARMS} where t.removed_at is null and ${FARM} = ?
       and (t.photo_lat_micro is not null or t.photo_taken_at is not null) order by t.id for update of t`,
    [farmId],
  );
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  const whole = await verifiedRows(em, DOCUMENT_ROWS, ids);
  await em.execute(`update dd_document set ${NO_PHOTO} where id ${THESE}`, [JSON.stringify(ids)]);
  await signRows(em, DOCUMENT_ROWS, [...whole]);
  return true;
}

/**
 * Erases documents of a person in the caller's transaction: at once, or, where a closed consignment rests on them, title
 * and file name at once and the file five years after its closing or filing. Places and times of photos about the farm
 * go at once.
 * @returns whether any were erased or marked
 */
export async function eraseDocumentsOf(
  em: EntityManager,
  subject: ErasedSubject,
  { at, filed }: ErasedAt,
): Promise<boolean> {
  const hadPhotos = await erasePhotoPlaces(em, subject.farmId);
  const ids = await documentsOf(em, subject);
  if (ids.length === 0) return hadPhotos;
  await eraseUnlessEvidence(em, ids, { at, filed });
  return true;
}

/**
 * Erases documents; title and file name alone of those that are evidence still.
 * @returns the UUIDs of what was erased
 */
async function eraseUnlessEvidence(
  em: EntityManager,
  ids: readonly string[],
  { at, filed }: ErasedAt,
): Promise<string[]> {
  const until = await evidenceUntil(em, ids, filed);
  const today = utcDay(at);
  const kept = ids.flatMap((id) => {
    const day = until.get(id);
    return day !== null && day !== undefined && day > today ? [{ id, day }] : [];
  });
  const retainedIds = new Set(kept.map(({ id }) => id));
  const erased = ids.filter((id) => !retainedIds.has(id));
  await removeDocuments(em, erased, at);
  if (kept.length === 0) return erased;
  const list = JSON.stringify([...retainedIds]);
  await em.execute(`select 1 from dd_document where id ${THESE} order by id for update`, [list]);
  const whole = await verifiedRows(em, DOCUMENT_ROWS, [...retainedIds]);
  await em.execute(
    `update dd_document t set title = '', name = 'document.' || regexp_replace(t.name, '^.*[.]', ''), ${NO_PHOTO},
       erase_on = given.day
     from json_to_recordset(?::json) as given (id uuid, day date) where t.id = given.id`,
    [JSON.stringify(kept)],
  );
  await signRows(em, DOCUMENT_ROWS, [...whole]);
  return erased;
}

/** Documents about a farm that are kept as evidence after an erasure, and the day of the last; null for none. */
export async function documentsKeptOf(
  em: EntityManager,
  farmId: string,
): Promise<{ documents: number; until: string } | null> {
  const [row]: { documents: number; until: string | null }[] = await em.execute(
    `select count(*)::int as documents, max(t.erase_on)::text as until from ${FROM_FARMS}
     where t.removed_at is null and t.erase_on is not null and ${FARM} = ?`,
    [farmId],
  );
  return row === undefined || row.until === null ? null : { documents: row.documents, until: row.until };
}

/** Rows with texts that people write, and the columns of these. */
const TEXTS: readonly { rows: SignedTable; columns: readonly string[]; field: string }[] = [
  { rows: ASSESSMENT_ROWS, columns: ['title'], field: 'riskAssessments' },
  { rows: ANSWER_ROWS, columns: ['reason'], field: 'riskAnswers' },
  { rows: MEASURE_ROWS, columns: ['what', 'responsible'], field: 'mitigationMeasures' },
  { rows: CONCERN_ROWS, columns: ['raised_by', 'text', 'answer'], field: 'concerns' },
];

const textRows = z.array(z.object({ id: z.string(), texts: z.string() }));

/**
 * Takes the texts out of assessments, measures and concerns that name a person, in the caller's transaction. Risks,
 * conclusions and days stay: they are the evidence.
 * @returns the names of what was erased
 */
export async function eraseDueDiligenceTexts(em: EntityManager, { words, names }: ErasedSubject): Promise<string[]> {
  const erased: string[] = [];
  for (const { rows, columns, field } of TEXTS) {
    const texts = `concat_ws(' | ', ${columns.map((column) => `t.${column}`).join(', ')})`;
    const found = textRows.parse(
      await em.execute(
        `select t.id, ${texts} as texts from ${rows.table} t where exists (
           select 1 from json_array_elements_text(?::json) word where strpos(${foldedColumn(texts)}, ${foldedColumn('word')}) > 0)
         order by t.id for update`,
        [JSON.stringify(words)],
      ),
    );
    const ids = found.filter((row) => names(row.texts)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const whole = await verifiedRows(em, rows, ids);
    const empty = columns.map((column) => `${column} = null`).join(', ');
    await em.execute(`update ${rows.table} set ${empty} where id ${THESE}`, [JSON.stringify(ids)]);
    await signRows(em, rows, [...whole]);
    erased.push(field);
  }
  return erased;
}

const DUE_AT_ONCE = 100;

/**
 * Erases documents that were kept as evidence after an erasure, once that time is over. Where a statement was filed
 * since then, it is over later.
 * @returns how many
 */
export async function eraseDueDocuments(database: Database, { at, filed }: ErasedAt): Promise<number> {
  for (let total = 0; ;) {
    const { found, gone } = await database.write(async (em) => {
      const due: { id: string }[] = await em.execute(
        `select id from dd_document where erase_on <= ?::date and removed_at is null order by id
         limit ${DUE_AT_ONCE} for update skip locked`,
        [utcDay(at)],
      );
      const ids = due.map(({ id }) => id);
      const erased = await eraseUnlessEvidence(em, ids, { at, filed });
      if (erased.length > 0) {
        await audit(em, { caller: 'system', action: 'document.erased', details: { documents: erased } });
      }
      return { found: ids.length, gone: erased.length };
    });
    total += gone;
    if (found < DUE_AT_ONCE) return total;
  }
}

/** What a person gets of the documents about their farm. `?`: the farm, which is not empty */
export const DOCUMENTS_ABOUT_FARM = `select t.id, t.document_class as "documentClass", t.subject_kind as "subjectKind",
    coalesce(t.farm_id, t.plot_id::text, t.lot_id::text) as subject, t.title, t.name, t.valid_from::text as "validFrom",
    t.valid_until::text as "validUntil", t.uploaded_at as "uploadedAt", encode(t.sha256, 'hex') as sha256,
    encode(t.thumbnail_sha256, 'hex') as "thumbnailSha256", t.photo_lat_micro / 1e6::float8 as "photoLatitude", t.photo_lon_micro / 1e6::float8 as "photoLongitude",
    t.photo_taken_at as "photoTakenAt"
  from ${FROM_FARMS} where t.removed_at is null and ${FARM} = ? order by t.uploaded_at, t.id`;
/** What a person gets of the documents that they added. `?`: the account */
export const DOCUMENTS_ADDED_BY = `select id, document_class as "documentClass", title, name, uploaded_at as "uploadedAt",
    removed_at as "removedAt" from dd_document where uploaded_by = ? order by uploaded_at, id`;
/** The same of assessments that they started or concluded. `?`: the account, twice */
export const ASSESSMENTS_MADE_BY = `select id, scope, title, created_at as "createdAt", concluded_at as "concludedAt"
  from dd_assessment where created_by = ? or concluded_by = ? order by created_at, id`;
/** The same of criteria that they answered. `?`: the account */
export const ANSWERS_BY = `select assessment_id as "assessmentId", criterion, risk, reason, answered_at as "answeredAt"
  from dd_answer where answered_by = ? order by answered_at, id`;
/** The same of measures that they added or completed. `?`: the account, twice */
export const MEASURES_BY = `select id, what, due_on::text as "dueOn", created_at as "createdAt", done_at as "doneAt"
  from dd_measure where created_by = ? or done_by = ? order by created_at, id`;
/** The same of concerns that they logged or answered. `?`: the account, twice */
export const CONCERNS_BY = `select id, received_on::text as "receivedOn", logged_at as "loggedAt", answered_at as "answeredAt"
  from dd_concern where logged_by = ? or answered_by = ? order by logged_at, id`;
/** SQL of documents with the farm that each is about, null for a consignment. */
export const DOCUMENT_FARMS = `(select t.id, ${FARM} as farm_id from ${FROM_FARMS})`;
