import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { Config } from '../../platform/config.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { Deliveries } from '../lots/deliveries.ts';
import type { LotService } from '../lots/lotService.ts';
import type { QrCodes } from '../lots/qrCodes.ts';
import { INHERIT_TASK, type Inheritance } from './inheritance.ts';
import { GraphExport } from './transfer/graphExport.ts';
import { TransformationImport } from './transfer/transformationImport.ts';
import { transformationTransferRoutes } from './transfer/transformationTransferRoutes.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { LotGraph } from './lotGraph.ts';
import { TransformationInputs } from './transformationInputs.ts';
import { TransformationReader } from './transformationReader.ts';
import { LotGraphResolver, TransformationResolver } from './transformationResolver.ts';
import { transformationRoutes } from './transformationRoutes.ts';
import { TransformationService } from './transformationService.ts';

export interface TransformationServices {
  transformations: TransformationService;
  transformationInputs: TransformationInputs;
  transformationReader: TransformationReader;
  lotGraph: LotGraph;
  transformationImport: TransformationImport;
  graphExport: GraphExport;
}

export const transformationApi: ModuleApi<
  TransformationServices & { config: Config; lots: LotService; deliveries: Deliveries }
> = {
  routes: (services) => [...transformationRoutes(services), ...transformationTransferRoutes(services)],
  resolvers: [TransformationResolver, LotGraphResolver],
};

/**
 * Lots that are made of others.
 * @param needs.inheritance keeps derived lots as their origins are
 */
export function makeTransformations(
  { config, database, ledger }: Base,
  {
    authorizedLots,
    qrCodes,
    lotWriter,
    inheritance,
  }: { authorizedLots: AuthorizedLots; qrCodes: QrCodes; lotWriter: LotWriter; inheritance: Inheritance },
): { services: TransformationServices; running: ModuleRuntime } {
  const permissions = config.permissionTable;
  const reader = new TransformationReader({ database, permissions, lots: authorizedLots });
  const inputs = new TransformationInputs(permissions);
  const transformations = new TransformationService({
    database,
    ledger,
    permissions,
    reader,
    inheritAgain: (em, lotIds) => inheritance.again(em, lotIds),
    limits: config,
  });
  return {
    services: {
      transformations,
      transformationInputs: inputs,
      transformationImport: new TransformationImport({ database, permissions, inputs, transformations, lotWriter }),
      graphExport: new GraphExport({ database, permissions, lots: authorizedLots }),
      transformationReader: reader,
      lotGraph: new LotGraph({
        database,
        permissions,
        lots: authorizedLots,
        urlOf: (lotId) => qrCodes.urlOf(lotId),
      }),
    },
    running: { tasks: { [INHERIT_TASK]: inheritance.task } },
  };
}
