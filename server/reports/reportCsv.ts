import { csvLine } from '../rest/csv.ts';
import { lineView } from './reportJson.ts';
import type { Snapshot } from './reportSnapshot.ts';

/** The report's lots as a table, one a line, in API units; without names, farms and places. */
export function reportCsv({ lots, sampleData }: Snapshot): string {
  const header = [
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
  const lines = lots.map((line) => {
    const view = lineView(line);
    return csvLine([...header.map((name) => view[name] ?? null), sampleData]);
  });
  return [csvLine([...header, 'sampleSatelliteData']), ...lines].join('');
}
