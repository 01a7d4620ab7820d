import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { LotErasure } from '../lots/lotErasure.ts';
import { ErasureService } from './erasureService.ts';
import { FarmerErasures } from './farmerErasures.ts';
import { RetainedLocations } from './retainedLocations.ts';
import { PersonalExport } from './personalExport.ts';
import { PrivacyResolver } from './privacyResolver.ts';
import { privacyRoutes } from './privacyRoutes.ts';
import { Retention, RETENTION_SCHEDULE } from './retention.ts';
import { isClockReliable } from './retentionGuard.ts';
import { PERSONAL_STORES } from './personalStores.ts';

export interface PrivacyServices {
  erasure: ErasureService;
  farmerErasures: FarmerErasures;
  personalExport: PersonalExport;
  retention: Retention;
}

export const privacyApi: ModuleApi<PrivacyServices> = {
  routes: (services) => privacyRoutes(services),
  resolvers: [PrivacyResolver],
};

/**
 * Personal data: export, erasure, and deletion after the retention period. @param deleteOld further deletions of other
 * modules
 */
export function makePrivacy(
  { config, database, ledger, jobs, log, clock }: Base,
  { deleteOld }: { deleteOld: ConstructorParameters<typeof Retention>[0]['others'] },
): { services: PrivacyServices; running: ModuleRuntime } {
  const lots = new LotErasure(ledger);
  const erasure = new ErasureService({ database, lots, stores: PERSONAL_STORES });
  const places = new RetainedLocations({ database, lots });
  const retention = new Retention({
    database,
    erasures: erasure,
    places,
    others: deleteOld,
    jobs,
    isClockReliable: (now) => isClockReliable(database, { now, confirmedOn: config.clockConfirmedOn, log }),
    log,
    clock,
  });
  return {
    services: {
      erasure,
      farmerErasures: new FarmerErasures(database),
      personalExport: new PersonalExport({ database, stores: PERSONAL_STORES }),
      retention,
    },
    running: { tasks: retention.tasks, schedule: RETENTION_SCHEDULE, queueAtStart: () => retention.queue() },
  };
}
