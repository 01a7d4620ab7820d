import { refusedAsErased } from './reportErased.ts';
import { plotsGeoJson } from './plots.ts';
import { reportCsv } from './reportCsv.ts';
import { reportJson } from './reportJson.ts';
import { reportPdf } from './reportPdf.ts';
import type { PlotLine, Snapshot } from './reportSnapshot.ts';
import { statementDraft } from './statementDraft.ts';

export const REPORT_FORMATS = ['pdf', 'json', 'csv', 'geojson', 'statement'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface FormatRule {
  mediaType: string;
  /** ending of the file's name, after the report's own */
  ending: string;
  /** names people: deleted on erasure (decisions, 'Erasure') */
  personal: boolean;
  render(snapshot: Snapshot): Promise<string | Buffer>;
}

/** What each format is, and how it comes out of a snapshot. */
export const FORMATS: Record<ReportFormat, FormatRule> = {
  pdf: { mediaType: 'application/pdf', ending: '.pdf', personal: false, render: reportPdf },
  json: {
    mediaType: 'application/json; charset=utf-8',
    ending: '.json',
    personal: false,
    render: async (snapshot) => reportJson(snapshot),
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    ending: '.csv',
    personal: false,
    render: async (snapshot) => reportCsv(snapshot),
  },
  geojson: {
    mediaType: 'application/geo+json; charset=utf-8',
    ending: '-plots.geojson',
    personal: true,
    render: async (snapshot) => plotsGeoJson(snapshot, plotsIn(snapshot)),
  },
  statement: {
    mediaType: 'application/json; charset=utf-8',
    ending: '-statement-draft.json',
    personal: true,
    render: async (snapshot) => statementDraft(snapshot, plotsIn(snapshot)),
  },
};

/** @throws Refused gone */
function plotsIn({ plots }: Snapshot): PlotLine[] {
  if (plots === null) throw refusedAsErased();
  return plots;
}

/** What a report's file is saved as. */
export function fileName({ id, period }: Snapshot, format: ReportFormat): string {
  return `compliance-report-${period.from}-to-${period.to}-${id.slice(0, 8)}${FORMATS[format].ending}`;
}
