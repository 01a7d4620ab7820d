import DataLoader from 'dataloader';
import type { ProvenanceView } from '../../domain/public/publicAnswers.ts';
import { requireUser, type Caller } from '../access/caller.ts';
import { nullWhileAway } from '../../domain/ledger/ledger.ts';
import type { ProvenanceService } from '../../modules/provenance/provenanceService.ts';
import type { LotReader } from '../../modules/lots/lotReader.ts';

/** Batches reads of fields of many rows, within one request and for its caller only. */
export interface Loaders {
  /**
   * provenance chain by lot UUID; null while the ledger cannot be reached, so that the lots themselves are still shown
   */
  provenance: DataLoader<string, ProvenanceView[] | null>;
  /** whether an alert of a lot is open, by lot UUID; for lots that the caller may see */
  openAlert: DataLoader<string, boolean>;
}

export function makeLoaders(
  services: { provenance: Pick<ProvenanceService, 'chainsOf'>; lotReader: Pick<LotReader, 'withOpenAlert'> },
  caller: Caller,
): Loaders {
  return {
    provenance: new DataLoader(async (ids) => {
      requireUser(caller);
      const chains = await nullWhileAway(() => services.provenance.chainsOf(ids));
      return ids.map((id) => (chains === null ? null : (chains.get(id) ?? [])));
    }),
    openAlert: new DataLoader(async (ids) => {
      requireUser(caller);
      const open = await services.lotReader.withOpenAlert(ids);
      return ids.map((id) => open.has(id));
    }),
  };
}
