import type { Base, ModuleApi } from '../../platform/module.ts';
import { FarmExport, type PlacesOfFarms } from './farmExport.ts';
import { FarmImport } from './farmImport.ts';
import { FarmRegister } from './farmRegister.ts';
import { FarmResolver } from './farmResolver.ts';
import { farmRoutes } from './farmRoutes.ts';
import { farmTransferRoutes } from './farmTransferRoutes.ts';
import { PlotImport } from './plotImport.ts';
import { PlotResolver } from './plotResolver.ts';
import { plotRoutes } from './plotRoutes.ts';
import { PlotService, type LotsOfPlots, type PlotUse } from './plotService.ts';

export interface FarmServices {
  farmRegister: FarmRegister;
  farmImport: FarmImport;
  farmExport: FarmExport;
  plots: PlotService;
  plotImport: PlotImport;
}

export const farmApi: ModuleApi<FarmServices> = {
  routes: (services) => [...farmTransferRoutes(services), ...farmRoutes(services), ...plotRoutes(services)],
  resolvers: [FarmResolver, PlotResolver],
};

/**
 * Farms and their plots.
 * @param needs.useOf reasons that lock a plot
 * @param needs.lotsOf number of lots from plots
 * @param needs.placesOf places of farms by their lots
 */
export function makeFarms(
  { config, database, clock }: Base,
  { useOf, lotsOf, placesOf }: { useOf: PlotUse; lotsOf: LotsOfPlots; placesOf: PlacesOfFarms },
): FarmServices {
  const permissions = config.permissionTable;
  return {
    farmRegister: new FarmRegister({ database, permissions, clock }),
    farmImport: new FarmImport({ database, permissions, clock }),
    farmExport: new FarmExport({ database, permissions, placesOf }),
    plots: new PlotService({ database, permissions, useOf, lotsOf }),
    plotImport: new PlotImport({ database, permissions }),
  };
}
