import { registerEnumType } from 'type-graphql';
import type { AuditVerdict } from '../../modules/audit/auditVerdicts.ts';
import type { AlertSeverity, AlertStatus, AlertTask, AlertType } from '../../domain/alert/alerts.ts';
import type { PlaceLock } from '../../domain/lot/editRules.ts';
import type { LotRight, Role } from '../../domain/access/permissions.ts';
import type { LotPreset } from '../../domain/lot/lotPresets.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { PlotStanding } from '../../modules/farms/plotsOfLot.ts';
import type { DeliveryFault, DeliveryState, HookEnd } from '../../modules/webhooks/webhookView.ts';
import type { MailLanguage, MailPace } from '../../domain/alert/alertMailInput.ts';
import type { LetterState } from '../../modules/mail/alertEmails.ts';
import type { LetterFault } from '../../modules/mail/mailDelivery.ts';
import type { PendingReason, StatusSource } from '../../domain/forest/statusCodes.ts';
import type { CocoaRisk } from '../../domain/forest/convergence.ts';
import { ENGLISH_NAMES } from '../../domain/public/publicPages.ts';
import type { EvidenceGap } from '../../domain/forest/evidencePicture.ts';
import type { CheckConclusion } from '../../domain/forest/forest.ts';
import type { LotSort } from '../../modules/lots/lotQuery.ts';
import type { LotChangeKind } from './lotNews.ts';
import { REPORT_FORMAT_DESCRIPTIONS } from '../../modules/reports/reportFiles.ts';
import type { MakingState } from '../../modules/reports/reportMaking.ts';
import type { FarmerAccount } from '../../modules/privacy/farmerErasures.ts';

type EnumOf<Value extends string> = { [Key in Value]: Key };

/** A GraphQL enum whose names are its values, with the descriptions of it and of each value. */
function enumOf<Value extends string>(name: string, description: string, values: Record<Value, string>): EnumOf<Value> {
  const members = Object.fromEntries(Object.keys(values).map((value) => [value, value])) as EnumOf<Value>;
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]),
  );
  registerEnumType<Record<string, string>>(members, { name, description, valuesConfig });
  return members;
}

export const RoleEnum = enumOf<Role>('Role', 'What an account or a key may do', {
  farmer: 'Registers and follows the lots of one farm',
  processor: 'Registers and moves all lots, makes reports',
  auditor: 'Sees all lots, closes alerts, makes reports',
  admin: 'May do everything; partner keys never have it',
});
export const ProcessStageEnum = enumOf<Stage>('ProcessStage', 'Where a lot is in its journey; forward only', {
  harvested: 'First: picked and opened',
  fermented: 'Second: fermented in boxes or heaps',
  drying: 'Third: drying',
  processed: 'Fourth: cleaned and packed',
  shipped: 'Fifth: on its way',
  delivered: 'Last: received',
});
export const LotRightEnum = enumOf<LotRight>('LotRight', 'What somebody may do to a lot', {
  edit_lot: 'Change its fields, and move it to a later stage',
  delete_lot: 'Delete it',
  refresh_satellite: 'Have it checked by satellite',
  acknowledge_alerts: 'Acknowledge its alerts',
  close_alerts: 'Resolve and dismiss its alerts',
});
export const PlaceLockEnum = enumOf<PlaceLock>('PlaceLock', 'Why somebody may not give a lot another place', {
  shipped: 'It was shipped',
  alert: 'An alert of it is open',
});
export const AlertTypeEnum = enumOf<AlertType>('AlertType', 'What an alert is about', {
  deforestation: 'Tree cover loss after 31 December 2020',
  land_use_change: 'The land is used otherwise than before',
  fire: 'Fire at or near the place',
  other: 'Anything else',
});
export const AlertSeverityEnum = enumOf<AlertSeverity>('AlertSeverity', 'How bad an alert is', {
  high: 'To be seen to first',
  medium: 'Between the two',
  low: 'To be seen to last',
});
export const AlertStatusEnum = enumOf<AlertStatus>('AlertStatus', 'How far people are with an alert', {
  active: 'Nobody looks after it yet',
  acknowledged: 'Somebody looks after it',
  resolved: 'Closed, with what was found out',
  dismissed: 'Closed as unfounded',
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
});
export const LotPresetEnum = enumOf<LotPreset>('LotPreset', 'A ready choice of lots', {
  needsMe:
    'Something waits that whoever asks may do: an alert, a place that no check concludes on, an event that the ledger refused',
  outdatedChecks: 'The last conclusive satellite check is older than 30 days, or there was none',
  readyToShip: 'Processed, compliant, checked within 30 days, and without an open alert',
  alertTouched: 'An alert was raised for it at any time, whatever became of it',
});
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
export const VerificationStateEnum = enumOf<'verified' | 'pending' | 'differs' | 'unavailable'>(
  'VerificationState',
  'How the database row of a lot stands against its ledger events',
  {
    verified: 'Every field agrees, and all hashes and signatures are valid',
    pending: 'What is recorded agrees; later events still wait',
    differs: 'A field differs, or a block or an event does not check out',
    unavailable: 'The ledger cannot be reached; nothing was checked',
  },
);
export const FieldStateEnum = enumOf<'match' | 'differs' | 'pending' | 'erased'>(
  'FieldState',
  'How one field stands against the ledger',
  {
    match: 'The ledger says the same',
    differs: 'The ledger says otherwise',
    pending: 'Its last change still waits to be recorded',
    erased: 'Erased with the data of a person; there is nothing to compare',
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
export const AlertChangeEnum = enumOf<'RAISED' | 'CHANGED' | 'DISMISSED'>('AlertChange', 'What happened to an alert', {
  RAISED: 'It is new',
  CHANGED: 'It was acknowledged or resolved, or says something else now',
  DISMISSED: 'It was dismissed',
});
export const LotChangeEnum = enumOf<LotChangeKind>('LotChange', 'What happened to a lot', {
  CREATED: 'It is new',
  CHANGED: 'It was changed, moved, checked or recorded',
  DELETED: 'It was deleted',
  DEPARTED: 'It is of another farm now, whose lots you do not see',
});
export const AuditVerdictEnum = enumOf<AuditVerdict>('AuditVerdict', 'What a line of the audit table is worth', {
  whole: "Its seal is the program's, and the chain holds it as it is",
  waiting:
    "Its seal is the program's, and it is to be chained within the minute; deleted before that, it is not missed",
  unchained: "Its seal is the program's, and its portion of the chain does not check out, or holds it otherwise",
  changed: 'It is not as the program wrote it: nothing that it says counts',
});
export const FarmerAccountEnum = enumOf<FarmerAccount>(
  'FarmerAccount',
  'Whether a farmer whom an admin would erase has an account',
  {
    none: 'There is none of that farm and name',
    enabled: 'They can sign in: erasing it is theirs, or it is disabled first',
    disabled: 'It was disabled, and is erased with the lots',
  },
);

export const CheckConclusionEnum = enumOf<CheckConclusion>('CheckConclusion', 'What a satellite check came to', {
  clear: 'The whole window was readable, and nothing was lost after 31 December 2020',
  loss: 'Tree cover was lost after 31 December 2020',
  inconclusive: 'Nothing can be concluded; never to be taken for clear',
});
export const PlotStandingEnum = enumOf<PlotStanding>(
  'PlotStanding',
  'How the outline that a lot came from stands to its plot',
  {
    current: 'It is its outline still',
    redrawn: 'The plot was drawn anew since',
    removed: 'The plot was taken out of its farm',
    unreadable: 'It was erased, or is not what the lot committed to: nothing is told of it',
  },
);
export const CocoaRiskEnum = enumOf<CocoaRisk>('CocoaRisk', 'What several sources come to by the risk tree for cocoa', {
  low: 'No tree cover in 2020, and no disturbance since',
  high: 'Disturbance after 31 December 2020',
  more_information: 'More information is needed: trees stood in 2020 or it is not known, and no disturbance was seen',
});
export const EvidenceGapEnum = enumOf<EvidenceGap>('EvidenceGap', 'Why there are no pixels', {
  nothing_read: 'The check could read nothing',
  erased: 'They were erased with the place',
  too_large: 'There are more than an answer takes',
  differs: 'They, or the record of the lot, are not what the ledger holds, so that they are not shown',
});
export const ReportOrderStateEnum = enumOf<MakingState>('ReportOrderState', 'How far an ordered report is', {
  making: 'It is being made',
  done: 'It is stored, and its files can be asked for',
  cancelled: 'It was stopped, or nobody asked about it for ten minutes',
  failed: 'It could not be stored; order it again',
});
export const ReportFormatEnum = enumOf('ReportFormat', 'What a report can be had as', REPORT_FORMAT_DESCRIPTIONS);

export const HookEndEnum = enumOf<HookEnd>('WebHookEnd', 'Why a web hook is told nothing more', {
  admin: 'An admin ended it',
  failing: 'It took nothing for five days',
  erased: 'The account that made it was erased',
});

export const DeliveryStateEnum = enumOf<DeliveryState>('WebHookDeliveryState', 'How far a delivery is', {
  waiting: 'It is to be taken',
  delivered: 'It was taken',
  given_up: 'It is not tried any more',
});

export const DeliveryFaultEnum = enumOf<DeliveryFault>('WebHookFault', 'Why an attempt came to nothing', {
  address: 'The host has no address, or one that is not public',
  connection: 'No connection came about, or it broke off',
  redirect: 'It answered with a redirect, which is not followed',
  refused: 'It answered 4xx',
  server: 'It answered 5xx, or that it will take it later',
  timeout: 'It did not answer within 10 s',
  unsound: 'The record of the lot differs from the ledger, or the delivery was changed in the database',
  disabled: 'The web hook was ended before',
});

export const MailLanguageEnum = enumOf<MailLanguage>('MailLanguage', 'Languages of alerts by mail', ENGLISH_NAMES);
export const MailPaceEnum = enumOf<MailPace>('MailPace', 'How soon alerts are mailed', {
  soon: 'As they come, several in one mail, at most every 15 minutes',
  daily: 'Once a day, at 06:00 UTC, when there are any',
});
export const LetterKindEnum = enumOf<'code' | 'digest'>('AlertMailKind', 'What a mail holds', {
  code: 'The code that shows whether an address is whose who gave it',
  digest: 'Alerts',
});
export const LetterStateEnum = enumOf<LetterState>('AlertMailState', 'How far a mail is', {
  waiting: 'It is to be sent',
  sent: 'The mail server took it',
  given_up: 'It is not tried any more',
});
export const LetterFaultEnum = enumOf<LetterFault>('AlertMailFault', 'Why an attempt came to nothing', {
  connection: 'No connection to the mail server came about, or it broke off',
  login: "The mail server did not take the program's user and password",
  refused: 'The mail server refused the address, or the mail to it (5xx)',
  later: 'The mail server asked to come later (4xx)',
  sender: 'The mail server takes no mail from this program (5xx)',
  timeout: 'The mail server did not answer in time',
  tls: 'The line to the mail server could not be made safe',
  no_right: 'The account may hear of none of it any more',
  stale: 'It was superseded, or the mails were stopped',
  unsound: 'The records of the lots differ from the ledger',
});

export const AlertTaskEnum = enumOf<AlertTask>(
  'AlertTask',
  'Open alerts by whose they are to look into, and until when',
  {
    mine: 'Assigned to whoever asks',
    due_soon: 'The last day is today or within 7 days',
    overdue: 'The last day is over',
  },
);
