import type { Base, FeatureCalls } from '../feature.ts';
import type { ComplianceServices } from '../compliance/complianceFeature.ts';
import { REPORTS_AT_A_TIME } from '../heavyWork/heavyWork.ts';
import type { LotServices } from '../lots/lotFeature.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import type { ProvenanceServices } from '../provenance/provenanceFeature.ts';
import { LotPapers } from './lotPapers.ts';
import { paperThreads } from './paperThreads.ts';
import { ReportResolver } from './reportResolver.ts';
import { reportRoutes } from './reportRoutes.ts';
import { ReportService, type PrivacyState } from './reportService.ts';

export interface ReportServices {
  reports: ReportService;
  papers: LotPapers;
}

export const reportCalls: FeatureCalls = { routes: reportRoutes, resolvers: [ReportResolver] };

/** A certificate takes a few hundredths of a second. */
const SHOPPER_THREADS = 1;

/** Reports of a period, and papers of one lot. Both are drawn in threads, which `close` ends. */
export function makeReports(
  { config, database, ledger }: Base,
  needs: Pick<LotServices, 'lotsInSight' | 'lotHistory' | 'qrCodes'> &
    ComplianceServices &
    Pick<ProvenanceServices, 'provenance'> & {
      comparedLots: ComparedLots;
      privacyState: PrivacyState;
      /** satellite results come from sample data */
      sampleData: boolean;
    },
): { services: ReportServices; close: () => Promise<unknown> } {
  const { lotsInSight, lotHistory, lotCompliance, qrCodes, comparedLots, provenance, sampleData, privacyState } = needs;
  const { permissionTable } = config;
  const staff = paperThreads(REPORTS_AT_A_TIME);
  const shoppers = paperThreads(SHOPPER_THREADS);
  return {
    services: {
      reports: new ReportService({
        database,
        permissionTable,
        sampleData,
        privacyState,
        threads: staff,
        comparedLots,
      }),
      papers: new LotPapers({
        database,
        ledger,
        lots: lotsInSight,
        history: lotHistory,
        compliance: lotCompliance,
        provenance,
        qrCodes,
        threads: { staff, shoppers },
      }),
    },
    close: () => Promise.all([staff.close(), shoppers.close()]),
  };
}
