import type { LotRight } from '../../domain/access/permissions.ts';
import type { PlaceLock } from '../../domain/lot/editRules.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import type { ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { LossReason } from '../../domain/mass/massBalance.ts';
import type { LotAlertFilter, LotCheckFilter, LotSort } from './lotQuery.ts';
import type { LotPreset } from '../../domain/lot/lotPresets.ts';
import type { PendingReason, StatusSource } from '../../domain/forest/statusCodes.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

export const LotRightEnum = enumOf<LotRight>('LotRight', 'What somebody may do to a lot', {
  edit_lot: 'Change its fields, and move it to a later stage',
  delete_lot: 'Delete it',
  refresh_satellite: 'Have it checked by satellite',
  acknowledge_alerts: 'Acknowledge its alerts',
  close_alerts: 'Resolve and dismiss its alerts',
});
export const LotKindEnum = enumOf<LotKind>('LotKind', 'Where a lot comes from', {
  origin: 'Registered at a farm',
  derived: 'Made of other lots',
});
export const LossReasonEnum = enumOf<LossReason>('LossReason', 'Why weight is gone', {
  fermentation: 'Pulp drained and water evaporated',
  drying: 'Water evaporated',
  cleaning: 'Foreign matter and broken beans were taken out',
  sampling: 'Samples were taken',
  spoilage: 'Spoiled',
  other: 'What the note says',
});
export const ShippingWarningEnum = enumOf<ShippingWarning>('ShippingWarning', 'Why a lot should not leave', {
  deforestation_detected: "Its status is 'Deforestation Detected'",
  not_deforestation_free: "Its status is neither that nor 'No Deforestation'",
  open_alert: 'An alert of it, or of a lot that it was made of, is open',
  high_moisture: 'Its moisture is above 8 %',
});
export const PlaceLockEnum = enumOf<PlaceLock>('PlaceLock', 'Why somebody may not give a lot another place', {
  shipped: 'It was shipped',
  alert: 'An alert of it is open',
});
export const SortOrderEnum = enumOf<'asc' | 'desc'>('SortOrder', 'The direction of a list', {
  asc: 'Smallest, oldest or first in the alphabet first',
  desc: 'The other way round',
});
export const LotSortEnum = enumOf<LotSort>('LotSort', 'By what a list of lots is sorted', {
  harvestDate: 'Day of harvest',
  lotId: 'The number on the package',
  farmerName: "The farmer's name",
  weight: 'Weight',
  qualityScore: 'Quality score',
  currentProcess: 'Stage, in the order of the journey',
  createdAt: 'Time of registration; the order for reading many pages',
  eudr: 'Deforestation status, from No Deforestation to Deforestation Detected',
  blockchain: 'How far the ledger has it: recorded, pending, refused',
  satellite: 'Time of the last conclusive satellite check',
  risk: 'Deforestation status, then alerts: an active one is the highest',
});
export const LotPresetEnum = enumOf<LotPreset>('LotPreset', 'A ready choice of lots', {
  needsMe:
    'Something waits that whoever asks may do: an alert, a place that no check concludes on, an event that the ledger refused',
  outdatedChecks: 'The last conclusive satellite check is older than 30 days, or there was none',
  neverChecked: 'Registered at a farm, and no satellite check came to a conclusion yet',
  readyToShip: 'Processed, compliant, checked within 30 days, and without an open alert',
  alertTouched: 'An alert was raised for it at any time, whatever became of it',
});
export const LotAlertFilterEnum = enumOf<LotAlertFilter>('LotAlertFilter', 'Whether a lot has alerts', {
  open: 'An active or acknowledged one',
  any: 'One was raised at any time, whatever became of it',
  noneOpen: 'None that is open',
});
export const LotCheckFilterEnum = enumOf<LotCheckFilter>(
  'LotCheckFilter',
  'The last conclusive satellite check of a lot',
  {
    never: 'None so far, of lots registered at a farm',
    outdated: 'Older than 30 days, or missing',
    fresh: 'Within 30 days',
  },
);
export const LedgerStateEnum = enumOf<'recorded' | 'pending'>('LedgerState', 'How far the ledger has a lot', {
  recorded: 'All of its events are recorded',
  pending: 'An event waits, or was refused',
});
export const RecordStatusEnum = enumOf<'recorded' | 'pending' | 'failed'>(
  'RecordStatus',
  'How far the ledger has the events of a lot',
  {
    recorded: 'All are recorded',
    pending: 'One waits to be recorded',
    failed: 'The ledger refused one; an admin has to see to it',
  },
);
export const HistoryStateEnum = enumOf<'recorded' | 'pending' | 'differs' | 'unchecked'>(
  'HistoryState',
  'Whether the ledger holds an event as the database has it',
  {
    recorded: 'It does',
    pending: 'It waits to be recorded',
    differs: "It was changed or added behind the program's back",
    unchecked: 'The ledger cannot be reached now',
  },
);
export const StatusSourceEnum = enumOf<StatusSource>(
  'StatusSource',
  'What the deforestation status of a lot comes from',
  {
    check: 'A satellite check',
    person: 'Somebody who looked into an alert',
    nobody: 'Neither: a new lot, or a new place',
  },
);
export const PendingReasonEnum = enumOf<PendingReason>('PendingReason', 'Why a lot is still pending review', {
  first_check_queued: 'Its first satellite check has not ended',
  new_place_check_queued: 'Its place was changed, and the check of the new one has not ended',
  unreadable: 'The check could not read data here: outside the dataset, or a damaged file',
  incomplete: 'The layers of the data that the check read do not fit',
  no_data: 'The dataset holds no data for this place',
  gaps: 'The dataset has gaps at this place',
  no_land: 'The place lies at sea or on open water',
  unconfirmed: 'Disturbance was seen and is not confirmed yet',
  alert_open: 'The check found nothing, but an alert of the lot is still open',
  inconclusive: 'The check could not conclude; why was erased with its place',
});
