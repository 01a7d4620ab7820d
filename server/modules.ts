import 'reflect-metadata';
import { AlertEntity } from './modules/alerts/alert.ts';
import { AlertCommentEntity } from './modules/alerts/investigation/alertComment.ts';
import { PartnerKeyEntity } from './modules/identity/partnerKey.ts';
import { WebHookEntity } from './modules/webhooks/webhook.ts';
import { alertApi, makeAlerts } from './modules/alerts/alertModule.ts';
import { alertsByWeek } from './modules/alerts/alertsByWeek.ts';
import { hasOpenAlert } from './modules/alerts/openAlerts.ts';
import { plotUse } from './modules/alerts/plotUse.ts';
import { auditApi, makeAudit } from './modules/audit/auditModule.ts';
import { complianceApi, makeCompliance } from './modules/compliance/complianceModule.ts';
import { OpenRequests } from './platform/database/requestScope.ts';
import { farmApi, makeFarms } from './modules/farms/farmModule.ts';
import { mountApi, type Base, type ModuleRuntime, type ResolverClass } from './platform/module.ts';
import { liveApi, makeLive } from './modules/live/liveModule.ts';
import { makeWorkQueues } from './platform/concurrency/workQueues.ts';
import { hookApi, makeHooks } from './modules/webhooks/webhookModule.ts';
import { IdempotencyKeys, keyBounds } from './platform/idempotency/idempotencyKeys.ts';
import { UserEntity } from './modules/identity/user.ts';
import { identityApi, makeIdentity } from './modules/identity/identityModule.ts';
import type { Register } from './modules/ledger/register/register.ts';
import { LotEntity } from './modules/lots/lot.ts';
import { lotApi, makeLots } from './modules/lots/lotModule.ts';
import { LotWriter } from './modules/lots/lotWriter.ts';
import { lotsOfPlots } from './modules/lots/lotsOfPlots.ts';
import { mailApi, makeMail } from './modules/mail/mailModule.ts';
import { makeMonitoring, monitoringApi } from './modules/monitoring/monitoringModule.ts';
import { RecentActivity } from './modules/monitoring/recentActivity.ts';
import { makePrivacy, privacyApi } from './modules/privacy/privacyModule.ts';
import { privacyState } from './modules/privacy/privacyState.ts';
import { makeProvenance, provenanceApi } from './modules/provenance/provenanceModule.ts';
import { makeReports, reportApi } from './modules/reports/reportModule.ts';
import { makeSatellite, satelliteApi } from './modules/satellite/satelliteModule.ts';
import type { OwnLedger } from './domain/ledger/ledger.ts';
import { retentionRefused } from './modules/privacy/retentionGuard.ts';
import { makeIntegrityAudit } from './modules/integrity-audit/integrityAuditModule.ts';
import { ACCOUNTS_MEANT, NAMED_ACCOUNTS } from './modules/identity/identityViews.ts';
import { LOTS_MEANT, NAMED_LOTS } from './modules/lots/lotViews.ts';

/** The calls of all modules, in the order in which partners see them. */
export const APIS = [
  identityApi,
  farmApi,
  lotApi,
  complianceApi,
  provenanceApi,
  reportApi,
  satelliteApi,
  alertApi,
  hookApi,
  mailApi,
  monitoringApi,
  liveApi,
  privacyApi,
  auditApi,
];

/** Entities of the unit of work; all other tables are written and read as plain rows. */
export const ENTITIES = [UserEntity, PartnerKeyEntity, LotEntity, AlertEntity, AlertCommentEntity, WebHookEntity];

/** What the one GraphQL schema is built from. */
export const RESOLVERS = APIS.flatMap(({ resolvers }): readonly ResolverClass[] => resolvers);

export type AppModules = ReturnType<typeof composeModules>;

/**
 * Makes each module with what it needs of the others. Where two need each other, one calls the other only later, by a function.
 * @param ledger the register chain, and what only the ledger's own driver tells
 */
export function composeModules(base: Base, { register, own }: { register: Register; own: OwnLedger }) {
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
    hasOpenAlert,
    alertsByWeek,
  });
  const { lotReader, authorizedLots } = lots;
  const satellite = makeSatellite(base, { authorizedLots, lotWriter, matchesLedger, findTampered });
  const alerts = makeAlerts(base, { lotWriter, matchesLedger });
  const hooks = makeHooks(base, { matchesLedger });
  const mail = makeMail(base, { findTampered });
  const provenance = makeProvenance(base, { authorizedLots, satellite: satellite.services.satellite, own });
  const { comparedLots } = provenance;
  const integrityAudit = makeIntegrityAudit(base, { comparedLots, register, own });
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
    lastAudit: () => integrityAudit.services.integrityAudit.last(),
    retentionRefused: async () => (await retentionRefused(base.database)) !== null,
  });
  const idempotency = new IdempotencyKeys({ database, secret, bounds: keyBounds(base) });
  const privacy = makePrivacy(base, {
    deleteOld: [() => idempotency.deleteOldIdempotencyKeys(), () => mail.services.mail.stopUnconfirmed()],
  });
  const audit = makeAudit(base, { named: [NAMED_ACCOUNTS, NAMED_LOTS], meant: [ACCOUNTS_MEANT, LOTS_MEANT] });
  const live = makeLive(base, { lotReader, alerts: alerts.alerts, activity });

  const requests = new OpenRequests();
  const running: readonly ModuleRuntime[] = [
    identity.running,
    satellite.running,
    hooks.running,
    mail.running,
    provenance.running,
    reports.running,
    monitoring.running,
    integrityAudit.running,
    privacy.running,
    audit.running,
    live.running,
  ];

  return {
    modules: {
      identity: identity.services,
      farms,
      lots,
      compliance,
      satellite: satellite.services,
      alerts,
      webhooks: hooks.services,
      mail: mail.services,
      provenance: provenance.services,
      integrityAudit: integrityAudit.services,
      reports: reports.services,
      monitoring: monitoring.services,
      privacy: privacy.services,
      audit: audit.services,
    },
    apis: [
      mountApi(identityApi, { ...identity.services, config }),
      mountApi(farmApi, farms),
      mountApi(lotApi, { ...lots, config, lotsWithOpenAlert: alerts.lotsWithOpenAlert }),
      mountApi(complianceApi, compliance),
      mountApi(provenanceApi, { ...provenance.services, health: monitoring.services.health }),
      mountApi(reportApi, { ...reports.services, workQueues }),
      mountApi(satelliteApi, { ...satellite.services, config }),
      mountApi(alertApi, alerts),
      mountApi(hookApi, hooks.services),
      mountApi(mailApi, mail.services),
      mountApi(monitoringApi, { ...monitoring.services, ...integrityAudit.services, ...provenance.services, config }),
      mountApi(liveApi, live.services),
      mountApi(privacyApi, privacy.services),
      mountApi(auditApi, audit.services),
    ],
    live: live.services.live,
    requests,
    workQueues,
    idempotency,
    running,
    satelliteAt: satellite.satelliteAt,
    holdRechecks: satellite.holdRechecks,
    closeThreads: reports.close,
  };
}
