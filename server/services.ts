import type { AlertServices } from './alerts/alertFeature.ts';
import type { AuditServices } from './audit/auditFeature.ts';
import type { ComplianceServices } from './compliance/complianceFeature.ts';
import type { Config } from './config.ts';
import type { OpenRequests } from './database/requestScope.ts';
import type { FarmServices } from './farms/farmFeature.ts';
import type { LiveEvents } from './graphql/liveEvents.ts';
import type { WorkQueues } from './heavyWork/heavyWork.ts';
import type { HookServices } from './hooks/hookFeature.ts';
import type { IdempotencyKeys } from './idempotency/idempotencyKeys.ts';
import type { IdentityServices } from './identity/identityFeature.ts';
import type { LotServices } from './lots/lotFeature.ts';
import type { MailServices } from './mail/mailFeature.ts';
import type { MonitoringServices } from './monitoring/monitoringFeature.ts';
import type { PrivacyServices } from './privacy/privacyFeature.ts';
import type { ProvenanceServices } from './provenance/provenanceFeature.ts';
import type { ReportServices } from './reports/reportFeature.ts';
import type { SatelliteServices } from './satellite/satelliteFeature.ts';
import type { IntegrityAuditServices } from './walk/walkFeature.ts';

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
