import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import type { DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';
import type { Threads } from '../../platform/concurrency/threads.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import type { PublicProof } from '../provenance/publicProof.ts';
import type { StatementReader } from './statementReader.ts';
import type { StatementTasks } from './statementTasks.ts';

/** A document for a package. */
export interface PackageDocument {
  /** UUID */
  id: string;
  /** name in the package's folder of documents */
  name: string;
  bytes(): Promise<Buffer>;
}

/** The stored documents of due diligence that belong into a consignment's package, valid on a day (YYYY-MM-DD). */
export interface PackageDocuments {
  ofConsignment(consignmentId: string, day: string): Promise<PackageDocument[]>;
}

/** What all parts of the module are made with. */
export interface StatementParts {
  database: Database;
  reader: StatementReader;
  jobs: Pick<JobQueue, 'enqueue'>;
  permissions: PermissionTable;
  registry: DueDiligenceRegistry;
  threads: Threads<StatementTasks>;
  comparedLots: Pick<ComparedLots, 'statesOf'>;
  publicProof: Pick<PublicProof, 'make'>;
  documents: PackageDocuments;
  /** the cooperative, for cover pages */
  issuer: () => Promise<Issuer | null>;
  /** satellite results come from sample data */
  sampleData: boolean;
  clock: () => Date;
}
