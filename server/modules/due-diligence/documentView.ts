import { z } from 'zod';
import {
  DOCUMENT_CLASSES,
  DOCUMENT_SUBJECTS,
  validityOf,
  type DocumentValidity,
} from '../../domain/due-diligence/documentClasses.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { PLOT_FARMS, PLOT_OUTLINES } from '../farms/plotViews.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { DOCUMENT_ROWS } from './signedDueDiligence.ts';

/** A document as `DOCUMENT_COLUMNS` selects it. */
export const documentRow = z.object({
  id: z.string(),
  documentClass: z.enum(DOCUMENT_CLASSES),
  subjectKind: z.enum(DOCUMENT_SUBJECTS),
  /** farm id, or the UUID of the plot, lot or consignment */
  subject: z.string(),
  /** what people call it: farm id, name of the plot, lot id, number; null: it has no name any more */
  subjectName: z.string().nullable(),
  /** the farm that it is about; null for a consignment, and once erased */
  farmId: z.string().nullable(),
  title: z.string(),
  name: z.string(),
  mediaType: z.string(),
  /** bytes */
  size: z.number(),
  /** hex */
  sha256: z.string(),
  validFrom: z.string(),
  validUntil: z.string().nullable(),
  namesPerson: z.boolean(),
  hasThumbnail: z.boolean(),
  /** what the camera wrote, where it was chosen to stay; null: nothing */
  photo: z
    .object({
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      takenAt: z.string().nullable(),
    })
    .nullable(),
  /** name of the account or partner key; null once erased */
  uploadedBy: z.string().nullable(),
  uploadedAt: z.coerce.date(),
  /** whether the register chain of the ledger has its commitment */
  isAnchored: z.boolean(),
});
const signedDocument = documentRow.extend({
  facts: z.record(z.string(), z.unknown()),
  seal: z.string().nullable(),
});
export type DocumentRow = z.output<typeof documentRow>;

/** A document as staff see it. */
export interface DocumentView extends DocumentRow {
  validity: DocumentValidity;
}

const FARM_OF_DOCUMENT = 'coalesce(t.farm_id, p.farm_id, l.farm_id)';

const PHOTO = `case when t.photo_lat_micro is not null or t.photo_taken_at is not null then json_build_object(
    'latitude', t.photo_lat_micro / 1e6::float8, 'longitude', t.photo_lon_micro / 1e6::float8, 'takenAt', t.photo_taken_at) end`;

const COLUMNS = `t.id, t.document_class as "documentClass", t.subject_kind as "subjectKind",
  coalesce(t.farm_id, t.plot_id::text, t.lot_id::text, t.consignment_id::text) as subject,
  coalesce(t.farm_id, v.name, l.lot_id, c.number) as "subjectName", ${FARM_OF_DOCUMENT} as "farmId", t.title, t.name,
  t.media_type as "mediaType", t.size_bytes as size, encode(t.sha256, 'hex') as sha256, t.valid_from::text as "validFrom",
  t.valid_until::text as "validUntil", t.names_person as "namesPerson",
  t.thumbnail_sha256 is not null as "hasThumbnail", ${PHOTO} as photo, coalesce(nullif(u.name, ''), k.name) as "uploadedBy",
  t.uploaded_at as "uploadedAt", t.anchor is not null as "isAnchored", ${DOCUMENT_ROWS.facts('t')} as facts, t.seal`;

/** Documents that are not removed, with what they are about. */
export const DOCUMENT_SOURCE = `from dd_document t
  left join ${PLOT_FARMS} p on p.id = t.plot_id
  left join ${PLOT_OUTLINES} v on v.plot_id = p.id and v.version = p.version
  left join ${LOT_IDS} l on l.id = t.lot_id
  left join ${CONSIGNMENT_IDS} c on c.id = t.consignment_id
  left join ${ACCOUNT_NAMES} u on u.id = t.uploaded_by
  left join ${KEY_NAMES} k on k.id = t.uploaded_key
  where t.removed_at is null`;

/** SQL of documents; a condition and an order may follow. */
export const DOCUMENTS_SQL = `select ${COLUMNS} ${DOCUMENT_SOURCE}`;
/** SQL condition: about a farm. @param at the placeholder of its id */
export const aboutFarm = (at: string): string => `${FARM_OF_DOCUMENT} = ${at}`;

/** The rows that the program wrote; those that were changed outside of it are left out. */
export function intactDocuments(seals: RowSigner, rows: readonly unknown[]): DocumentRow[] {
  return rows.flatMap((row) => {
    const { facts, seal, ...document } = signedDocument.parse(row);
    return seals.holds(DOCUMENT_ROWS.kind, document.id, facts, seal) ? [document] : [];
  });
}

/** @param day YYYY-MM-DD, of which the validity is told */
export function documentView(row: DocumentRow, day: string): DocumentView {
  return { ...row, validity: validityOf(row, day) };
}
