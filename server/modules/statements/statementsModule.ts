import { Threads } from '../../platform/concurrency/threads.ts';
import type { DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { ConsignmentReader } from '../consignments/consignmentReader.ts';
import { publicNumbersOf, type FiledNumbers } from './filedNumbers.ts';
import { FilingJob } from './filing/filingJob.ts';
import { StatementFilingLog } from './filing/filingLog.ts';
import { NumbersPoll } from './filing/numbersPoll.ts';
import { ASK_TASK, FILE_TASK, PACKAGE_TASK, POLL_TASK } from './jobNames.ts';
import { PackageJob } from './package/packageJob.ts';
import { StatementPackages } from './package/statementPackages.ts';
import { publicNumberRoutes } from './publicNumberRoutes.ts';
import { StatementCheck } from './statementCheck.ts';
import { StatementFigureResolver } from './statementFigureResolver.ts';
import { statementFigureRoutes } from './statementFigureRoutes.ts';
import { StatementFigures } from './statementFigures.ts';
import type { StatementParts } from './statementParts.ts';
import { StatementReader } from './statementReader.ts';
import { StatementResolver } from './statementResolver.ts';
import { statementRoutes } from './statementRoutes.ts';
import { StatementService } from './statementService.ts';
import { StatementSteps } from './statementSteps.ts';
import type { StatementTasks } from './statementTasks.ts';
import { SupplierDeclarations } from './supplierDeclarations.ts';

export interface StatementServices {
  statements: StatementService;
  statementCheck: StatementCheck;
  statementSteps: StatementSteps;
  statementFilingLog: StatementFilingLog;
  statementPackages: StatementPackages;
  statementFigures: StatementFigures;
  supplierDeclarations: SupplierDeclarations;
  statementRegistry: { driver: DueDiligenceRegistry['driver']; sampleData: boolean };
  /** numbers that are shown with a lot; null for no such lot */
  publicNumbers(lotId: string): Promise<FiledNumbers[] | null>;
}

export const statementApi: ModuleApi<StatementServices> = {
  // Fixed paths come before those with an id.
  routes: (services) => [
    ...statementFigureRoutes(services),
    ...statementRoutes(services),
    ...publicNumberRoutes(services),
  ],
  resolvers: [StatementResolver, StatementFigureResolver],
};

/** Checks and packages of many plots leave hundreds of megabytes behind; the next one comes seldom. */
const THREAD_IDLE_MS = 1_000;
/** Each minute: what is due is asked for in a place of its own. */
const SCHEDULE = `* * * * * ${POLL_TASK} ?jobKey=${POLL_TASK}`;
/** One packs, one calls the registry. */
const PLACES = 2;

/** Statements of due diligence, their packages, and filing them. `close` ends the thread. */
export function makeStatements(
  { config, database, jobs, registry, clock = () => new Date() }: Base,
  needs: Pick<StatementParts, 'comparedLots' | 'publicProof' | 'documents' | 'issuer' | 'sampleData'> & {
    consignmentReader: ConsignmentReader;
  },
): { services: StatementServices; running: ModuleRuntime; close: () => Promise<unknown> } {
  const { consignmentReader: consignments, ...given } = needs;
  const threads = new Threads<StatementTasks>(new URL('./statementThread', import.meta.url), 1, {
    idleMs: THREAD_IDLE_MS,
  });
  const permissions = config.permissionTable;
  const reader = new StatementReader(database);
  const parts: StatementParts = { ...given, database, reader, jobs, permissions, registry, threads, clock };
  const statements = new StatementService(parts);
  const statementCheck = new StatementCheck({ ...parts, consignments });
  const packageJob = new PackageJob({ ...parts, consignments });
  const filingJob = new FilingJob(parts);
  const numbersPoll = new NumbersPoll(parts);
  const files = registry.driver !== 'package';
  return {
    services: {
      statements,
      statementCheck,
      statementSteps: new StatementSteps(parts, statements, statementCheck),
      statementFilingLog: new StatementFilingLog(parts),
      statementPackages: new StatementPackages(parts),
      statementFigures: new StatementFigures(parts),
      supplierDeclarations: new SupplierDeclarations(parts),
      statementRegistry: { driver: registry.driver, sampleData: needs.sampleData },
      publicNumbers: (lotId) => publicNumbersOf(database, lotId),
    },
    running: {
      outside: {
        places: PLACES,
        tasks: {
          [PACKAGE_TASK]: (payload, signal) => packageJob.run(payload, signal),
          [FILE_TASK]: (payload) => filingJob.run(payload),
          [ASK_TASK]: (_payload, signal) => numbersPoll.run(signal),
        },
      },
      ...(files ? { tasks: { [POLL_TASK]: () => numbersPoll.enqueue() }, schedule: SCHEDULE } : {}),
    },
    close: () => threads.close(),
  };
}
