import { fromTenths, kgFromGrams } from '../../domain/text/units.ts';
import {
  isCompliantLine,
  sumsOf,
  type LotLine,
  type LotSums,
  type ReportHead,
  type Snapshot,
} from './reportSnapshot.ts';
import { FIGURE_RULES, viewOf } from './reportView.ts';

/** A lot's line in API units. */
export function lineView(line: LotLine): Record<string, string | number | boolean | null> {
  return {
    lotId: line.lotId,
    cacaoVariety: line.variety,
    harvestDate: line.harvestDate,
    country: line.country,
    currentProcess: line.stage,
    deforestationStatus: line.status,
    compliant: isCompliantLine(line),
    statusDecidedBy: line.decidedBy,
    weight: kgFromGrams(line.weightGrams),
    qualityScore: line.qualityTenths === null ? null : fromTenths(line.qualityTenths),
    satelliteTimestamp: line.satelliteAt,
    ledgerStatus: line.ledger,
    transactionId: line.transactionId,
    verification: line.verification,
  };
}

/** Placeholder for the lots while the rest is written. */
const LOTS_HERE = 'the lots stand here';
const INDENT = '    ';

/** Separator between lots in the file. */
export const BETWEEN_LOTS = `,\n${INDENT}`;

/**
 * The report as JSON without its lots: the text before and after them. Figures, counts, and lots without names, farms
 * and locations.
 */
export function aroundLots(head: ReportHead, sums: LotSums): { before: string; after: string } {
  const content = {
    report: viewOf(head),
    totalWeight: kgFromGrams(sums.weightGrams),
    sampleSatelliteData: head.sampleData,
    lotsByStatus: sums.byStatus,
    lotsByStage: sums.byStage,
    lots: sums.lots === 0 ? [] : [LOTS_HERE],
    howFiguresAreComputed: Object.fromEntries(FIGURE_RULES),
  };
  const [before = '', after = ''] = JSON.stringify(content, null, 2).split(JSON.stringify(LOTS_HERE));
  return { before, after: `${after}\n` };
}

/** Lots in the format of the file. */
export function lotsJson(lots: readonly LotLine[]): string {
  return lots.map((line) => JSON.stringify(lineView(line), null, 2).replaceAll('\n', `\n${INDENT}`)).join(BETWEEN_LOTS);
}

export function reportJson(snapshot: Snapshot): string {
  const { before, after } = aroundLots(snapshot, sumsOf(snapshot.lots));
  return before + lotsJson(snapshot.lots) + after;
}
