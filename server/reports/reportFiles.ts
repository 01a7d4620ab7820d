import type { Snapshot } from './reportSnapshot.ts';

export const REPORT_FORMATS = ['pdf', 'json', 'csv', 'geojson', 'statement'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface FormatRule {
  mediaType: string;
  /** ending of the file's name, after the report's own */
  ending: string;
  /** names people: deleted on erasure (decisions, 'Erasure') */
  personal: boolean;
}

/** What each format is; `reportRendering.ts` makes them. */
export const FORMATS: Record<ReportFormat, FormatRule> = {
  pdf: { mediaType: 'application/pdf', ending: '.pdf', personal: false },
  json: { mediaType: 'application/json; charset=utf-8', ending: '.json', personal: false },
  csv: { mediaType: 'text/csv; charset=utf-8', ending: '.csv', personal: false },
  geojson: { mediaType: 'application/geo+json; charset=utf-8', ending: '-plots.geojson', personal: true },
  statement: { mediaType: 'application/json; charset=utf-8', ending: '-statement-draft.json', personal: true },
};

/** What a report's file is saved as. */
export function fileName({ id, period }: Pick<Snapshot, 'id' | 'period'>, format: ReportFormat): string {
  return `compliance-report-${period.from}-to-${period.to}-${id.slice(0, 8)}${FORMATS[format].ending}`;
}
