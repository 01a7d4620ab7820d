import type { Config } from '../../platform/config.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { LotReads } from '../lots/lotReads.ts';
import type { Deliveries } from '../lots/deliveries.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { LotChecks } from './lotChecks.ts';
import { LotEvidence } from './lotEvidence.ts';
import { RecheckProgress } from './recheckProgress.ts';
import { Rechecks } from './rechecks.ts';
import { SATELLITE_SCHEDULE, satelliteTasks } from './satelliteJob.ts';
import { SatelliteResolver } from './satelliteResolver.ts';
import { satelliteRoutes } from './satelliteRoutes.ts';
import { SatelliteService } from './satelliteService.ts';
import { SourceState } from './sourceState.ts';

export interface SatelliteServices {
  satellite: SatelliteService;
  lotEvidence: LotEvidence;
  lotChecks: LotChecks;
  recheckProgress: RecheckProgress;
}

export const satelliteApi: ModuleApi<
  SatelliteServices & { config: Config; deliveries: Deliveries; lotReads: LotReads }
> = {
  routes: (services) => satelliteRoutes(services),
  resolvers: [SatelliteResolver],
};

/**
 * Checks of locations for forest loss.
 * @param needs.matchesLedger whether a lot's row matches the ledger: no check starts from one that does not
 * @param needs.unsound those of many that do not
 */
export function makeSatellite(
  { config, database, monitor, jobs, log }: Base,
  needs: {
    authorizedLots: AuthorizedLots;
    lotWriter: LotWriter;
    matchesLedger: (lotUuid: string) => Promise<boolean>;
    findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  },
): {
  services: SatelliteServices;
  running: ModuleRuntime;
  /** a service with the given clock, for demo data of earlier days */
  satelliteAt: (clock: () => Date) => SatelliteService;
  /** no present lot is due before then */
  holdRechecks: (until: Date) => Promise<void>;
} {
  const { authorizedLots: lots, lotWriter, matchesLedger, findTampered } = needs;
  const { permissionTable, forestReadsPerSecond: readsPerSecond } = config;
  const now = (): Date => new Date();
  const state = new SourceState({ database, monitor, clock: now });
  const satelliteAt = (clock: () => Date): SatelliteService =>
    new SatelliteService({
      database,
      monitor,
      state,
      lots,
      lotWriter,
      jobs,
      permissionTable,
      log,
      clock,
      findTampered,
    });
  const satellite = satelliteAt(now);
  const rechecks = new Rechecks({ database, monitor, state, jobs, readsPerSecond, log, clock: now });
  return {
    services: {
      satellite,
      lotEvidence: new LotEvidence({ database, lots, matchesLedger }),
      lotChecks: new LotChecks({ database, lots, matchesLedger }),
      recheckProgress: new RecheckProgress({ database, monitor, state, permissionTable, readsPerSecond, clock: now }),
    },
    running: { tasks: satelliteTasks(database, satellite, rechecks), schedule: SATELLITE_SCHEDULE },
    satelliteAt,
    holdRechecks: (until) => rechecks.holdUntil(until),
  };
}
