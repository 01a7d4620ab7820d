/** Made by `npm run generate`. */
export const POSSIBLE_TYPES: Record<string, string[]> = {
  "AddPlotResult": [
    "NotFound",
    "PlotSaved"
  ],
  "AlertResult": [
    "AlertStepNotAllowed",
    "AlertUpdated",
    "NotFound"
  ],
  "ChangePasswordResult": [
    "PasswordChanged",
    "TooManyAttempts",
    "WrongPassword"
  ],
  "ChangePlotResult": [
    "NotFound",
    "PlotSaved",
    "VersionConflict"
  ],
  "CheckSatelliteResult": [
    "NotFound",
    "SatelliteChecked"
  ],
  "CreateLotResult": [
    "LotCreated",
    "LotIdTaken"
  ],
  "CreateUserResult": [
    "StaffUser",
    "UsernameTaken"
  ],
  "DeleteLotResult": [
    "LotDeleted",
    "NotFound"
  ],
  "DisableWebHookResult": [
    "DisabledWebHook",
    "NotFound"
  ],
  "EndSessionResult": [
    "EndedSession",
    "NotFound"
  ],
  "EraseFarmerResult": [
    "DataErased",
    "FarmerHasAccount",
    "NotFound"
  ],
  "EraseMyDataResult": [
    "DataErased",
    "LastAdmin"
  ],
  "Failure": [
    "AlertStepNotAllowed",
    "FarmerHasAccount",
    "InvalidCredentials",
    "LastAdmin",
    "LotIdTaken",
    "NotFound",
    "SessionEnded",
    "StageNotAllowed",
    "TooManyAttempts",
    "UsernameTaken",
    "VersionConflict",
    "WrongPassword"
  ],
  "InvestigationResult": [
    "InvestigationUpdated",
    "NotFound"
  ],
  "LoginResult": [
    "InvalidCredentials",
    "Session",
    "TooManyAttempts"
  ],
  "RefreshSessionResult": [
    "Session",
    "SessionEnded"
  ],
  "RemovePlotResult": [
    "NotFound",
    "PlotRemoved"
  ],
  "RetryLedgerEventResult": [
    "NotFound",
    "Queued"
  ],
  "RevokePartnerKeyResult": [
    "NotFound",
    "RevokedPartnerKey"
  ],
  "SetUserPasswordResult": [
    "NotFound",
    "StaffUser"
  ],
  "StopReportResult": [
    "NotFound",
    "ReportOrder"
  ],
  "UpdateAlertsResult": [
    "AlertStepNotAllowed",
    "AlertsUpdated"
  ],
  "UpdateLotResult": [
    "LotUpdated",
    "NotFound",
    "VersionConflict"
  ],
  "UpdateProcessResult": [
    "NotFound",
    "ProcessUpdated",
    "StageNotAllowed"
  ],
  "UpdateUserResult": [
    "LastAdmin",
    "NotFound",
    "StaffUser"
  ],
  "VerifyIntegrityResult": [
    "IntegrityCheck",
    "NotFound"
  ]
};
