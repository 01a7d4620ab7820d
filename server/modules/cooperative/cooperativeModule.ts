import type { Base, ModuleApi } from '../../platform/module.ts';
import { CooperativeResolver } from './cooperativeResolver.ts';
import { cooperativeRoutes } from './cooperativeRoutes.ts';
import { CooperativeService } from './cooperativeService.ts';

export interface CooperativeServices {
  cooperative: CooperativeService;
}

export const cooperativeApi: ModuleApi<CooperativeServices> = {
  routes: (services) => cooperativeRoutes(services),
  resolvers: [CooperativeResolver],
};

/** The settings of the cooperative. */
export function makeCooperative({ config, database }: Base): CooperativeServices {
  return { cooperative: new CooperativeService({ database, permissionTable: config.permissionTable }) };
}
