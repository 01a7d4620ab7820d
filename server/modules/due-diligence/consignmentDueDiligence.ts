import { z } from 'zod';
import type { DocumentSubject } from '../../domain/due-diligence/documentClasses.ts';
import {
  missingDueDiligence,
  type CoveringAssessment,
  type DueDiligenceMend,
  type MissingItem,
} from '../../domain/due-diligence/missingDueDiligence.ts';
import type { Database } from '../../platform/database/database.ts';
import { ORIGINS_OF_LOT } from '../consignments/consignmentReader.ts';
import { CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { PLOT_OUTLINES } from '../farms/plotViews.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { concludedAssessments } from './assessmentView.ts';
import { DOCUMENTS_SQL, intactDocuments, type DocumentRow } from './documentView.ts';
import { overdueMeasures } from './measureView.ts';

type Reader = Pick<Database, 'rows' | 'seals'>;

/** What the due diligence of a consignment lacks, with the page where each is mended. */
export interface ConsignmentDueDiligence {
  missing: (MissingItem & { link: string })[];
  /** valid documents about the consignment, its lots, farms and plots */
  documents: number;
}

/** Farms, plots and deliveries that the beans of a consignment come from. */
interface ConsignmentParts {
  lotUuids: string[];
  origins: { lotUuid: string; farmId: string | null; plotIds: string[]; country: string | null }[];
}

const originRows = z.array(
  z.object({
    held: z.string(),
    lotUuid: z.string(),
    farmId: z.string().nullable(),
    plotIds: z.array(z.string()),
    country: z.string().nullable(),
  }),
);

/** Plots are named as `<plot>/<version>/<mark>`. A delivery of several countries has none. */
const ORIGINS = `select h.lot_id as held, o.id as "lotUuid", o.farm_id as "farmId",
    coalesce((select array_agg(split_part(ref, '/', 1)) from unnest(o.plots) ref), '{}') as "plotIds",
    (select case when min(v.country) = max(v.country) then min(v.country) end from unnest(o.plots) ref
       join ${PLOT_OUTLINES} v on v.plot_id = split_part(ref, '/', 1)::uuid and v.version = split_part(ref, '/', 2)::int) as country
  from ${CONSIGNMENT_LOTS} h join ${ALL_LOTS} l on l.id = h.lot_id
    cross join lateral ${ORIGINS_OF_LOT} named join ${ALL_LOTS} o on o.id = named.origin_id
  where h.consignment_id = $1 order by h.lot_id, o.id`;

async function partsOf(database: Reader, consignmentId: string): Promise<ConsignmentParts> {
  const rows = originRows.parse(await database.rows(ORIGINS, [consignmentId]));
  const origins = new Map(rows.map(({ held: _held, ...origin }) => [origin.lotUuid, origin]));
  return { lotUuids: [...new Set(rows.map(({ held }) => held))], origins: [...origins.values()] };
}

const VALID_ABOUT = `${DOCUMENTS_SQL} and t.valid_from <= $2::date and (t.valid_until is null or t.valid_until >= $2::date)
  and (t.consignment_id = $1 or t.lot_id = any($3::uuid[]) or t.farm_id = any($4::text[]) or t.plot_id = any($5::uuid[]))
  order by t.id`;

async function documentsAbout(
  database: Reader,
  consignmentId: string,
  { lotUuids, origins }: ConsignmentParts,
  day: string,
): Promise<DocumentRow[]> {
  const lots = [...new Set([...lotUuids, ...origins.map(({ lotUuid }) => lotUuid)])];
  const farms = [...new Set(origins.flatMap(({ farmId }) => farmId ?? []))];
  const plots = [...new Set(origins.flatMap(({ plotIds }) => plotIds))];
  return intactDocuments(database.seals, await database.rows(VALID_ABOUT, [consignmentId, day, lots, farms, plots]));
}

/** A document that goes into the package of a consignment. */
export interface ConsignmentDocument extends Pick<
  DocumentRow,
  'id' | 'documentClass' | 'name' | 'mediaType' | 'sha256' | 'validFrom' | 'validUntil'
> {
  subjectKind: DocumentSubject;
  /** farm id, UUID of the plot, lot id or number of the consignment */
  subject: string;
  /** bytes */
  size: number;
}

/**
 * The documents that are valid on a day, of a consignment, its lots, the deliveries that these come from, and the farms
 * and plots of those; by id. Those that were changed outside of the program are left out.
 * @param day YYYY-MM-DD
 */
export async function documentsForPackage(
  database: Reader,
  consignmentId: string,
  day: string,
): Promise<ConsignmentDocument[]> {
  const documents = await documentsAbout(database, consignmentId, await partsOf(database, consignmentId), day);
  return documents.map((document) => {
    const { id, documentClass, subjectKind, name, mediaType, size, sha256, validFrom, validUntil } = document;
    const isNamed = subjectKind === 'lot' || subjectKind === 'consignment';
    const subject = isNamed ? (document.subjectName ?? document.subject) : document.subject;
    return { id, documentClass, subjectKind, subject, name, mediaType, size, sha256, validFrom, validUntil };
  });
}

/** What the due diligence of a consignment lacks on a day. @param day YYYY-MM-DD */
export async function readDueDiligence(
  database: Reader,
  consignmentId: string,
  day: string,
): Promise<ConsignmentDueDiligence> {
  const parts = await partsOf(database, consignmentId);
  const [documents, assessments] = await Promise.all([
    documentsAbout(database, consignmentId, parts, day),
    coveringAssessments(database, consignmentId, parts, day),
  ]);
  const missing = missingDueDiligence({
    consignmentId,
    ...parts,
    documents: documents.map(({ documentClass, subjectKind, subject }) => ({
      documentClass,
      subjectKind,
      subjectId: subject,
    })),
    assessments,
    overdueMeasures: await overdueMeasures(database, {
      consignmentId,
      assessmentIds: assessments.map(({ id }) => id),
      day,
    }),
  });
  return {
    missing: missing.map((item) => ({ ...item, link: linkOf(consignmentId, item) })),
    documents: documents.length,
  };
}

function coveringAssessments(
  database: Reader,
  consignmentId: string,
  { origins }: ConsignmentParts,
  day: string,
): Promise<CoveringAssessment[]> {
  return concludedAssessments(database, {
    consignmentId,
    countries: [...new Set(origins.flatMap(({ country }) => country ?? []))],
    farmIds: [...new Set(origins.flatMap(({ farmId }) => farmId ?? []))],
    day,
  });
}

const SECTIONS: Record<DueDiligenceMend, string> = {
  upload: 'documents',
  assess: 'assessments',
  mitigate: 'assessments',
  complete: 'measures',
};

/** The page of the staff area where a gap is mended, with what is known of it filled in. */
function linkOf(consignmentId: string, { mend, documentClass, farms, assessmentId }: MissingItem): string {
  const query = new URLSearchParams({ section: SECTIONS[mend] });
  if (documentClass !== null) {
    const [farm] = farms;
    query.set('documentClass', documentClass);
    query.set('subjectKind', farm === undefined ? 'consignment' : 'farm');
    query.set('subject', farm ?? consignmentId);
  }
  if (assessmentId !== null) query.set('assessment', assessmentId);
  else if (mend === 'assess') query.set('consignment', consignmentId);
  return `/admin/due-diligence?${query.toString()}`;
}
