import type { Base, ModuleApi } from '../../platform/module.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { LotHistory } from '../lots/lotHistory.ts';
import { LotTrail } from './lotTrail.ts';
import { TrailResolver } from './trailResolver.ts';
import { trailRoutes } from './trailRoutes.ts';

export interface TrailServices {
  lotTrail: LotTrail;
}

export const trailApi: ModuleApi<TrailServices> = {
  routes: (services) => trailRoutes(services),
  resolvers: [TrailResolver],
};

/** Everything that happened to a lot, out of the other modules' records. */
export function makeTrail(
  { config, database }: Base,
  { authorizedLots, lotHistory }: { authorizedLots: AuthorizedLots; lotHistory: LotHistory },
): TrailServices {
  const permissions = config.permissionTable;
  return { lotTrail: new LotTrail({ database, permissions, lots: authorizedLots, history: lotHistory }) };
}
