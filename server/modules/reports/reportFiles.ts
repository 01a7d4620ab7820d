import type { Snapshot } from './reportSnapshot.ts';

export const REPORT_FORMATS = ['pdf', 'json', 'csv', 'geojson', 'statement', 'plots'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface FormatRule {
  mediaType: string;
  /** ending of the file's name, after the report's own */
  ending: string;
  /** names people: deleted on erasure (docs/spec/privacy-and-erasure.md, 'Stored reports') */
  personal: boolean;
  /** whether reports in parts have it; the other formats are limited to the size that the EU's system accepts */
  inParts: boolean;
}

/** Rules of each format; `pdfTasks.ts` renders them. */
export const FORMAT_RULES: Record<ReportFormat, FormatRule> = {
  pdf: { mediaType: 'application/pdf', ending: '.pdf', personal: false, inParts: true },
  json: { mediaType: 'application/json; charset=utf-8', ending: '.json', personal: false, inParts: true },
  csv: { mediaType: 'text/csv; charset=utf-8', ending: '.csv', personal: false, inParts: true },
  geojson: {
    mediaType: 'application/geo+json; charset=utf-8',
    ending: '-plots.geojson',
    personal: true,
    inParts: false,
  },
  statement: {
    mediaType: 'application/json; charset=utf-8',
    ending: '-statement-draft.json',
    personal: true,
    inParts: false,
  },
  plots: {
    mediaType: 'application/geo+json; charset=utf-8',
    ending: '-all-plots-not-for-filing.geojson',
    personal: true,
    inParts: false,
  },
};

/** What each format is, for partners. */
export const REPORT_FORMAT_DESCRIPTIONS: Readonly<Record<ReportFormat, string>> = {
  pdf: 'The paper for an authority; names nobody',
  json: 'Figures and all lots; names nobody',
  csv: 'All lots, one a line; names nobody',
  geojson: "The plots of the statement by the EU's file description, to be filed with it; names people",
  statement: 'A draft of a due diligence statement; names people',
  plots: 'All plots of the period, not for filing; names people',
};

/** The name of a report's file. It marks sample data if the file could be taken for one to file. */
export function reportFileName(
  { id, period, sampleData }: Pick<Snapshot, 'id' | 'period' | 'sampleData'>,
  format: ReportFormat,
): string {
  const { ending, personal } = FORMAT_RULES[format];
  const sample = sampleData && personal ? '-sample-data' : '';
  return `compliance-report-${period.from}-to-${period.to}-${id.slice(0, 8)}${sample}${ending}`;
}
