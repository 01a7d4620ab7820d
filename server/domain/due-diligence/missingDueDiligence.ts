import { DUE_DILIGENCE_MISSING } from '../messages/dueDiligenceMessages.ts';
import type { Message } from '../messages/message.ts';
import { DOCUMENT_CLASS_FACTS, DOCUMENT_CLASSES, type DocumentClass, type DocumentSubject } from './documentClasses.ts';
import type { AssessmentScope, Conclusion } from './riskCriteria.ts';

/** How a gap is mended; screens have a text and a link for each. */
export const DUE_DILIGENCE_MENDS = ['upload', 'assess', 'mitigate', 'complete'] as const;
export type DueDiligenceMend = (typeof DUE_DILIGENCE_MENDS)[number];

/** A delivery that beans of a consignment come from. */
export interface OriginToCover {
  lotUuid: string;
  /** null once erased */
  farmId: string | null;
  plotIds: readonly string[];
  /** ISO 3166-1 alpha-2, of its plots; null: not known */
  country: string | null;
}

/** A document that is valid today. */
export interface CoveringDocument {
  documentClass: DocumentClass;
  subjectKind: DocumentSubject;
  /** farm id, or the UUID of the plot, lot or consignment */
  subjectId: string;
}

/** A concluded assessment whose review is not past. */
export interface CoveringAssessment {
  id: string;
  scope: AssessmentScope;
  country: string | null;
  farmIds: readonly string[];
  consignmentId: string | null;
  conclusion: Conclusion;
}

/** All that the rule looks at. */
export interface DueDiligenceFacts {
  consignmentId: string;
  /** UUIDs of the lots in the consignment */
  lotUuids: readonly string[];
  origins: readonly OriginToCover[];
  documents: readonly CoveringDocument[];
  /** the newest first */
  assessments: readonly CoveringAssessment[];
  /** measures of the consignment or of an assessment that covers it, past their day and not done */
  overdueMeasures: readonly { id: string; what: string; dueOn: string }[];
}

/** Something that the due diligence of a consignment lacks. */
export interface MissingItem {
  message: Message;
  mend: DueDiligenceMend;
  /** of missing documents */
  documentClass: DocumentClass | null;
  /** farms that are the cause, by id, at most ten */
  farms: string[];
  assessmentId: string | null;
}

const MOST_FARMS = 10;

/**
 * What the due diligence of a consignment lacks (Articles 9 to 11): classes of documents without a valid document,
 * deliveries that no current assessment covers, risk that is not negligible, and overdue measures. It warns; it keeps
 * no consignment from being closed.
 */
export function missingDueDiligence(facts: DueDiligenceFacts): MissingItem[] {
  const measures = facts.overdueMeasures.map(({ what, dueOn }) =>
    item(DUE_DILIGENCE_MISSING.overdueMeasure({ what, day: dueOn }), 'complete'),
  );
  return [...missingDocuments(facts), ...missingAssessments(facts), ...measures];
}

function item(message: Message, mend: DueDiligenceMend): MissingItem {
  return { message, mend, documentClass: null, farms: [], assessmentId: null };
}

function missingDocuments({ consignmentId, lotUuids, origins, documents }: DueDiligenceFacts): MissingItem[] {
  return DOCUMENT_CLASSES.flatMap((documentClass): MissingItem[] => {
    const { expectedOf } = DOCUMENT_CLASS_FACTS[documentClass];
    const known = new Set(
      documents
        .filter((one) => one.documentClass === documentClass)
        .map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`),
    );
    if (expectedOf === null || known.has(`consignment ${consignmentId}`)) return [];
    if (expectedOf === 'consignment') {
      const isCovered = lotUuids.length > 0 && lotUuids.every((id) => known.has(`lot ${id}`));
      const message = DUE_DILIGENCE_MISSING.consignmentDocument({ documentClass });
      return isCovered ? [] : [{ ...item(message, 'upload'), documentClass }];
    }
    const uncovered = origins.filter((origin) => !isCoveredBy(known, origin));
    if (uncovered.length === 0) return [];
    const farms = farmsOf(uncovered);
    const message =
      farms.length === 0
        ? DUE_DILIGENCE_MISSING.deliveryDocument({ documentClass, deliveries: uncovered.length })
        : DUE_DILIGENCE_MISSING.farmDocument({ documentClass, farms: farms.length });
    return [{ ...item(message, 'upload'), documentClass, farms: farms.slice(0, MOST_FARMS) }];
  });
}

/** Whether the delivery, its farm, or each of its plots has a document. */
function isCoveredBy(known: ReadonlySet<string>, { lotUuid, farmId, plotIds }: OriginToCover): boolean {
  if (known.has(`lot ${lotUuid}`) || (farmId !== null && known.has(`farm ${farmId}`))) return true;
  return plotIds.length > 0 && plotIds.every((id) => known.has(`plot ${id}`));
}

function missingAssessments({ consignmentId, origins, assessments }: DueDiligenceFacts): MissingItem[] {
  const own = assessments.find((one) => one.scope === 'consignment' && one.consignmentId === consignmentId);
  const newest = newestOf(assessments);
  const pairs = origins.map((origin) => ({ origin, assessment: newest(origin) }));
  const covering = new Set(own === undefined ? pairs.flatMap(({ assessment }) => assessment ?? []) : [own]);
  const risky = [...covering]
    .filter(({ conclusion }) => conclusion === 'not_negligible')
    .map(({ id }) => ({ ...item(DUE_DILIGENCE_MISSING.riskStands({}), 'mitigate'), assessmentId: id }));
  const uncovered = pairs.flatMap(({ origin, assessment }) => (assessment === null ? [origin] : []));
  if (own !== undefined || (uncovered.length === 0 && origins.length > 0)) return risky;
  const message = DUE_DILIGENCE_MISSING.noAssessment({ deliveries: uncovered.length });
  return [...risky, { ...item(message, 'assess'), farms: farmsOf(uncovered).slice(0, MOST_FARMS) }];
}

/** The newest assessment of an origin's farm or country, of a list with the newest first. */
function newestOf(assessments: readonly CoveringAssessment[]): (origin: OriginToCover) => CoveringAssessment | null {
  const byKey = new Map<string, number>();
  for (const [at, { scope, country, farmIds }] of assessments.entries()) {
    const keys =
      scope === 'country' ? [`country ${country}`] : scope === 'farm_group' ? farmIds.map((id) => `farm ${id}`) : [];
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, at);
  }
  return ({ farmId, country }) => {
    const places = [byKey.get(`farm ${farmId}`), byKey.get(`country ${country}`)].filter((at) => at !== undefined);
    return places.length === 0 ? null : (assessments[Math.min(...places)] ?? null);
  };
}

function farmsOf(origins: readonly OriginToCover[]): string[] {
  return [...new Set(origins.flatMap(({ farmId }) => farmId ?? []))].sort();
}
