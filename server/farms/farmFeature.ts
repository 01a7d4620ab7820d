import type { Base, FeatureCalls } from '../feature.ts';
import { PlotImport } from './plotImport.ts';
import { PlotResolver } from './plotResolver.ts';
import { plotRoutes } from './plotRoutes.ts';
import { PlotService, type PlotUse } from './plotService.ts';

export interface FarmServices {
  plots: PlotService;
  plotImport: PlotImport;
}

export const farmCalls: FeatureCalls = { routes: plotRoutes, resolvers: [PlotResolver] };

/** Farms: their plots. @param useOf what keeps a plot as it is */
export function makeFarms({ config, database }: Base, { useOf }: { useOf: PlotUse }): FarmServices {
  const permissions = config.permissionTable;
  return {
    plots: new PlotService({ database, permissions, useOf }),
    plotImport: new PlotImport({ database, permissions }),
  };
}
