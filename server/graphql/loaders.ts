import DataLoader from 'dataloader';
import { requireUser, type Caller } from '../identity/caller.ts';
import type { ProvenanceView } from '../provenance/provenanceService.ts';
import type { Services } from '../services.ts';

/** Batches what fields of many rows ask for, within one request and for its caller only. */
export interface Loaders {
  /** provenance chain by lot UUID */
  provenance: DataLoader<string, ProvenanceView[]>;
}

export function makeLoaders(services: Pick<Services, 'provenance'>, caller: Caller): Loaders {
  return {
    provenance: new DataLoader(async (ids) => {
      requireUser(caller);
      const chains = await services.provenance.chainsOf(ids);
      return ids.map((id) => chains.get(id) ?? []);
    }),
  };
}
