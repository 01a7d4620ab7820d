/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What happened to an alert */
export type AlertChange =
  /** It was acknowledged or resolved, or says something else now */
  | 'CHANGED'
  /** It was dismissed */
  | 'DISMISSED'
  /** It is new */
  | 'RAISED';

/** Alerts that fit all that is given */
export type AlertFilter = {
  /** Of this severity */
  severity?: AlertSeverity | null | undefined;
  /** In this state */
  status?: AlertStatus | null | undefined;
  /** Of this kind */
  type?: AlertType | null | undefined;
};

/** How bad an alert is */
export type AlertSeverity =
  /** To be seen to first */
  | 'high'
  /** To be seen to last */
  | 'low'
  /** Between the two */
  | 'medium';

/** How far people are with an alert */
export type AlertStatus =
  /** Somebody looks after it */
  | 'acknowledged'
  /** Nobody looks after it yet */
  | 'active'
  /** Closed as unfounded */
  | 'dismissed'
  /** Closed, with what was found out */
  | 'resolved';

/** What an alert is about */
export type AlertType =
  /** Tree cover loss after 31 December 2020 */
  | 'deforestation'
  /** Fire at or near the place */
  | 'fire'
  /** The land is used otherwise than before */
  | 'land_use_change'
  /** Anything else */
  | 'other';

/** A new lot; it begins as harvested */
export type CreateLotInput = {
  /** E.g. Trinitario */
  cacaoVariety: string;
  /** E.g. Organic, Fair Trade */
  certifications?: Array<string>;
  /** Upper-case, e.g. FARM001 */
  farmId: string;
  /** At most 120 characters */
  farmerName: string;
  /** Not in the future */
  harvestDate: string;
  /** True keeps names and free text off its public page, and rounds its place to one decimal */
  isAnonymized?: boolean;
  /** Degrees, WGS 84; stored with six decimals */
  latitude: number;
  /** Degrees, WGS 84; stored with six decimals */
  longitude: number;
  /** The number on the package, e.g. LOT701 */
  lotId: string;
  /** % */
  moistureContent: number;
  /** 0-100 */
  qualityScore?: number | null | undefined;
  /** °C */
  temperature: number;
  /** kg */
  weight: number;
};

/** How far the ledger has a lot */
export type LedgerState =
  /** An event waits, or was refused */
  | 'pending'
  /** All of its events are recorded */
  | 'recorded';

/** What happened to a lot */
export type LotChange =
  /** It was changed, moved, checked or recorded */
  | 'CHANGED'
  /** It is new */
  | 'CREATED'
  /** It was deleted */
  | 'DELETED';

/** Lots that fit all that is given */
export type LotFilter = {
  /** Whether all of its events are recorded */
  blockchain?: LedgerState | null | undefined;
  /** 'compliant', 'non-compliant' or a deforestation status */
  eudr?: string | null | undefined;
  /** First day, included */
  harvestedFrom?: string | null | undefined;
  /** Last day, included */
  harvestedTo?: string | null | undefined;
  /** Looks in lotId, farmId, farmerName and variety */
  search?: string | null | undefined;
  /** In this stage */
  stage?: ProcessStage | null | undefined;
  /** The same as stage */
  status?: ProcessStage | null | undefined;
  /** One variety, e.g. Trinitario */
  variety?: string | null | undefined;
};

/** What somebody may do to a lot */
export type LotRight =
  /** Acknowledge its alerts */
  | 'acknowledge_alerts'
  /** Resolve and dismiss its alerts */
  | 'close_alerts'
  /** Delete it */
  | 'delete_lot'
  /** Change its fields, and move it to a later stage */
  | 'edit_lot'
  /** Have it checked by satellite */
  | 'refresh_satellite';

/** By what a list of lots is sorted */
export type LotSort =
  /** Time of registration; the order for reading many pages */
  | 'createdAt'
  /** Stage, in the order of the journey */
  | 'currentProcess'
  /** The farmer's name */
  | 'farmerName'
  /** Day of harvest */
  | 'harvestDate'
  /** The number on the package */
  | 'lotId'
  /** Quality score */
  | 'qualityScore'
  /** Weight */
  | 'weight';

/** Where a lot is in its journey; forward only */
export type ProcessStage =
  /** Last: received */
  | 'delivered'
  /** Third: drying */
  | 'drying'
  /** Second: fermented in boxes or heaps */
  | 'fermented'
  /** First: picked and opened */
  | 'harvested'
  /** Fourth: cleaned and packed */
  | 'processed'
  /** Fifth: on its way */
  | 'shipped';

/** What was measured at this step */
export type QualityChecksInput = {
  /** % */
  moisture?: number | null | undefined;
  /** At most 2,000 characters */
  notes?: string | null | undefined;
  /** °C */
  temperature?: number | null | undefined;
};

/** How far the ledger has the events of a lot */
export type RecordStatus =
  /** The ledger refused one; an admin has to see to it */
  | 'failed'
  /** One waits to be recorded */
  | 'pending'
  /** All are recorded */
  | 'recorded';

/** What an account or a key may do */
export type Role =
  /** May do everything; partner keys never have it */
  | 'admin'
  /** Sees all lots, closes alerts, makes reports */
  | 'auditor'
  /** Registers and follows the lots of one farm */
  | 'farmer'
  /** Registers and moves all lots, makes reports */
  | 'processor';

/** The direction of a list */
export type SortOrder =
  /** Smallest, oldest or first in the alphabet first */
  | 'asc'
  /** The other way round */
  | 'desc';

/** When the step began and ended */
export type StageTimesInput = {
  /** Not before startTime */
  endTime?: string | null | undefined;
  /** When it began */
  startTime?: string | null | undefined;
};

/** The next step of a lot */
export type UpdateProcessInput = {
  /** A later stage than the present one */
  currentProcess: ProcessStage;
  /** Where it was done; at most 2,000 characters */
  location?: string | null | undefined;
  /** Who did it; at most 120 characters */
  operatorName?: string | null | undefined;
  /** What was done; at most 2,000 characters */
  processDetails: string;
  /** What was measured */
  qualityChecks?: QualityChecksInput | null | undefined;
  /** When it was done */
  timestamps?: StageTimesInput | null | undefined;
};

export type RefreshSessionMutationVariables = Exact<{
  refreshToken: string;
  attemptId?: string | null | undefined;
}>;


export type RefreshSessionMutation = { refreshSession:
    | { __typename: 'Session', accessToken: string, refreshToken: string }
    | { __typename: 'SessionEnded', message: string }
   };

export type AlertItemFragment = { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } };

export type AlertsQueryVariables = Exact<{
  page: number;
  filter?: AlertFilter | null | undefined;
}>;


export type AlertsQuery = { alerts: { alerts: Array<{ id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } }>, pagination: { total: number, page: number, totalPages: number } } };

export type AlertFiguresQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertFiguresQuery = { alertStats: { total: number, active: number, averageResponseHours: number | null, byStatus: Array<{ name: string, count: number }>, bySeverity: Array<{ name: string, count: number }>, byType: Array<{ name: string, count: number }> } };

export type AcknowledgeAlertMutationVariables = Exact<{
  id: string;
}>;


export type AcknowledgeAlertMutation = { acknowledgeAlert:
    | { __typename: 'AlertStepNotAllowed', message: string }
    | { __typename: 'AlertUpdated', alert: { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } } }
    | { __typename: 'NotFound', message: string }
   };

export type ResolveAlertMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
  outcome?: string | null | undefined;
}>;


export type ResolveAlertMutation = { resolveAlert:
    | { __typename: 'AlertStepNotAllowed', message: string }
    | { __typename: 'AlertUpdated', alert: { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } } }
    | { __typename: 'NotFound', message: string }
   };

export type DismissAlertMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
}>;


export type DismissAlertMutation = { dismissAlert:
    | { __typename: 'AlertStepNotAllowed', message: string }
    | { __typename: 'AlertUpdated', alert: { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } } }
    | { __typename: 'NotFound', message: string }
   };

type AlertOutcome_AlertStepNotAllowed_Fragment = { __typename: 'AlertStepNotAllowed', message: string };

type AlertOutcome_AlertUpdated_Fragment = { __typename: 'AlertUpdated', alert: { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } } };

type AlertOutcome_NotFound_Fragment = { __typename: 'NotFound', message: string };

export type AlertOutcomeFragment =
  | AlertOutcome_AlertStepNotAllowed_Fragment
  | AlertOutcome_AlertUpdated_Fragment
  | AlertOutcome_NotFound_Fragment
;

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { dashboardStats: { totalLots: number, compliantLots: number, complianceRate: number | null, averageQuality: number | null, highAlerts: number, recentActivity: Array<{ lotId: string, farmerName: string | null, deforestationStatus: string, timestamp: string }> } };

export type DashboardHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardHealthQuery = { health: { sampleSatelliteData: boolean, satellite: { status: string, message: string | null }, walk: { status: string, at: string | null, lots: number | null, differing: number | null, message: string | null } } };

export type SelectedLotQueryVariables = Exact<{
  lotId: string;
}>;


export type SelectedLotQuery = { lot: { id: string, lotId: string, farmerName: string | null, cacaoVariety: string, deforestationStatus: string, qualityScore: number | null, weight: number, latitude: number | null, longitude: number | null } | null };

export type LotChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LotChangedSubscription = { lotChanged: { kind: LotChange, id: string, lotId: string, lot: { updatedAt: string, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null } | null } };

export type LotNewsFragment = { updatedAt: string, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null };

export type AlertChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type AlertChangedSubscription = { alertChanged: { kind: AlertChange, alert: { id: string, type: AlertType, severity: AlertSeverity, status: AlertStatus, title: string, description: string, lotId: string, latitude: number | null, longitude: number | null, createdAt: string, updatedAt: string, acknowledgedAt: string | null, closedAt: string | null, closedBy: string | null, note: string | null, outcome: string | null, lot: { lotId: string, farmerName: string | null } } } };

export type AlertBadgeQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertBadgeQuery = { alerts: { pagination: { total: number } } };

export type NextLotIdQueryVariables = Exact<{ [key: string]: never; }>;


export type NextLotIdQuery = { nextLotId: string };

export type CreateLotMutationVariables = Exact<{
  input: CreateLotInput;
}>;


export type CreateLotMutation = { createLot:
    | { __typename: 'LotCreated', message: string, lot: { updatedAt: string, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null } }
    | { __typename: 'LotIdTaken', message: string, lotId: string }
   };

export type DeleteLotMutationVariables = Exact<{
  id: string;
}>;


export type DeleteLotMutation = { deleteLot:
    | { __typename: 'LotDeleted', deleted: boolean, lotId: string }
    | { __typename: 'NotFound', message: string }
   };

export type LotCardFragment = { mayDo: Array<LotRight> | null, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null };

export type LotFactsFragment = { id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null };

export type LotsHeaderQueryVariables = Exact<{ [key: string]: never; }>;


export type LotsHeaderQuery = { lotStats: { totalLots: number, complianceRate: number | null, averageQuality: number | null, totalWeight: number, recordedLots: number, pendingLots: number } };

export type LedgerConnectionQueryVariables = Exact<{ [key: string]: never; }>;


export type LedgerConnectionQuery = { health: { ledger: { status: string, message: string | null } } };

export type LotsTabQueryVariables = Exact<{
  page: number;
  limit: number;
  filter?: LotFilter | null | undefined;
  sort: LotSort;
  order: SortOrder;
}>;


export type LotsTabQuery = { lots: { lots: Array<{ mayDo: Array<LotRight> | null, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null }>, pagination: { total: number, page: number, totalPages: number, hasNext: boolean, hasPrev: boolean } } };

export type UpdateProcessMutationVariables = Exact<{
  id: string;
  input: UpdateProcessInput;
}>;


export type UpdateProcessMutation = { updateProcess:
    | { __typename: 'NotFound', message: string }
    | { __typename: 'ProcessUpdated', transactionId: string | null, lot: { updatedAt: string, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null } }
    | { __typename: 'StageNotAllowed', message: string, from: ProcessStage, to: ProcessStage }
   };

export type LotQrCodeQueryVariables = Exact<{
  id: string;
}>;


export type LotQrCodeQuery = { lotQrCode: { qrCode: string, url: string } | null };

export type CheckSatelliteMutationVariables = Exact<{
  id: string;
  latitude: number;
  longitude: number;
}>;


export type CheckSatelliteMutation = { checkSatellite:
    | { __typename: 'NotFound', message: string }
    | { __typename: 'SatelliteChecked', lot: { mayDo: Array<LotRight> | null, id: string, lotId: string, farmId: string | null, farmerName: string | null, cacaoVariety: string, harvestDate: string, latitude: number | null, longitude: number | null, weight: number, moistureContent: number, temperature: number, certifications: Array<string>, qualityScore: number | null, currentProcess: ProcessStage, deforestationStatus: string, satelliteTimestamp: string | null, satelliteOutdated: boolean, satelliteSaid: Array<{ code: string, text: string }>, blockchainHash: { transactionId: string, signature: string, status: RecordStatus } | null }, satelliteData: { status: string, driver: string, checkedAt: string | null, message: string | null } }
   };

export type SessionUserFragment = { id: string, username: string, name: string, role: Role, email: string, farmId: string, permissions: Array<string> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, username: string, name: string, role: Role, email: string, farmId: string, permissions: Array<string> } | null };

export type LoginMutationVariables = Exact<{
  username: string;
  password: string;
}>;


export type LoginMutation = { login:
    | { __typename: 'InvalidCredentials', message: string }
    | { __typename: 'Session', accessToken: string, refreshToken: string, user: { id: string, username: string, name: string, role: Role, email: string, farmId: string, permissions: Array<string> } }
    | { __typename: 'TooManyAttempts', message: string }
   };

export type LogoutMutationVariables = Exact<{
  refreshToken: string;
}>;


export type LogoutMutation = { logout: { loggedOut: boolean } };

export const AlertItemFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}}]} as unknown as DocumentNode<AlertItemFragment, unknown>;
export const AlertOutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertUpdated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Failure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}}]} as unknown as DocumentNode<AlertOutcomeFragment, unknown>;
export const LotFactsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<LotFactsFragment, unknown>;
export const LotNewsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotNews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<LotNewsFragment, unknown>;
export const LotCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"mayDo"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<LotCardFragment, unknown>;
export const SessionUserFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}}]}}]} as unknown as DocumentNode<SessionUserFragment, unknown>;
export const RefreshSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RefreshSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refreshSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refreshToken"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}}},{"kind":"Argument","name":{"kind":"Name","value":"attemptId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attemptId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SessionEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RefreshSessionMutation, RefreshSessionMutationVariables>;
export const AlertsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Alerts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AlertFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pagination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"totalPages"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}}]} as unknown as DocumentNode<AlertsQuery, AlertsQueryVariables>;
export const AlertFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AlertFigures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alertStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"byStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"bySeverity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"averageResponseHours"}}]}}]}}]} as unknown as DocumentNode<AlertFiguresQuery, AlertFiguresQueryVariables>;
export const AcknowledgeAlertDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcknowledgeAlert"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acknowledgeAlert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertUpdated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Failure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<AcknowledgeAlertMutation, AcknowledgeAlertMutationVariables>;
export const ResolveAlertDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResolveAlert"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"note"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"outcome"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resolveAlert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"note"},"value":{"kind":"Variable","name":{"kind":"Name","value":"note"}}},{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"Variable","name":{"kind":"Name","value":"outcome"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertUpdated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Failure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ResolveAlertMutation, ResolveAlertMutationVariables>;
export const DismissAlertDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DismissAlert"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dismissAlert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertOutcome"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertOutcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AlertUpdated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Failure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<DismissAlertMutation, DismissAlertMutationVariables>;
export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dashboardStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalLots"}},{"kind":"Field","name":{"kind":"Name","value":"compliantLots"}},{"kind":"Field","name":{"kind":"Name","value":"complianceRate"}},{"kind":"Field","name":{"kind":"Name","value":"averageQuality"}},{"kind":"Field","name":{"kind":"Name","value":"highAlerts"}},{"kind":"Field","name":{"kind":"Name","value":"recentActivity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const DashboardHealthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DashboardHealth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"health"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sampleSatelliteData"}},{"kind":"Field","name":{"kind":"Name","value":"satellite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"walk"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"differing"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DashboardHealthQuery, DashboardHealthQueryVariables>;
export const SelectedLotDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SelectedLot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lotId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lotId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}}]}}]}}]} as unknown as DocumentNode<SelectedLotQuery, SelectedLotQueryVariables>;
export const LotChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LotChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotNews"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotNews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<LotChangedSubscription, LotChangedSubscriptionVariables>;
export const AlertChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"AlertChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alertChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"alert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AlertItem"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AlertItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Alert"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"acknowledgedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedAt"}},{"kind":"Field","name":{"kind":"Name","value":"closedBy"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}}]}}]} as unknown as DocumentNode<AlertChangedSubscription, AlertChangedSubscriptionVariables>;
export const AlertBadgeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AlertBadge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"active"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pagination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]}}]} as unknown as DocumentNode<AlertBadgeQuery, AlertBadgeQueryVariables>;
export const NextLotIdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NextLotId"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nextLotId"}}]}}]} as unknown as DocumentNode<NextLotIdQuery, NextLotIdQueryVariables>;
export const CreateLotDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateLotInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LotCreated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotNews"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LotIdTaken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotNews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<CreateLotMutation, CreateLotMutationVariables>;
export const DeleteLotDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteLot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteLot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LotDeleted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleted"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteLotMutation, DeleteLotMutationVariables>;
export const LotsHeaderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LotsHeader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalLots"}},{"kind":"Field","name":{"kind":"Name","value":"complianceRate"}},{"kind":"Field","name":{"kind":"Name","value":"averageQuality"}},{"kind":"Field","name":{"kind":"Name","value":"totalWeight"}},{"kind":"Field","name":{"kind":"Name","value":"recordedLots"}},{"kind":"Field","name":{"kind":"Name","value":"pendingLots"}}]}}]}}]} as unknown as DocumentNode<LotsHeaderQuery, LotsHeaderQueryVariables>;
export const LedgerConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LedgerConnection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"health"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledger"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LedgerConnectionQuery, LedgerConnectionQueryVariables>;
export const LotsTabDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LotsTab"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LotFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LotSort"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"order"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SortOrder"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"order"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pagination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","name":{"kind":"Name","value":"hasNext"}},{"kind":"Field","name":{"kind":"Name","value":"hasPrev"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"mayDo"}}]}}]} as unknown as DocumentNode<LotsTabQuery, LotsTabQueryVariables>;
export const UpdateProcessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProcess"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProcessInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProcess"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProcessUpdated"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotNews"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StageNotAllowed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotNews"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<UpdateProcessMutation, UpdateProcessMutationVariables>;
export const LotQrCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LotQrCode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lotQrCode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"qrCode"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<LotQrCodeQuery, LotQrCodeQueryVariables>;
export const CheckSatelliteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckSatellite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"latitude"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"longitude"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkSatellite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"latitude"},"value":{"kind":"Variable","name":{"kind":"Name","value":"latitude"}}},{"kind":"Argument","name":{"kind":"Name","value":"longitude"},"value":{"kind":"Variable","name":{"kind":"Name","value":"longitude"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SatelliteChecked"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"satelliteData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotFound"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lotId"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"farmerName"}},{"kind":"Field","name":{"kind":"Name","value":"cacaoVariety"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"moistureContent"}},{"kind":"Field","name":{"kind":"Name","value":"temperature"}},{"kind":"Field","name":{"kind":"Name","value":"certifications"}},{"kind":"Field","name":{"kind":"Name","value":"qualityScore"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"deforestationStatus"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteOutdated"}},{"kind":"Field","name":{"kind":"Name","value":"satelliteSaid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockchainHash"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"signature"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LotCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LotFacts"}},{"kind":"Field","name":{"kind":"Name","value":"mayDo"}}]}}]} as unknown as DocumentNode<CheckSatelliteMutation, CheckSatelliteMutationVariables>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const LoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"password"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}},{"kind":"Argument","name":{"kind":"Name","value":"password"},"value":{"kind":"Variable","name":{"kind":"Name","value":"password"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionUser"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Failure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionUser"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"farmId"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}}]}}]} as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const LogoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Logout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refreshToken"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refreshToken"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"loggedOut"}}]}}]}}]} as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;