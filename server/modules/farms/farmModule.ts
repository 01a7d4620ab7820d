import type { Base, ModuleApi } from '../../platform/module.ts';
import { PlotImport } from './plotImport.ts';
import { PlotResolver } from './plotResolver.ts';
import { plotRoutes } from './plotRoutes.ts';
import { PlotService, type LotsOfPlots, type PlotUse } from './plotService.ts';

export interface FarmServices {
  plots: PlotService;
  plotImport: PlotImport;
}

export const farmApi: ModuleApi<FarmServices> = {
  routes: (services) => plotRoutes(services),
  resolvers: [PlotResolver],
};

/**
 * Farms and their plots.
 * @param needs.useOf reasons that lock a plot
 * @param needs.lotsOf number of lots from plots
 */
export function makeFarms(
  { config, database }: Base,
  { useOf, lotsOf }: { useOf: PlotUse; lotsOf: LotsOfPlots },
): FarmServices {
  const permissions = config.permissionTable;
  return {
    plots: new PlotService({ database, permissions, useOf, lotsOf }),
    plotImport: new PlotImport({ database, permissions }),
  };
}
