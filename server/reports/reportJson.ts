import { fromTenths, kgFromGrams } from '../domain/units.ts';
import {
  countsByStage,
  countsByStatus,
  isCompliantLine,
  totalKg,
  type LotLine,
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

/** The report as a JSON file: figures, counts, and the lots without names, farms and places. */
export function reportJson(snapshot: Snapshot): string {
  const { lots, sampleData } = snapshot;
  const content = {
    report: viewOf(snapshot),
    totalWeight: totalKg(lots),
    sampleSatelliteData: sampleData,
    lotsByStatus: countsByStatus(lots),
    lotsByStage: countsByStage(lots),
    lots: lots.map(lineView),
    howFiguresAreComputed: Object.fromEntries(FIGURE_RULES),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
