/** Made by `npm run generate`. */
export const POSSIBLE_TYPES: Record<string, string[]> = {
  "AcceptInvitationResult": [
    "AcceptedInvitation",
    "NotFound",
    "TooManyAttempts",
    "UsernameTaken"
  ],
  "AddPlotResult": [
    "NotFound",
    "PlotSaved"
  ],
  "AlertResult": [
    "AlertStepNotAllowed",
    "AlertUpdated",
    "NotFound"
  ],
  "AssessmentResult": [
    "AssessmentSaved",
    "NotFound",
    "VersionConflict"
  ],
  "BuyerTaskResult": [
    "BuyerTaskSaved",
    "NotFound"
  ],
  "ChangeMyEmailResult": [
    "EmailChanged",
    "TooManyAttempts",
    "WrongPassword"
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
  "CheckStatementResult": [
    "NotFound",
    "StatementChecked",
    "VersionConflict"
  ],
  "CloseConsignmentResult": [
    "ConsignmentKeptOpen",
    "ConsignmentSaved",
    "NotFound",
    "VersionConflict"
  ],
  "ConcernResult": [
    "ConcernSaved",
    "NotFound"
  ],
  "ConsignmentResult": [
    "ConsignmentSaved",
    "NotFound",
    "VersionConflict"
  ],
  "CreateBuyerLinkResult": [
    "BuyerLinkCreated",
    "NotFound"
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
  "DeletePartyResult": [
    "NotFound",
    "PartyErased"
  ],
  "DeleteViewResult": [
    "DeletedView",
    "NotFound"
  ],
  "DisableWebHookResult": [
    "DisabledWebHook",
    "NotFound"
  ],
  "DiscardStatementResult": [
    "NotFound",
    "StatementDiscarded"
  ],
  "EndSessionResult": [
    "EndedSession",
    "NotFound"
  ],
  "EraseFarmResult": [
    "FarmErased",
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
    "ConsignmentKeptOpen",
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
  "MakeResetLinkResult": [
    "NotFound",
    "ResetLink"
  ],
  "MeasureResult": [
    "MeasureSaved",
    "NotFound"
  ],
  "OpenInvitationResult": [
    "NotFound",
    "OpenInvitation",
    "TooManyAttempts"
  ],
  "RecallResult": [
    "NotFound",
    "Recall"
  ],
  "RecordTransformationResult": [
    "LotIdTaken",
    "NotFound",
    "TransformationRecorded"
  ],
  "RefreshSessionResult": [
    "Session",
    "SessionEnded"
  ],
  "RemoveDocumentResult": [
    "DocumentRemoved",
    "NotFound"
  ],
  "RemovePlotResult": [
    "NotFound",
    "PlotRemoved"
  ],
  "RenewInvitationResult": [
    "CreatedInvitation",
    "NotFound"
  ],
  "ResetPasswordResult": [
    "NotFound",
    "PasswordReset",
    "TooManyAttempts"
  ],
  "RetryLedgerEventResult": [
    "NotFound",
    "Queued"
  ],
  "RevokeBuyerLinkResult": [
    "BuyerLinkRevoked",
    "NotFound"
  ],
  "RevokeInvitationResult": [
    "NotFound",
    "RevokedInvitation"
  ],
  "RevokePartnerKeyResult": [
    "NotFound",
    "RevokedPartnerKey"
  ],
  "SetUserPasswordResult": [
    "NotFound",
    "StaffUser"
  ],
  "ShippingReviewResult": [
    "NotFound",
    "ShippingReviewSaved",
    "StageNotAllowed"
  ],
  "StatementResult": [
    "NotFound",
    "StatementSaved",
    "VersionConflict"
  ],
  "StopReportResult": [
    "NotFound",
    "ReportOrder"
  ],
  "UpdateAlertsResult": [
    "AlertStepNotAllowed",
    "AlertsUpdated"
  ],
  "UpdateCooperativeResult": [
    "Cooperative",
    "VersionConflict"
  ],
  "UpdateFarmResult": [
    "FarmSaved",
    "NotFound",
    "VersionConflict"
  ],
  "UpdateLotResult": [
    "LotUpdated",
    "NotFound",
    "VersionConflict"
  ],
  "UpdatePartyResult": [
    "NotFound",
    "PartySaved",
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
  "UpdateViewResult": [
    "NotFound",
    "SavedView"
  ],
  "VerifyDeclarationResult": [
    "DeclarationVerified",
    "NotFound"
  ],
  "VerifyIntegrityResult": [
    "IntegrityCheck",
    "NotFound"
  ],
  "WeighLotResult": [
    "LotWeighed",
    "NotFound",
    "VersionConflict"
  ]
};
