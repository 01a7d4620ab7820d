import { plotsGeoJson } from './plots.ts';
import { reportCsv } from './reportCsv.ts';
import type { ReportFormat } from './reportFiles.ts';
import { reportJson } from './reportJson.ts';
import { reportPdf } from './reportPdf.ts';
import type { PlotLine, Snapshot } from './reportSnapshot.ts';
import { statementDraft } from './statementDraft.ts';

/** How each format comes out of a snapshot. Formats that name people are asked for only while the snapshot does. */
export const RENDERING: Record<ReportFormat, (snapshot: Snapshot) => Promise<Buffer> | string> = {
  pdf: reportPdf,
  json: reportJson,
  csv: reportCsv,
  geojson: (snapshot) => plotsGeoJson(snapshot, plotsIn(snapshot)),
  statement: (snapshot) => statementDraft(snapshot, plotsIn(snapshot)),
};

function plotsIn({ plots }: Snapshot): PlotLine[] {
  if (plots === null) throw new Error('The plots of this report were erased');
  return plots;
}
