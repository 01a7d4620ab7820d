import type { Config } from './config.ts';
import type { IdentityService } from './identity/identityService.ts';
import type { UserService } from './identity/userService.ts';
import type { LotService } from './lots/lotService.ts';
import type { LotReader } from './lots/lotReader.ts';
import type { LotHistory } from './lots/lotHistory.ts';
import type { QrCodes } from './lots/qrCodes.ts';
import type { AlertService } from './alerts/alertService.ts';
import type { SatelliteService } from './satellite/satelliteService.ts';
import type { ProvenanceService } from './provenance/provenanceService.ts';
import type { DashboardService } from './monitoring/dashboardService.ts';
import type { HealthService } from './monitoring/healthService.ts';
import type { LiveEvents } from './graphql/liveEvents.ts';

/** What transports may call. Joined once, in `app.ts`. */
export interface Services {
  config: Config;
  identity: IdentityService;
  users: UserService;
  lots: LotService;
  lotReader: LotReader;
  lotHistory: LotHistory;
  qrCodes: QrCodes;
  alerts: AlertService;
  satellite: SatelliteService;
  provenance: ProvenanceService;
  dashboard: DashboardService;
  health: HealthService;
  live: LiveEvents;
  /** lets the outbox try a refused event again; false when there is none of this id */
  retryLedgerEvent(eventId: string): Promise<boolean>;
}
