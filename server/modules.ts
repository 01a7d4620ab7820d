import 'reflect-metadata';
import { AlertEntity } from './modules/alerts/alert.ts';
import { AlertCommentEntity } from './modules/alerts/investigation/alertComment.ts';
import { PartnerKeyEntity } from './modules/identity/partnerKey.ts';
import { WebHookEntity } from './modules/webhooks/webhook.ts';
import { alertApi, makeAlerts } from './modules/alerts/alertModule.ts';
import { alertsByWeek } from './modules/alerts/alertsByWeek.ts';
import { findShippingRisks, hasOpenAlert } from './modules/alerts/openAlerts.ts';
import { plotUse } from './modules/alerts/plotUse.ts';
import { auditApi, makeAudit } from './modules/audit/auditModule.ts';
import { complianceApi, makeCompliance } from './modules/compliance/complianceModule.ts';
import { OpenRequests } from './platform/database/requestScope.ts';
import type { Database } from './platform/database/database.ts';
import { cooperativeApi, makeCooperative } from './modules/cooperative/cooperativeModule.ts';
import { readIssuer } from './modules/cooperative/issuer.ts';
import { consignmentApi, makeConsignments } from './modules/consignments/consignmentModule.ts';
import { documentsForPackage } from './modules/due-diligence/consignmentDueDiligence.ts';
import { readDocumentBytes } from './modules/due-diligence/documentBytes.ts';
import { dueDiligenceApi, makeDueDiligence } from './modules/due-diligence/dueDiligenceModule.ts';
import { openBuyerTasks } from './modules/consignments/recall/openBuyerTasks.ts';
import { eraseBuyers } from './modules/consignments/consignmentErasure.ts';
import { CONSIGNMENTS_MEANT, NAMED_CONSIGNMENTS } from './modules/consignments/consignmentViews.ts';
import { farmApi, makeFarms } from './modules/farms/farmModule.ts';
import { NAMED_ALERTS } from './modules/alerts/alertViews.ts';
import { NAMED_DOCUMENTS } from './modules/due-diligence/documentTitles.ts';
import { FARMS_MEANT, NAMED_FARMS } from './modules/farms/farmViews.ts';
import { NAMED_PLOTS } from './modules/farms/plotViews.ts';
import { NAMED_STATEMENTS } from './modules/statements/statementViews.ts';
import { mountApi, type Base, type ModuleRuntime, type ResolverClass } from './platform/module.ts';
import { makeSavedViews, savedViewApi } from './modules/saved-views/savedViewModule.ts';
import { makeNotifications, notificationApi } from './modules/notifications/notificationModule.ts';
import { liveApi, makeLive } from './modules/live/liveModule.ts';
import { makeWorkQueues } from './platform/concurrency/workQueues.ts';
import { hookApi, makeHooks } from './modules/webhooks/webhookModule.ts';
import { IdempotencyKeys, keyBounds } from './platform/idempotency/idempotencyKeys.ts';
import { UserEntity } from './modules/identity/user.ts';
import { identityApi, makeIdentity } from './modules/identity/identityModule.ts';
import type { Register } from './modules/ledger/register/register.ts';
import { LotEntity } from './modules/lots/lot.ts';
import { lotApi, makeLots } from './modules/lots/lotModule.ts';
import type { PassOn } from './modules/lots/lotService.ts';
import { LotWriter } from './modules/lots/lotWriter.ts';
import { lotsOfPlots } from './modules/lots/lotsOfPlots.ts';
import { placesOfFarms } from './modules/lots/placesOfFarms.ts';
import { mailApi, makeMail } from './modules/mail/mailModule.ts';
import { makeMonitoring, monitoringApi } from './modules/monitoring/monitoringModule.ts';
import { RecentActivity } from './modules/monitoring/recentActivity.ts';
import { makeParties, partyApi } from './modules/parties/partyModule.ts';
import { NAMED_PARTIES } from './modules/parties/partyViews.ts';
import { makePrivacy, privacyApi } from './modules/privacy/privacyModule.ts';
import { privacyState } from './modules/privacy/privacyState.ts';
import { makeProvenance, provenanceApi } from './modules/provenance/provenanceModule.ts';
import { makeReports, reportApi } from './modules/reports/reportModule.ts';
import { Inheritance } from './modules/transformations/inheritance.ts';
import type { PackageDocuments } from './modules/statements/statementParts.ts';
import { filedNumbersOf } from './modules/statements/filedNumbers.ts';
import { CONSIGNMENTS_FILED } from './modules/statements/statementErasure.ts';
import { makeStatements, statementApi } from './modules/statements/statementsModule.ts';
import { ABOUT_LOT_MEANT } from './modules/trail/trailSources.ts';
import { makeTrail, trailApi } from './modules/trail/trailModule.ts';
import { makeTransformations, transformationApi } from './modules/transformations/transformationModule.ts';
import { makeSatellite, satelliteApi } from './modules/satellite/satelliteModule.ts';
import type { OwnLedger } from './domain/ledger/ledger.ts';
import { retentionRefused } from './modules/privacy/retentionGuard.ts';
import { makeIntegrityAudit } from './modules/integrity-audit/integrityAuditModule.ts';
import { ACCOUNTS_MEANT, NAMED_ACCOUNTS } from './modules/identity/identityViews.ts';
import { LOTS_MEANT, NAMED_LOTS } from './modules/lots/lotViews.ts';

/** The calls of all modules, in the order in which partners see them. */
export const APIS = [
  identityApi,
  cooperativeApi,
  savedViewApi,
  farmApi,
  partyApi,
  lotApi,
  transformationApi,
  complianceApi,
  provenanceApi,
  reportApi,
  consignmentApi,
  statementApi,
  dueDiligenceApi,
  trailApi,
  satelliteApi,
  alertApi,
  notificationApi,
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
  const inheritance = new Inheritance(base);
  const passOn: PassOn = (em, lotUuids) => inheritance.passOn(em, lotUuids);
  const lotWriter = new LotWriter(ledger, { passOn, alertRaised: openBuyerTasks });
  const matchesLedger = (lotUuid: string): Promise<boolean> => provenance.services.provenance.matchesLedger(lotUuid);

  const findTampered = (lotUuids: readonly string[]): Promise<ReadonlySet<string>> =>
    provenance.services.provenance.findTampered(lotUuids);

  const identity = makeIdentity(base, {
    offered: config.mail !== null,
    send: (em, letter) => mail.accountMail.send(em, letter),
  });
  const cooperative = makeCooperative(base);
  const savedViews = makeSavedViews(base);
  const issuer = (): ReturnType<typeof readIssuer> => readIssuer(database);
  const farms = makeFarms(base, {
    useOf: plotUse,
    lotsOf: (plotIds) => lotsOfPlots(database, plotIds),
    placesOf: (farmIds) => placesOfFarms(database, farmIds),
  });
  const parties = makeParties(base, eraseBuyers);
  const lots = makeLots(base, {
    queueCheck: (em, lotUuid, actor, which) => satellite.services.satellite.queueCheck(em, lotUuid, actor, which),
    queueChecks: (em, lotUuids, actor) => satellite.services.satellite.queueChecks(em, lotUuids, actor),
    sourceAway: () => satellite.services.satellite.sourceAway(),
    hasOpenAlert,
    findShippingRisks,
    passOn,
    alertsByWeek,
  });
  const { lotReader, authorizedLots } = lots;
  const transformations = makeTransformations(base, { ...lots, lotWriter, inheritance });
  const satellite = makeSatellite(base, { authorizedLots, lotWriter, matchesLedger, findTampered });
  const alerts = makeAlerts(base, { lotWriter, matchesLedger });
  const notifications = makeNotifications(base);
  const hooks = makeHooks(base, { matchesLedger });
  const mail = makeMail(base, { findTampered, identity: identity.services });
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
    issuer,
  });
  const consignments = makeConsignments(base, {
    statementsOf: (consignmentId) => filedNumbersOf(database, consignmentId),
    threads: reports.threads.staff,
    issuer,
    comparedLots,
    publicProof: provenance.services.publicProof,
    sampleData: satellite.services.satellite.sampleData,
  });
  const dueDiligence = makeDueDiligence(base, { filed: CONSIGNMENTS_FILED });
  const trail = makeTrail(base, lots);
  const statements = makeStatements(base, {
    comparedLots,
    publicProof: provenance.services.publicProof,
    documents: documentsOfPackages(database),
    issuer,
    sampleData: satellite.services.satellite.sampleData,
    consignmentReader: consignments.consignmentReader,
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
    deleteOld: [
      () => idempotency.deleteOldIdempotencyKeys(),
      () => mail.services.mail.stopUnconfirmed(),
      () => dueDiligence.eraseDue(),
    ],
  });
  const audit = makeAudit(base, {
    named: [
      NAMED_ACCOUNTS,
      NAMED_LOTS,
      NAMED_ALERTS,
      NAMED_FARMS,
      NAMED_PLOTS,
      NAMED_PARTIES,
      NAMED_CONSIGNMENTS,
      NAMED_DOCUMENTS,
      NAMED_STATEMENTS,
    ],
    meant: [ACCOUNTS_MEANT, LOTS_MEANT, FARMS_MEANT, CONSIGNMENTS_MEANT, ABOUT_LOT_MEANT],
  });
  const { consignmentReader } = consignments;
  const live = makeLive(base, { lotReader, alerts: alerts.alerts, activity, consignmentReader });

  const requests = new OpenRequests();
  const running: readonly ModuleRuntime[] = [
    identity.running,
    transformations.running,
    satellite.running,
    hooks.running,
    mail.running,
    provenance.running,
    reports.running,
    statements.running,
    monitoring.running,
    integrityAudit.running,
    privacy.running,
    audit.running,
    live.running,
  ];

  return {
    modules: {
      identity: identity.services,
      cooperative,
      savedViews,
      farms,
      parties,
      lots,
      transformations: transformations.services,
      compliance,
      satellite: satellite.services,
      alerts,
      notifications,
      webhooks: hooks.services,
      mail: mail.services,
      provenance: provenance.services,
      integrityAudit: integrityAudit.services,
      reports: reports.services,
      consignments,
      statements: statements.services,
      dueDiligence,
      trail,
      monitoring: monitoring.services,
      privacy: privacy.services,
      audit: audit.services,
    },
    apis: [
      mountApi(identityApi, { ...identity.services, config }),
      mountApi(cooperativeApi, cooperative),
      mountApi(savedViewApi, savedViews),
      mountApi(farmApi, farms),
      mountApi(partyApi, parties),
      mountApi(lotApi, { ...lots, config, lotsWithOpenAlert: alerts.lotsWithOpenAlert }),
      mountApi(transformationApi, {
        ...transformations.services,
        lots: lots.lots,
        deliveries: lots.deliveries,
        config,
      }),
      mountApi(complianceApi, compliance),
      mountApi(provenanceApi, { ...provenance.services, health: monitoring.services.health }),
      mountApi(reportApi, { ...reports.services, workQueues, lotReads: lots.lotReads }),
      mountApi(consignmentApi, consignments),
      mountApi(statementApi, statements.services),
      mountApi(dueDiligenceApi, dueDiligence),
      mountApi(trailApi, trail),
      mountApi(satelliteApi, { ...satellite.services, config, deliveries: lots.deliveries, lotReads: lots.lotReads }),
      mountApi(alertApi, alerts),
      mountApi(notificationApi, notifications),
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
    closeThreads: () => Promise.all([reports.close(), statements.close()]),
  };
}

/** The stored documents as packages name them. */
function documentsOfPackages(database: Database): PackageDocuments {
  return {
    ofConsignment: async (consignmentId, day) => {
      const documents = await documentsForPackage(database, consignmentId, day);
      return documents.map(({ id, name }) => ({
        id,
        name: `${id}-${name}`,
        bytes: () => readDocumentBytes(database, id),
      }));
    },
  };
}
