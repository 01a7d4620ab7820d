import type { Base, FeatureCalls } from '../feature.ts';
import { outboxStats } from '../ledger/outbox/outbox.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { countSetAside } from '../lots/lotTakeOver.ts';
import type { LedgerWalk } from '../provenance/ledgerWalk.ts';
import { VERSION } from '../process/version.ts';
import { ClientReports } from './clientReports.ts';
import { clientRoutes } from './clientRoutes.ts';
import { CONTACTS_PER_ADDRESS, ContactService } from './contactService.ts';
import { DashboardResolver } from './dashboardResolver.ts';
import { DashboardService } from './dashboardService.ts';
import { HealthService } from './healthService.ts';
import { LedgerRetries } from './ledgerRetries.ts';
import { monitoringRoutes } from './monitoringRoutes.ts';
import { OperationsResolver } from './operationsResolver.ts';
import type { RecentActivity } from './recentActivity.ts';
import { SearchAnalytics } from './searchAnalytics.ts';
import { WalkRequests } from './walkRequests.ts';

export interface MonitoringServices {
  dashboard: DashboardService;
  health: HealthService;
  ledgerRetries: LedgerRetries;
  walkRequests: WalkRequests;
  clientReports: ClientReports;
  searchAnalytics: SearchAnalytics;
  contact: ContactService;
}

export const monitoringCalls: FeatureCalls = {
  routes: [...monitoringRoutes, ...clientRoutes],
  resolvers: [DashboardResolver, OperationsResolver],
};

/** The dashboard, health, and what browsers report. */
export function makeMonitoring(
  { config, database, secret, ledger, monitor, jobs, rates, log }: Base,
  { lotReader, activity, ledgerWalk }: { lotReader: LotReader; activity: RecentActivity; ledgerWalk: LedgerWalk },
): MonitoringServices {
  return {
    dashboard: new DashboardService(database, lotReader, activity, log),
    health: new HealthService({
      database,
      ledger,
      monitor,
      outboxStats: () => outboxStats(database.pool),
      jobStats: () => jobs.stats(),
      lastWalk: () => ledgerWalk.last(),
      setAside: () => countSetAside(database),
      // The embedded database lies on this machine's disk.
      diskFull: () => database.disk.isFull(database.pool, config.databaseUrl === null ? config.dataDir : null),
      version: VERSION,
    }),
    ledgerRetries: new LedgerRetries(database),
    walkRequests: new WalkRequests({ database, jobs }),
    clientReports: new ClientReports(database),
    searchAnalytics: new SearchAnalytics({ database, secret }),
    contact: new ContactService({
      database,
      stores: config.contact === 'store',
      rate: config.publicRateLimit > 0 ? rates.make('contact', CONTACTS_PER_ADDRESS) : null,
    }),
  };
}
