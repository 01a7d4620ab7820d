import type { AlertServices } from './modules/alerts/alertModule.ts';
import type { AuditServices } from './modules/audit/auditModule.ts';
import type { ComplianceServices } from './modules/compliance/complianceModule.ts';
import type { Config } from './config.ts';
import type { OpenRequests } from './platform/database/requestScope.ts';
import type { FarmServices } from './modules/farms/farmModule.ts';
import type { LiveEvents } from './platform/graphql/liveEvents.ts';
import type { WorkQueues } from './platform/concurrency/workQueues.ts';
import type { HookServices } from './modules/webhooks/webhookModule.ts';
import type { IdempotencyKeys } from './platform/idempotency/idempotencyKeys.ts';
import type { IdentityServices } from './modules/identity/identityModule.ts';
import type { LotServices } from './modules/lots/lotModule.ts';
import type { MailServices } from './modules/mail/mailModule.ts';
import type { MonitoringServices } from './modules/monitoring/monitoringModule.ts';
import type { PrivacyServices } from './modules/privacy/privacyModule.ts';
import type { ProvenanceServices } from './modules/provenance/provenanceModule.ts';
import type { ReportServices } from './modules/reports/reportModule.ts';
import type { SatelliteServices } from './modules/satellite/satelliteModule.ts';
import type { IntegrityAuditServices } from './modules/integrity-audit/integrityAuditModule.ts';

/** What transports may call: of each feature, and of what all share. AppModules once, in `features.ts`. */
export interface Services
  extends
    IdentityServices,
    FarmServices,
    LotServices,
    ComplianceServices,
    SatelliteServices,
    AlertServices,
    HookServices,
    MailServices,
    ProvenanceServices,
    ReportServices,
    MonitoringServices,
    PrivacyServices,
    AuditServices,
    IntegrityAuditServices {
  config: Config;
  live: LiveEvents;
  /** the requests of all transports that are under way */
  requests: OpenRequests;
  /** what is done a few at a time */
  workQueues: WorkQueues;
  idempotency: IdempotencyKeys;
}
