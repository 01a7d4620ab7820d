import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { Threads } from '../../platform/concurrency/threads.ts';
import type { LotReads } from '../lots/lotReads.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { ComplianceServices } from '../compliance/complianceModule.ts';
import { REPORTS_AT_A_TIME, type WorkQueues } from '../../platform/concurrency/workQueues.ts';
import type { LotServices } from '../lots/lotModule.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import type { ProvenanceServices } from '../provenance/provenanceModule.ts';
import { LotDocuments } from './lotDocuments.ts';
import type { PrivacyStateReader } from './lotsOfPeriod.ts';
import { makingRoutes } from './makingRoutes.ts';
import type { PdfTasks } from './pdfTasks.ts';
import { ReportMaking } from './reportMaking.ts';
import { ReportResolver } from './reportResolver.ts';
import { reportRoutes } from './reportRoutes.ts';
import { ReportService } from './reportService.ts';

export interface ReportServices {
  reports: ReportService;
  reportMaking: ReportMaking;
  papers: LotDocuments;
}

export const reportApi: ModuleApi<ReportServices & { workQueues: WorkQueues; lotReads: LotReads }> = {
  routes: (services) => [...reportRoutes(services), ...makingRoutes(services)],
  resolvers: [ReportResolver],
};

/** A certificate takes a few hundredths of a second. */
const SHOPPER_THREADS = 1;

/** Reports of a period and PDFs of one lot. Both are written in threads, which `close` ends. */
export function makeReports(
  { config, database, ledger, jobs }: Base,
  needs: Pick<LotServices, 'authorizedLots' | 'lotHistory' | 'qrCodes'> &
    ComplianceServices &
    Pick<ProvenanceServices, 'provenance'> & {
      comparedLots: ComparedLots;
      privacyState: PrivacyStateReader;
      /** satellite results come from sample data */
      sampleData: boolean;
      /** who is named on papers */
      issuer: () => Promise<Issuer | null>;
      workQueues: WorkQueues;
    },
): {
  services: ReportServices;
  running: ModuleRuntime;
  /** where PDFs are written */
  threads: { staff: Threads<PdfTasks>; shoppers: Threads<PdfTasks> };
  close: () => Promise<unknown>;
} {
  const { authorizedLots, lotHistory, lotCompliance, qrCodes, comparedLots, provenance, sampleData, privacyState } =
    needs;
  const { permissionTable, limits } = config;
  const staff = pdfThreads(REPORTS_AT_A_TIME);
  const shoppers = pdfThreads(SHOPPER_THREADS);
  const shared = { database, permissionTable, sampleData, privacyState, threads: staff, comparedLots };
  const reports = new ReportService({ ...shared, issuer: needs.issuer, mostLots: limits.reportLotsAtOnce });
  const reportMaking = new ReportMaking({
    ...shared,
    reports,
    jobs,
    queue: needs.workQueues.reports,
    mostAtOnce: limits.reportLotsAtOnce,
    portion: limits.reportBatch,
    unaskedMs: limits.reportUnaskedMs,
  });
  return {
    services: {
      reports,
      reportMaking,
      papers: new LotDocuments({
        database,
        ledger,
        lots: authorizedLots,
        history: lotHistory,
        compliance: lotCompliance,
        provenance,
        qrCodes,
        issuer: needs.issuer,
        threads: { staff, shoppers },
      }),
    },
    running: { tasks: reportMaking.tasks },
    threads: { staff, shoppers },
    close: () => Promise.all([staff.close(), shoppers.close()]),
  };
}

/** Threads for reports and PDF files. @param count number of threads */
function pdfThreads(count: number): Threads<PdfTasks> {
  return new Threads<PdfTasks>(new URL('./pdfThread', import.meta.url), count);
}
