import type { Config } from '../../platform/config.ts';
import type { ProvenanceService } from '../provenance/provenanceService.ts';
import type { AuditRequest } from './auditRequest.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { outboxStats } from '../ledger/outbox/outbox.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { VERSION } from '../../platform/process/version.ts';
import { ClientReports } from './clientReports.ts';
import { clientRoutes } from './clientRoutes.ts';
import { CONTACTS_PER_ADDRESS, ContactService } from './contactService.ts';
import { DashboardResolver } from './dashboardResolver.ts';
import { DashboardService } from './dashboardService.ts';
import { FigureKeeping, FIGURES_SCHEDULE } from './statistics/storedStatistics.ts';
import { HealthService, type AuditHealth } from './healthService.ts';
import { LedgerRetries } from './ledgerRetries.ts';
import { monitoringRoutes } from './monitoringRoutes.ts';
import { OperationsResolver } from './operationsResolver.ts';
import type { RecentActivity } from './recentActivity.ts';
import { SearchAnalytics } from './searchAnalytics.ts';

export interface MonitoringServices {
  dashboard: DashboardService;
  figures: FigureKeeping;
  health: HealthService;
  ledgerRetries: LedgerRetries;
  clientReports: ClientReports;
  searchAnalytics: SearchAnalytics;
  contact: ContactService;
}

export const monitoringApi: ModuleApi<
  MonitoringServices & { config: Config; provenance: ProvenanceService; auditRequests: AuditRequest }
> = {
  routes: (services) => [...monitoringRoutes(services), ...clientRoutes(services)],
  resolvers: [DashboardResolver, OperationsResolver],
};

/** Dashboard, health, and reports of browsers. */
export function makeMonitoring(
  { config, database, secret, ledger, monitor, jobs, rates, log }: Base,
  needs: {
    lotReader: LotReader;
    activity: RecentActivity;
    lastAudit: () => Promise<AuditHealth>;
    retentionRefused: () => Promise<boolean>;
  },
): { services: MonitoringServices; running: ModuleRuntime } {
  const { lotReader, activity, lastAudit, retentionRefused } = needs;
  const dashboard = new DashboardService({
    database,
    lots: lotReader,
    activity,
    permissions: config.permissionTable,
    log,
  });
  const figures = new FigureKeeping({
    database,
    jobs,
    log,
    readAhead: (now, signal) => dashboard.readAhead(now, signal),
  });
  const services = {
    dashboard,
    figures,
    health: new HealthService({
      database,
      ledger,
      monitor,
      outboxStats: () => outboxStats(database.pool),
      jobStats: () => jobs.stats(),
      retentionRefused,
      lastAudit,
      lastRecount: () => figures.last(),
      diskFull: () => database.disk.isFull(database.pool),
      permissions: config.permissionTable,
      version: VERSION,
    }),
    ledgerRetries: new LedgerRetries(database),
    clientReports: new ClientReports(database),
    searchAnalytics: new SearchAnalytics({ database, secret }),
    contact: new ContactService({
      database,
      stores: config.contact === 'store',
      rate: config.publicRateLimit > 0 ? rates.make('contact', CONTACTS_PER_ADDRESS) : null,
    }),
  };
  return {
    services,
    running: {
      tasks: figures.tasks,
      schedule: FIGURES_SCHEDULE,
      queueAtStart: () => figures.queue(),
      beside: { name: 'figures', start: () => figures.start(), stop: () => figures.stop() },
    },
  };
}
