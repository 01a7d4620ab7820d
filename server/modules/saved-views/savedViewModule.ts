import type { Base, ModuleApi } from '../../platform/module.ts';
import { SavedViewResolver } from './savedViewResolver.ts';
import { savedViewRoutes } from './savedViewRoutes.ts';
import { SavedViews } from './savedViews.ts';

export interface SavedViewServices {
  savedViews: SavedViews;
}

export const savedViewApi: ModuleApi<SavedViewServices> = {
  routes: (services) => savedViewRoutes(services),
  resolvers: [SavedViewResolver],
};

/** Views of lists that people save under a name. */
export function makeSavedViews({ config, database, clock }: Base): SavedViewServices {
  return { savedViews: new SavedViews({ database, permissions: config.permissionTable, clock }) };
}
