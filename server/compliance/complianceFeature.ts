import type { Base, FeatureCalls } from '../feature.ts';
import type { LotsInSight } from '../lots/lotsInSight.ts';
import { ComplianceResolver } from './complianceResolver.ts';
import { complianceRoutes } from './complianceRoutes.ts';
import { LotCompliance } from './lotCompliance.ts';

export interface ComplianceServices {
  lotCompliance: LotCompliance;
}

export const complianceCalls: FeatureCalls = { routes: complianceRoutes, resolvers: [ComplianceResolver] };

/** Where lots stand with the deforestation regulation, by all that is stored of them. */
export function makeCompliance({ database }: Base, { lotsInSight }: { lotsInSight: LotsInSight }): ComplianceServices {
  return { lotCompliance: new LotCompliance(database, lotsInSight) };
}
