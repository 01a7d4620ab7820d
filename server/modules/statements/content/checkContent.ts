import type { DeforestationStatus } from '../../../domain/forest/deforestation.ts';
import { OTHER } from '../../../domain/messages/message.ts';
import { geometryText } from '../../../domain/plot/geometry/geometry.ts';
import { contentFindings } from '../../../domain/statement/contentFindings.ts';
import { isFileable, lotFindings } from '../../../domain/statement/preflight.ts';
import type { PreflightFacts, PreflightFinding, PreflightLot } from '../../../domain/statement/preflightFinding.ts';
import { splitStatement } from '../../../domain/statement/splitting.ts';
import type { FiledPlace, FiledProducer, StatementContent } from '../../../domain/statement/statement.ts';
import type { VerificationState } from '../../../domain/verification/verification.ts';
import { linesOf } from '../../reports/lotsRead.ts';
import { filedPlots, knownPlots, type ReportedPlot } from '../../reports/plots.ts';
import type { LotLine, PlotLine } from '../../reports/reportSnapshot.ts';
import { filedProducers, producerKey, producerShares } from './filedProducers.ts';
import { packedContent } from './packedContent.ts';

/** All that a statement's content is made of, and checked by. */
export interface ToCheck {
  /** JSON of the origin lots, as `linesOf` reads it */
  text: string;
  states: ReadonlyMap<string, VerificationState>;
  /** derived lots that are in the consignment themselves: a person's word on them counts */
  derived: readonly { lotId: string; status: DeforestationStatus }[];
  head: Omit<StatementContent, 'commodities' | 'groupedDeclarations'>;
  goods: { descriptionOfGoods: string; hsHeading: string; netGrams: number; deviationPercent: number | null };
  operator: PreflightFacts['operator'];
  /** false: the registry knows who files, and whether its EORI number is missing */
  knowsOperator: boolean;
  sampleData: boolean;
  now: Date;
}

/** A content to freeze. */
export interface FrozenPart {
  internalReference: string;
  kind: StatementContent['kind'];
  packed: Uint8Array;
  contentHash: string;
  netGrams: number;
  producers: number;
  plots: number;
  countries: string[];
}

/** Findings of a check, and the contents where none is a fault: several where the statement is above the limits. */
export interface CheckedContent {
  findings: PreflightFinding[];
  parts: FrozenPart[];
  /** refers to the parts, whose numbers it gets once they are known; null: there is one part */
  grouped: FrozenPart | null;
}

/** Findings that are listed; a person mends the first ones, and checks again. */
const MOST_FINDINGS = 500;

/** Makes the content of a statement of its origin lots, checks it, and splits it where it is above the limits. */
export async function checkContent(given: ToCheck): Promise<CheckedContent> {
  const { lots, plots: lines } = await linesOf(given);
  const known = knownPlots(lots, lines).filter(({ areaHa }) => areaHa !== null);
  const producers = filedProducers(known);
  const content: StatementContent = {
    ...given.head,
    commodities: [{ ...given.goods, producers }],
    groupedDeclarations: [],
  };
  const shares = producerShares(known);
  const { parts, grouped } = splitStatement(content, (producer) => shares.get(producerKey(producer)) ?? 0);
  const facts = factsOf(given, { lots, lines, known });
  const findings = eachOnce([...lotFindings(facts), ...parts.flatMap((one) => contentFindings(one, facts))]).filter(
    ({ mend }) => given.knowsOperator || mend !== 'editOperator',
  );
  if (isFileable(findings)) findings.push(...leftOutFindings(lots, lines));
  const listed = findings.slice(0, MOST_FINDINGS);
  if (!isFileable(findings)) return { findings: listed, parts: [], grouped: null };
  return {
    findings: listed,
    parts: await Promise.all(parts.map(frozen)),
    grouped: grouped && (await frozen(grouped)),
  };
}

async function frozen(content: StatementContent): Promise<FrozenPart> {
  const producers = content.commodities.flatMap((commodity) => commodity.producers);
  return {
    internalReference: content.internalReference,
    kind: content.kind,
    ...(await packedContent(content)),
    netGrams: content.commodities.reduce((grams, { netGrams }) => grams + netGrams, 0),
    producers: producers.length,
    plots: producers.reduce((count, { places }) => count + places.length, 0),
    countries: [...new Set(producers.map(({ country }) => country))].sort(),
  };
}

function factsOf(
  { derived, operator, sampleData, now }: ToCheck,
  { lots, lines, known }: { lots: readonly LotLine[]; lines: readonly PlotLine[]; known: readonly ReportedPlot[] },
): PreflightFacts {
  const origins = lots.map(({ lotId, status, satelliteAt, verification }, at): PreflightLot => ({
    lotId,
    matchesLedger: verification !== 'differs',
    deforestationStatus: status,
    satelliteAt: satelliteAt === null ? null : new Date(satelliteAt),
    originsWithoutPlot: (lines[at]?.land?.length ?? 0) === 0 ? 1 : 0,
  }));
  const others = derived.map(({ lotId, status }): PreflightLot => ({
    lotId,
    matchesLedger: true,
    deforestationStatus: status,
    // Age and plots are those of its origins.
    satelliteAt: now,
    originsWithoutPlot: 0,
  }));
  const lotOf = new Map(known.map((plot) => [placeKey(plot.productionPlace, plot), plot.lots[0]?.lotId ?? null]));
  return {
    now,
    sampleData,
    operator,
    lots: [...origins, ...others],
    sourceOf: (_producer: FiledProducer, place: FiledPlace | null) =>
      place === null ? null : { lotId: lotOf.get(placeKey(place.productionPlace, place)) ?? null, plot: null },
  };
}

function placeKey(productionPlace: string, { geometry }: Pick<FiledPlace, 'geometry'>): string {
  return `${productionPlace}\n${geometryText(geometry)}`;
}

/** Parts of one statement have the same operator and fields. */
function eachOnce(findings: readonly PreflightFinding[]): PreflightFinding[] {
  const keyOf = ({ code, lotId, plot, field, message }: PreflightFinding): string =>
    JSON.stringify([code, lotId, plot, field, message.text]);
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
}

/** No lot may be missing in the file of plots, whatever the reason. */
function leftOutFindings(lots: readonly LotLine[], lines: readonly PlotLine[]): PreflightFinding[] {
  return filedPlots(lots, lines).leftOut.flatMap(({ lotId, reasons }) =>
    reasons.map((text) => ({
      code: null,
      severity: 'fault' as const,
      lotId,
      plot: null,
      field: null,
      message: OTHER({ text }),
      mend: 'inspectLot' as const,
    })),
  );
}
