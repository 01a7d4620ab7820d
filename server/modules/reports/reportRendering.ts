import { allPlotsGeoJson, plotsGeoJson } from './plots.ts';
import { reportCsv } from './reportCsv.ts';
import type { ReportFormat } from './reportFiles.ts';
import { PARTS_RENDERING, reportParts } from './reportParts.ts';
import { reportJson } from './reportJson.ts';
import { reportPdf } from './reportPdf.ts';
import type { PlotLine, Snapshot } from './reportSnapshot.ts';
import { statementDraft } from './statementDraft.ts';
import { reportHead, snapshotOf, type StoredReport } from './storedReport.ts';

/**
 * How each format is rendered from a snapshot. Formats that name persons are requested only while the snapshot has the
 * names.
 */
const RENDERING: Record<ReportFormat, (snapshot: Snapshot) => Promise<Buffer> | string> = {
  pdf: reportPdf,
  json: reportJson,
  csv: reportCsv,
  geojson: (snapshot) => plotsGeoJson(snapshot, plotsIn(snapshot)),
  plots: (snapshot) => allPlotsGeoJson(snapshot, plotsIn(snapshot)),
  statement: (snapshot) => statementDraft(snapshot, plotsIn(snapshot)),
};

/** A stored report's file; for a file in pieces, the list of its pieces. */
export async function rendered(report: StoredReport, format: ReportFormat): Promise<Buffer | string> {
  if (!report.in_parts) return RENDERING[format](snapshotOf(report));
  if (format === 'geojson' || format === 'statement' || format === 'plots') {
    throw new Error(`A report in parts has no ${format} file`);
  }
  return PARTS_RENDERING[format](reportHead(report), reportParts.parse(JSON.parse(report.lots)));
}

function plotsIn({ plots }: Snapshot): PlotLine[] {
  if (plots === null) throw new Error('The plots of this report were erased');
  return plots;
}
