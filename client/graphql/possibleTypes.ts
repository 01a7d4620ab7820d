/**
 * Which types stand behind each interface and union of the schema: the cache needs it to match fragments.
 * `possibleTypes.test.ts` compares it with schema.graphql.
 */
export const POSSIBLE_TYPES: Record<string, string[]> = {
  Failure: [
    'InvalidCredentials',
    'TooManyAttempts',
    'SessionEnded',
    'NotFound',
    'LotIdTaken',
    'VersionConflict',
    'StageNotAllowed',
    'AlertStepNotAllowed',
  ],
  LoginResult: ['Session', 'InvalidCredentials', 'TooManyAttempts'],
  RefreshSessionResult: ['Session', 'SessionEnded'],
  CreateLotResult: ['LotCreated', 'LotIdTaken'],
  UpdateLotResult: ['LotUpdated', 'NotFound', 'VersionConflict'],
  UpdateProcessResult: ['ProcessUpdated', 'NotFound', 'StageNotAllowed'],
  DeleteLotResult: ['LotDeleted', 'NotFound'],
  CheckSatelliteResult: ['SatelliteChecked', 'NotFound'],
  VerifyIntegrityResult: ['IntegrityCheck', 'NotFound'],
  AlertResult: ['AlertUpdated', 'NotFound', 'AlertStepNotAllowed'],
};
