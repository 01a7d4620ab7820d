import type {
  LotComplianceOfQuery,
  LotDetailFragment,
  LotEvidenceQuery,
  LotHistoryOfQuery,
} from '../../graphql/generated.ts';

/** What is known of a lot when its report is asked for; undefined: it could not be loaded. */
export interface KnownOfLot {
  lot: LotDetailFragment;
  evidence: LotEvidenceQuery | undefined;
  compliance: LotComplianceOfQuery | undefined;
  history: LotHistoryOfQuery | undefined;
}

/** The parts of a report besides the lot, by their names in the file. */
export const REPORT_PARTS = ['satellite', 'compliance', 'history'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/**
 * A lot's report as JSON: the lot in the API's names and units, its newest satellite check with the pixels, its compliance and its
 * history. What could not be loaded stands in `notLoaded`, so that nobody takes it for nothing.
 * @param exportedAt ISO 8601, UTC
 */
export function lotReport(known: KnownOfLot, exportedAt: string): { text: string; notLoaded: ReportPart[] } {
  const { lot, evidence, compliance, history } = known;
  const { mayDo: _rights, ...facts } = lot;
  const parts: Record<ReportPart, unknown> = {
    satellite: evidence?.lotEvidence,
    compliance: compliance?.lotCompliance,
    history: history?.lotHistory,
  };
  const notLoaded = REPORT_PARTS.filter((part) => parts[part] === undefined);
  const report = { format: 'manam-trace/lot-report', version: 1, exportedAt, lot: facts, ...parts, notLoaded };
  return {
    text: JSON.stringify(report, (key, value: unknown) => (key === '__typename' ? undefined : value), 2),
    notLoaded,
  };
}
