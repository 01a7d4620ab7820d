import type { Base, ModuleApi } from '../../platform/module.ts';
import { assessmentRoutes } from './assessmentRoutes.ts';
import { AssessmentResolver } from './assessmentResolver.ts';
import { AssessmentService } from './assessmentService.ts';
import { ConcernService } from './concernService.ts';
import { ConsignmentDueDiligenceService } from './consignmentDueDiligenceService.ts';
import { dueDiligenceDocumentRoutes } from './dueDiligenceDocumentRoutes.ts';
import { DocumentResolver } from './documentResolver.ts';
import { DocumentService } from './documentService.ts';
import { eraseDueDocuments, type ErasedAt } from './dueDiligenceErasure.ts';
import { MeasureService } from './measureService.ts';
import { RiskResolver } from './riskResolver.ts';
import { riskRoutes } from './riskRoutes.ts';

export interface DueDiligenceServices {
  documents: DocumentService;
  assessments: AssessmentService;
  measures: MeasureService;
  concerns: ConcernService;
  consignmentDueDiligence: ConsignmentDueDiligenceService;
  /** erases documents that were kept as evidence after an erasure; returns how many */
  eraseDue(): Promise<number>;
}

export const dueDiligenceApi: ModuleApi<DueDiligenceServices> = {
  routes: (services) => [
    ...dueDiligenceDocumentRoutes(services),
    ...assessmentRoutes(services),
    ...riskRoutes(services),
  ],
  resolvers: [DocumentResolver, AssessmentResolver, RiskResolver],
};

/** Documents, risk assessments, mitigation measures and concerns (Articles 9 to 11, 13 and 31). */
export function makeDueDiligence(
  { config, database, clock = () => new Date() }: Base,
  { filed }: Pick<ErasedAt, 'filed'>,
): DueDiligenceServices {
  const parts = { database, permissions: config.permissionTable, clock };
  return {
    documents: new DocumentService({ ...parts, mostBytes: config.limits.documentsBytes }),
    assessments: new AssessmentService(parts),
    measures: new MeasureService(parts),
    concerns: new ConcernService(parts),
    consignmentDueDiligence: new ConsignmentDueDiligenceService(parts),
    eraseDue: () => eraseDueDocuments(database, { at: clock(), filed }),
  };
}
