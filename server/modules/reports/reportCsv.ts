import { csvLine } from '../../platform/rest/csv.ts';
import { lineView } from './reportJson.ts';
import type { LotLine, Snapshot } from './reportSnapshot.ts';

const HEADER = [
  'lotId',
  'cacaoVariety',
  'harvestDate',
  'country',
  'currentProcess',
  'deforestationStatus',
  'compliant',
  'weight',
  'qualityScore',
  'satelliteTimestamp',
  'ledgerStatus',
  'transactionId',
  'statusDecidedBy',
  'verification',
];

/** The first line of the table. */
export const CSV_HEADER = csvLine([...HEADER, 'sampleSatelliteData']);

/** Lots as lines of the table, in API units; without names, farms and locations. */
export function lotsCsv(lots: readonly LotLine[], sampleData: boolean): string {
  const lines = lots.map((line) => {
    const view = lineView(line);
    return csvLine([...HEADER.map((name) => view[name] ?? null), sampleData]);
  });
  return lines.join('');
}

/** The report's lots as a table. */
export function reportCsv({ lots, sampleData }: Snapshot): string {
  return CSV_HEADER + lotsCsv(lots, sampleData);
}
