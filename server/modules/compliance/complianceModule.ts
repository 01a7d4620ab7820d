import type { Base, ModuleApi } from '../../platform/module.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { ComplianceResolver } from './complianceResolver.ts';
import { complianceRoutes } from './complianceRoutes.ts';
import { LotComplianceType } from './lotCompliance.ts';

export interface ComplianceServices {
  lotCompliance: LotComplianceType;
}

export const complianceApi: ModuleApi<ComplianceServices> = {
  routes: (services) => complianceRoutes(services),
  resolvers: [ComplianceResolver],
};

/** The state of lots under the deforestation regulation, from stored data. */
export function makeCompliance(
  { database }: Base,
  { authorizedLots }: { authorizedLots: AuthorizedLots },
): ComplianceServices {
  return { lotCompliance: new LotComplianceType(database, authorizedLots) };
}
