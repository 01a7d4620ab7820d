import type { PlaceUse } from '../../domain/plot/placeUse.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { LOT_ACTIONS } from '../../domain/ledger/content.ts';
import type { LotPreset } from '../../domain/lot/lotPresets.ts';
import type { LotPlace } from '../../domain/plot/locationWarnings.ts';
import type { ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { LotType } from './lotFieldTypes.ts';
import type { HistoryState } from './lotHistory.ts';
import { LotIdTaken, NotFound, StageNotAllowed, VersionConflict } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import type { LossReason } from '../../domain/mass/massBalance.ts';
import type { LotAlertFilter, LotCheckFilter } from './lotQuery.ts';
import {
  LotAlertFilterEnum,
  LotCheckFilterEnum,
  LossReasonEnum,
  ShippingWarningEnum,
  LotKindEnum,
  LotPresetEnum,
  LedgerStateEnum,
  HistoryStateEnum,
} from './lotEnums.ts';

@ObjectType({ simpleResolvers: true, description: 'One page of lots' })
export class LotPage {
  @Field(() => [LotType], { description: 'In the order that was asked for' })
  lots!: LotType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('LotPlace', { simpleResolvers: true, description: 'Where a lot was grown' })
export class LotPlaceType implements LotPlace {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => Float, { description: 'Degrees, WGS 84' })
  latitude!: number;

  @Field(() => Float, { description: 'Degrees, WGS 84' })
  longitude!: number;
}

@ObjectType('PlaceUse', { simpleResolvers: true, description: 'What another farm has at a place' })
export class PlaceUseType implements PlaceUse {
  @Field(() => String, { description: 'The other farm' })
  farmId!: string;

  @Field(() => [String], { nullable: 'items', description: 'Names of its plots there; null once erased' })
  plots!: (string | null)[];

  @Field(() => Int, { description: 'Number of its lots there' })
  lots!: number;
}

@ObjectType('SelectedLot', { simpleResolvers: true, description: 'One of the lots that a person selected' })
export class SelectedLotType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether the list with this filter has it' })
  listed!: boolean;

  @Field(() => String, { description: 'Its deforestation status now' })
  deforestationStatus!: string;
}

@InputType('LotFilter', { description: 'Lots that fit all that is given' })
export class LotFilterInput {
  @Field(() => String, { nullable: true, description: 'Looks in lotId, farmId, farmerName and variety' })
  search?: string | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The same as stage' })
  status?: Stage | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'In this stage' })
  stage?: Stage | null;

  @Field(() => String, { nullable: true, description: 'One variety, e.g. Trinitario' })
  variety?: string | null;

  @Field(() => String, { nullable: true, description: "'compliant', 'non-compliant' or a deforestation status" })
  eudr?: string | null;

  @Field(() => LedgerStateEnum, { nullable: true, description: 'Whether all of its events are recorded' })
  blockchain?: 'recorded' | 'pending' | null;

  @Field(() => CalendarDate, { nullable: true, description: 'First day, included' })
  harvestedFrom?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, included' })
  harvestedTo?: string | null;

  @Field(() => LotKindEnum, { nullable: true, description: 'Registered at a farm, or made of other lots' })
  kind?: LotKind | null;

  @Field(() => String, { nullable: true, description: 'Of this farm: its whole id, e.g. FARM001' })
  farmId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether something is left of it' })
  available?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Of this import (UUID)' })
  importId?: string | null;

  @Field(() => LotPresetEnum, { nullable: true, description: 'A ready choice, beside all else that is given' })
  preset?: LotPreset | null;

  @Field(() => LotAlertFilterEnum, { nullable: true, description: 'Whether it has alerts' })
  alert?: LotAlertFilter | null;

  @Field(() => LotCheckFilterEnum, { nullable: true, description: 'Its last conclusive satellite check' })
  check?: LotCheckFilter | null;

  @Field(() => Int, { nullable: true, description: 'Quality points, included' })
  qualityFrom?: number | null;

  @Field(() => Int, { nullable: true, description: 'Quality points, excluded' })
  qualityBelow?: number | null;
}

@ObjectType({ description: "The list's header figures" })
export class LotStats {
  @Field(() => Int, { description: 'All lots that the filter lets through' })
  totalLots!: number;

  @Field(() => Int, { description: 'Of these, lots that were registered at a farm' })
  originLots!: number;

  @Field(() => Int, { description: "Origin lots with the status 'No Deforestation'" })
  compliantLots!: number;

  @Field(() => Float, { nullable: true, description: '%, of origin lots, one decimal; null without them' })
  complianceRate!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '0-100, of origin lots, one decimal; null when none is graded',
  })
  averageQuality!: number | null;

  @Field(() => Float, { description: 'kg that origin lots weigh' })
  totalWeight!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'kg that are available, of origin and derived lots that are not shipped; null without lots',
  })
  stockKg!: number | null;

  @Field(() => Int, { description: 'Lots all of whose events are recorded' })
  recordedLots!: number;

  @Field(() => Int, { description: 'Lots with an event that still waits, or was refused' })
  pendingLots!: number;
}

@ObjectType({ description: 'A field that an event set' })
export class FieldChange {
  @Field(() => String, { description: "The lot's field, e.g. weight" })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The value before, as text; null when there was none, and once erased',
  })
  from!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The value after, as text; null when it was taken away, and once erased',
  })
  to!: string | null;
}

/** The same wherever an event is listed. */
export const ACTION_DESCRIPTION = `${LOT_ACTIONS.map((action) => `'${action}'`).join(', ')} when its content is lost or damaged`;

@ObjectType({ description: 'One event of a lot; personal values are null once they were erased' })
export class HistoryEntry {
  @Field(() => DateTime, { description: 'When it happened' })
  at!: string;

  @Field(() => String, { description: ACTION_DESCRIPTION })
  action!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account that acted; null for the system, and once it was erased',
  })
  actor!: string | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage that it set; null when it set none' })
  stage!: Stage | null;

  @Field(() => [ShippingWarningEnum], {
    description: 'What spoke against shipping it, when it was shipped; else empty',
  })
  warnings!: readonly ShippingWarning[];

  @Field(() => [FieldChange], { description: 'The fields that it set, or erased: those name no values' })
  changes!: FieldChange[];

  @Field(() => String, { nullable: true, description: 'Null until recorded' })
  transactionId!: string | null;

  @Field(() => HistoryStateEnum, {
    description: 'Whether the ledger holds it as the database has it; unchecked while the ledger cannot be reached',
  })
  state!: HistoryState;
}

@ObjectType('QrCode', { description: 'The code for a package' })
export class QrCodeType {
  @Field(() => String, { description: 'PNG data address' })
  qrCode!: string;

  @Field(() => String, { description: 'What the code holds' })
  url!: string;
}

@InputType({ description: 'What was measured at this step' })
export class QualityChecksInput {
  @Field(() => Float, { nullable: true, description: 'kg, not below what was used; less than before takes `loss`' })
  weight?: number | null;

  @Field(() => Float, { nullable: true, description: '%' })
  moisture?: number | null;

  @Field(() => Float, { nullable: true, description: '°C' })
  temperature?: number | null;

  @Field(() => String, { nullable: true, description: 'At most 2,000 characters' })
  notes?: string | null;
}

@InputType({ description: 'When the step began and ended' })
export class StageTimesInput {
  @Field(() => DateTime, { nullable: true, description: 'When it began' })
  startTime?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Not before startTime' })
  endTime?: string | null;
}

@InputType({ description: 'Why the weight is less than before' })
export class StageLossInput {
  @Field(() => LossReasonEnum, { description: 'The reason' })
  reason!: LossReason;

  @Field(() => String, { nullable: true, description: "Required with the reason 'other'; at most 2,000 characters" })
  note?: string | null;
}

@InputType({ description: 'Why a lot is shipped although something speaks against it' })
export class ConfirmRisksInput {
  @Field(() => String, { description: 'Why; at most 2,000 characters' })
  reason!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The request that a second person confirmed; needed for detected deforestation with SHIPPING_GUARD=block',
  })
  confirmationId?: string | null;
}

@InputType({ description: 'The next step of a lot' })
export class UpdateProcessInput {
  @Field(() => ProcessStageEnum, { description: 'A later stage than the present one' })
  currentProcess!: Stage;

  @Field(() => String, { description: 'What was done; at most 2,000 characters' })
  processDetails!: string;

  @Field(() => String, { nullable: true, description: 'Where it was done; at most 2,000 characters' })
  location?: string | null;

  @Field(() => String, { nullable: true, description: 'Who did it; at most 120 characters' })
  operatorName?: string | null;

  @Field(() => QualityChecksInput, { nullable: true, description: 'What was measured' })
  qualityChecks?: QualityChecksInput | null;

  @Field(() => StageLossInput, { nullable: true, description: 'Required where the weight is less than before' })
  loss?: StageLossInput | null;

  @Field(() => StageTimesInput, { nullable: true, description: 'When it was done' })
  timestamps?: StageTimesInput | null;

  @Field(() => ConfirmRisksInput, { nullable: true, description: 'Where something speaks against shipping the lot' })
  confirmRisks?: ConfirmRisksInput | null;
}

@ObjectType({ description: 'The lot is stored; its ledger record and satellite check follow' })
export class LotCreated {
  @Field(() => LotType, { description: 'The new lot' })
  lot!: LotType;

  @Field(() => String, { description: 'What a person reads' })
  message!: string;

  @Field(() => MessageType, { description: 'The message with its code' })
  said!: MessageType;
}

@ObjectType({ description: 'The change is stored' })
export class LotUpdated {
  @Field(() => LotType, { description: 'The lot as it is now' })
  lot!: LotType;
}

@ObjectType('ProcessUpdated', { description: 'The lot has moved' })
export class ProcessUpdatedType {
  @Field(() => LotType, { description: 'The lot as it is now' })
  lot!: LotType;

  @Field(() => String, { nullable: true, description: 'Null until recorded' })
  transactionId!: string | null;

  @Field(() => [ShippingWarningEnum], {
    description:
      'What speaks against shipping the lot, worst first; empty before it is shipped, and for a compliant lot',
  })
  warnings!: readonly ShippingWarning[];
}

@ObjectType({ description: 'The lot is gone; its history and its ledger record stay' })
export class LotDeleted {
  @Field(() => Boolean, { description: 'Always true' })
  deleted!: boolean;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;
}

export const CreateLotResult = createUnionType({
  name: 'CreateLotResult',
  description: 'What registering a lot may answer',
  types: () => [LotCreated, LotIdTaken] as const,
});
export const UpdateLotResult = createUnionType({
  name: 'UpdateLotResult',
  description: 'What changing a lot may answer',
  types: () => [LotUpdated, NotFound, VersionConflict] as const,
});
export const UpdateProcessResult = createUnionType({
  name: 'UpdateProcessResult',
  description: 'What moving a lot may answer',
  types: () => [ProcessUpdatedType, NotFound, StageNotAllowed] as const,
});
export const DeleteLotResult = createUnionType({
  name: 'DeleteLotResult',
  description: 'What deleting a lot may answer',
  types: () => [LotDeleted, NotFound] as const,
});
