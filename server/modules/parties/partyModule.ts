import type { Base, ModuleApi } from '../../platform/module.ts';
import { PartyResolver } from './partyResolver.ts';
import { partyRoutes } from './partyRoutes.ts';
import { PartyService, type AlsoErased } from './partyService.ts';

export interface PartyServices {
  parties: PartyService;
}

export const partyApi: ModuleApi<PartyServices> = {
  routes: (services) => partyRoutes(services),
  resolvers: [PartyResolver],
};

/** Buyers and representatives. @param alsoErased erases what other modules have of them */
export function makeParties({ config, database, clock }: Base, alsoErased: AlsoErased): PartyServices {
  return { parties: new PartyService({ database, permissionTable: config.permissionTable, alsoErased, clock }) };
}
