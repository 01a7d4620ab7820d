import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { SatelliteService } from '../satellite/satelliteService.ts';
import { AuditTrail } from './auditTrail.ts';
import { ComparedLots } from './comparedLots.ts';
import type { NewestEvents } from '../../domain/ledger/ledger.ts';
import { HeadResolver } from './headResolver.ts';
import { headRoutes } from './headRoutes.ts';
import { LedgerHeads } from './ledgerHeads.ts';
import { ProofResolver } from './proofResolver.ts';
import { proofRoutes } from './proofRoutes.ts';
import {
  DiscrepancyResolver,
  LotProvenanceResolver,
  ProvenanceResolver,
  PublicLotResolver,
} from './provenanceResolver.ts';
import { provenanceRoutes } from './provenanceRoutes.ts';
import { ProvenanceService } from './provenanceService.ts';
import { PublicProof } from './publicProof.ts';
import { publicRoutes, type HealthReader } from './publicRoutes.ts';
import { SeenLots } from './seenLots.ts';
import { Verifications } from './verifications.ts';

export interface ProvenanceServices {
  provenance: ProvenanceService;
  auditTrail: AuditTrail;
  publicProof: PublicProof;
  ledgerHeads: LedgerHeads;
}

export const provenanceApi: ModuleApi<ProvenanceServices & { health: HealthReader }> = {
  routes: (services) => [
    ...provenanceRoutes(services),
    ...publicRoutes(services),
    ...proofRoutes(services),
    ...headRoutes(services),
  ],
  resolvers: [
    ProvenanceResolver,
    LotProvenanceResolver,
    PublicLotResolver,
    DiscrepancyResolver,
    ProofResolver,
    HeadResolver,
  ],
};

/** Comparison of rows with the ledger, and the public view of lots. */
export function makeProvenance(
  { database, ledger, clock }: Base,
  needs: { authorizedLots: AuthorizedLots; satellite: SatelliteService; own: NewestEvents },
): { services: ProvenanceServices; running: ModuleRuntime; comparedLots: ComparedLots } {
  const { authorizedLots: lots, satellite, own } = needs;
  const verifications = new Verifications();
  const seen = new SeenLots({ database, ledger });
  const { sampleData } = satellite;
  const provenance = new ProvenanceService({ database, ledger, lots, seen, verifications, sampleData, clock });
  const publicProof = new PublicProof({ database, ledger, verifications });
  const comparedLots = new ComparedLots({ database, ledger, newest: own });
  return {
    services: {
      provenance,
      auditTrail: new AuditTrail({ lots, seen, verifications }),
      publicProof,
      ledgerHeads: new LedgerHeads({ ledger }),
    },
    running: {
      onChange: (news) => {
        for (const item of news) {
          if (!('lotId' in item)) continue;
          provenance.forget(item.lotId, item.kind);
          publicProof.forget(item.lotId);
        }
      },
    },
    comparedLots,
  };
}
