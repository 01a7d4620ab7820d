import 'reflect-metadata';
import { alertCalls, makeAlerts } from './modules/alerts/alertModule.ts';
import { auditCalls, makeAudit } from './modules/audit/auditModule.ts';
import { complianceCalls, makeCompliance } from './modules/compliance/complianceModule.ts';
import { OpenRequests } from './platform/database/requestScope.ts';
import { farmCalls, makeFarms } from './modules/farms/farmModule.ts';
import type { Base, ModuleApi, ModuleRuntime } from './module.ts';
import { LiveEvents } from './platform/graphql/liveEvents.ts';
import { makeWorkQueues } from './platform/concurrency/workQueues.ts';
import { hookCalls, makeHooks } from './modules/webhooks/webhookModule.ts';
import { IdempotencyKeys, keyBounds } from './platform/idempotency/idempotencyKeys.ts';
import { identityCalls, makeIdentity } from './modules/identity/identityModule.ts';
import type { Register } from './modules/ledger/register/register.ts';
import { lotCalls, makeLots } from './modules/lots/lotModule.ts';
import { LotWriter } from './modules/lots/lotWriter.ts';
import { lotsOfPlots, plotUse } from './modules/lots/plotUse.ts';
import { mailCalls, makeMail } from './modules/mail/mailModule.ts';
import { makeMonitoring, monitoringCalls } from './modules/monitoring/monitoringModule.ts';
import { RecentActivity } from './modules/monitoring/recentActivity.ts';
import { makePrivacy, privacyCalls } from './modules/privacy/privacyModule.ts';
import { privacyState } from './modules/privacy/privacyState.ts';
import type { ComparedLots } from './modules/provenance/comparedLots.ts';
import { makeProvenance, provenanceCalls } from './modules/provenance/provenanceModule.ts';
import { makeReports, reportCalls } from './modules/reports/reportModule.ts';
import { makeSatellite, satelliteCalls } from './modules/satellite/satelliteModule.ts';
import type { SatelliteService } from './modules/satellite/satelliteService.ts';
import type { Services } from './services.ts';
import type { OwnLedger } from './modules/ledger/ledger.ts';
import { retentionRefused } from './modules/privacy/retentionGuard.ts';
import { makeIntegrityAudit } from './modules/integrity-audit/integrityAuditModule.ts';

/** All features, in the order in which their calls are listed to partners. */
const FEATURES: readonly ModuleApi[] = [
  identityCalls,
  farmCalls,
  lotCalls,
  complianceCalls,
  provenanceCalls,
  reportCalls,
  satelliteCalls,
  alertCalls,
  hookCalls,
  mailCalls,
  monitoringCalls,
  privacyCalls,
  auditCalls,
];

/** Every declared REST call; the mount adds its own. */
export const ROUTES = FEATURES.flatMap(({ routes }) => routes);

/** What the one GraphQL schema is built from. */
export const RESOLVERS: ModuleApi['resolvers'] = [
  ...identityCalls.resolvers,
  ...FEATURES.filter((feature) => feature !== identityCalls).flatMap(({ resolvers }) => resolvers),
];

export interface AppModules {
  services: Services;
  running: readonly ModuleRuntime[];
  /** what a start and the demonstration need beside the services */
  lotWriter: LotWriter;
  comparedLots: ComparedLots;
  satelliteAt: (clock: () => Date) => SatelliteService;
  holdRechecks: (until: Date) => Promise<void>;
  /** ends the threads that draw papers */
  closeThreads: () => Promise<unknown>;
}

/**
 * Makes each feature with what it needs of the others. Where two need each other, one is asked for the other's part only when it
 * is called.
 * @param ledger the register chain, and what only the ledger's own driver tells
 */
export function composeModules(base: Base, { register, own }: { register: Register; own: OwnLedger }): AppModules {
  const { config, database, secret, ledger } = base;
  const lotWriter = new LotWriter(ledger);
  const matchesLedger = (lotUuid: string): Promise<boolean> => provenance.services.provenance.matchesLedger(lotUuid);

  const findTampered = (lotUuids: readonly string[]): Promise<ReadonlySet<string>> =>
    provenance.services.provenance.findTampered(lotUuids);

  const identity = makeIdentity(base);
  const farms = makeFarms(base, { useOf: plotUse, lotsOf: (plotIds) => lotsOfPlots(base.database, plotIds) });
  const lots = makeLots(base, {
    queueCheck: (em, lotUuid, actor, which) => satellite.services.satellite.queueCheck(em, lotUuid, actor, which),
    queueChecks: (em, lotUuids, actor) => satellite.services.satellite.queueChecks(em, lotUuids, actor),
    sourceAway: () => satellite.services.satellite.sourceAway(),
  });
  const { lotReader, authorizedLots } = lots;
  const satellite = makeSatellite(base, { authorizedLots, lotWriter, matchesLedger, findTampered });
  const alerts = makeAlerts(base, { lotWriter, matchesLedger });
  const hooks = makeHooks(base, { matchesLedger });
  const mail = makeMail(base, { findTampered });
  const provenance = makeProvenance(base, { authorizedLots, satellite: satellite.services.satellite, own });
  const { comparedLots } = provenance;
  const walk = makeIntegrityAudit(base, { comparedLots, register, own });
  const compliance = makeCompliance(base, lots);
  const workQueues = makeWorkQueues();
  const reports = makeReports(base, {
    workQueues,
    ...lots,
    ...compliance,
    ...provenance.services,
    comparedLots,
    privacyState,
    sampleData: satellite.services.satellite.sampleData,
  });
  const activity = new RecentActivity(database);
  const monitoring = makeMonitoring(base, {
    lotReader,
    activity,
    lastAudit: () => walk.services.integrityAudit.last(),
    retentionRefused: async () => (await retentionRefused(base.database)) !== null,
  });
  const idempotency = new IdempotencyKeys({ database, secret, bounds: keyBounds(base) });
  const privacy = makePrivacy(base, {
    deleteOld: [() => idempotency.deleteOldIdempotencyKeys(), () => mail.services.mail.stopUnconfirmed()],
  });
  const audit = makeAudit(base);
  const live = new LiveEvents(lotReader, alerts.alerts, activity);

  return {
    services: {
      config,
      ...identity.services,
      ...farms,
      ...lots,
      ...compliance,
      ...satellite.services,
      ...alerts,
      ...hooks.services,
      ...mail.services,
      ...provenance.services,
      ...walk.services,
      ...reports.services,
      ...monitoring.services,
      ...privacy.services,
      ...audit.services,
      live,
      requests: new OpenRequests(),
      workQueues,
      idempotency,
    },
    // What is remembered is forgotten before anybody hears the news.
    running: [
      identity.running,
      satellite.running,
      hooks.running,
      mail.running,
      provenance.running,
      reports.running,
      monitoring.running,
      walk.running,
      privacy.running,
      audit.running,
      { onChange: (news) => live.publish(news) },
    ],
    lotWriter,
    comparedLots,
    satelliteAt: satellite.satelliteAt,
    holdRechecks: satellite.holdRechecks,
    closeThreads: reports.close,
  };
}
