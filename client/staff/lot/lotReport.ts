import type {
  LotComplianceOfQuery,
  LotDetailFragment,
  LotEvidenceQuery,
  LotHistoryOfQuery,
} from '../../graphql/generated.ts';

/** The loaded parts of a lot; undefined: could not be loaded. */
export interface KnownOfLot {
  lot: LotDetailFragment;
  evidence: LotEvidenceQuery | undefined;
  compliance: LotComplianceOfQuery | undefined;
  history: LotHistoryOfQuery | undefined;
}

/** File names of a report's parts besides the lot. */
export const REPORT_PARTS = ['satellite', 'compliance', 'history'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/**
 * A lot's report as JSON: the lot with the API's names and units, its newest satellite check with the pixels, its
 * compliance and its history. `notLoaded` lists the parts that could not be loaded, so that a missing part does not
 * look like an empty one.
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
