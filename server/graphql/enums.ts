import { registerEnumType } from 'type-graphql';
import { ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../domain/alerts.ts';
import { ROLES } from '../domain/permissions.ts';
import { STAGES } from '../domain/stages.ts';

type EnumOf<Value extends string> = { [Key in Value]: Key };

/** A GraphQL enum whose names are its values, registered under a name. */
function enumOf<Value extends string>(name: string, values: readonly Value[], description?: string): EnumOf<Value> {
  const members = Object.fromEntries(values.map((value) => [value, value])) as EnumOf<Value>;
  registerEnumType(members, description === undefined ? { name } : { name, description });
  return members;
}

export const RoleEnum = enumOf('Role', ROLES);
export const ProcessStageEnum = enumOf('ProcessStage', STAGES);
export const AlertTypeEnum = enumOf('AlertType', ALERT_TYPES);
export const AlertSeverityEnum = enumOf('AlertSeverity', ALERT_SEVERITIES);
export const AlertStatusEnum = enumOf('AlertStatus', ALERT_STATUSES);
export const SortOrderEnum = enumOf('SortOrder', ['asc', 'desc'] as const);
export const LotSortEnum = enumOf('LotSort', [
  'harvestDate',
  'lotId',
  'farmerName',
  'weight',
  'qualityScore',
  'currentProcess',
  'createdAt',
] as const);
export const LedgerStateEnum = enumOf('LedgerState', ['recorded', 'pending'] as const);
export const RecordStatusEnum = enumOf('RecordStatus', ['recorded', 'pending', 'failed'] as const);
export const VerificationStateEnum = enumOf('VerificationState', [
  'verified',
  'pending',
  'differs',
  'unavailable',
] as const);
export const FieldStateEnum = enumOf('FieldState', ['match', 'differs', 'pending', 'erased'] as const);
export const AlertChangeEnum = enumOf('AlertChange', ['RAISED', 'CHANGED', 'DISMISSED'] as const);
export const LotChangeEnum = enumOf('LotChange', ['CREATED', 'CHANGED', 'DELETED'] as const);
