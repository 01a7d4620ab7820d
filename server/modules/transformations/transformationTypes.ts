import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { LossReason, TransformationStep } from '../../domain/mass/massBalance.ts';
import { enumOf, ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { LotIdTaken, NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import { LossReasonEnum, LotKindEnum } from '../lots/lotEnums.ts';
import { LotType } from '../lots/lotFieldTypes.ts';
import type {
  LotDescendantView,
  LotOriginView,
  LotUseView,
  TransformationPart,
  TransformationView,
} from './transformationView.ts';

export const TransformationStepEnum = enumOf<TransformationStep>('TransformationStep', 'What was done', {
  fermentation: 'Fermented in boxes or heaps',
  drying: 'Dried',
  cleaning: 'Cleaned of foreign matter',
  grading: 'Sorted by quality',
  blending: 'Lots were put together, or one was divided',
  packing: 'Packed for export',
});

@InputType({ description: 'A part of a lot' })
export class TransformationSourceInput {
  @Field(() => ID, { description: 'UUID or lotId, e.g. LOT701' })
  lot!: string;

  @Field(() => Float, { description: 'kg, at most what is available' })
  weight!: number;
}

@InputType({ description: 'A new lot' })
export class TransformationOutputInput {
  @Field(() => String, { description: 'A lot id that nobody has' })
  lotId!: string;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { nullable: true, description: '°C; the mean of the inputs without it' })
  temperature?: number | null;

  @Field(() => Float, { nullable: true, description: '0-100' })
  qualityScore?: number | null;

  @Field(() => ProcessStageEnum, {
    nullable: true,
    description: 'The latest stage of the inputs, which it has without this, or a later one before shipped',
  })
  currentProcess?: Stage | null;
}

@InputType({ description: 'What is gone' })
export class TransformationLossInput {
  @Field(() => Float, { description: 'kg: inputs less outputs' })
  weight!: number;

  @Field(() => LossReasonEnum, { nullable: true, description: 'Required where something is gone' })
  reason?: LossReason | null;

  @Field(() => String, { nullable: true, description: "Required with the reason 'other'; at most 2,000 characters" })
  note?: string | null;
}

@InputType({ description: 'New lots out of parts of others: inputs = outputs + loss, to the gram' })
export class RecordTransformationInput {
  @Field(() => TransformationStepEnum, { description: 'What was done' })
  step!: TransformationStep;

  @Field(() => [TransformationSourceInput], { description: '1 to 1,000' })
  inputs!: TransformationSourceInput[];

  @Field(() => [TransformationOutputInput], { description: '1 to 100' })
  outputs!: TransformationOutputInput[];

  @Field(() => TransformationLossInput, { nullable: true, description: 'Nothing without it' })
  loss?: TransformationLossInput | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was done; now without it' })
  at?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it was done; at most 2,000 characters' })
  place?: string | null;

  @Field(() => String, { nullable: true, description: 'Who did it; at most 120 characters' })
  operatorName?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 2,000 characters' })
  notes?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Required for a yield outside of what is expected; at most 2,000 characters',
  })
  explanation?: string | null;
}

@InputType({ description: "A lot's weight, stated anew" })
export class WeighLotInput {
  @Field(() => Float, { description: 'kg, not below what was used' })
  weight!: number;

  @Field(() => Float, { nullable: true, description: '%' })
  moistureContent?: number | null;

  @Field(() => LossReasonEnum, { nullable: true, description: 'Required for less than before' })
  lossReason?: LossReason | null;

  @Field(() => String, { nullable: true, description: "Required with the reason 'other'; at most 2,000 characters" })
  lossNote?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  operatorName?: string | null;

  @Field(() => String, { nullable: true, description: 'Where; at most 2,000 characters' })
  location?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 2,000 characters' })
  notes?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; a stale one is refused' })
  version?: number;
}

@ObjectType('TransformationPart', { simpleResolvers: true, description: 'A lot that went in or came out' })
export class TransformationPartType implements TransformationPart {
  @Field(() => ID, { description: 'UUID of the lot' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => LotKindEnum, { description: 'Registered at a farm, or made of others' })
  kind!: LotKind;

  @Field(() => String, { nullable: true, description: 'Null of a derived lot, and once erased' })
  farmId!: string | null;

  @Field(() => String, { nullable: true, description: 'Null of a derived lot, and once erased' })
  farmerName!: string | null;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in now' })
  currentProcess!: Stage;

  @Field(() => Float, { description: 'kg that went in, or the first weight that came out' })
  weight!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What was gone after a transformation' })
export class TransformationLoss {
  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => LossReasonEnum, { nullable: true, description: 'Null where nothing is gone' })
  reason!: LossReason | null;

  @Field(() => String, { nullable: true, description: 'Null without one, and once erased' })
  note!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'Outputs as a share of the inputs' })
export class ExpectedYield {
  @Field(() => Float, { description: '%' })
  least!: number;

  @Field(() => Float, { description: '%' })
  most!: number;
}

@ObjectType('Transformation', { simpleResolvers: true, description: 'New lots out of parts of others' })
export class TransformationType implements TransformationView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => TransformationStepEnum, { description: 'What was done' })
  step!: TransformationStep;

  @Field(() => DateTime, { description: 'When it was done' })
  at!: string;

  @Field(() => DateTime, { description: 'When it was recorded' })
  recordedAt!: string;

  @Field(() => String, { nullable: true, description: 'Name of the account; null once erased' })
  recordedBy!: string | null;

  @Field(() => Int, { description: 'Lots that went in' })
  inputCount!: number;

  @Field(() => Int, { description: 'Lots that came out' })
  outputCount!: number;

  @Field(() => Float, { description: 'kg' })
  inputWeight!: number;

  @Field(() => Float, { description: 'kg' })
  outputWeight!: number;

  @Field(() => TransformationLoss, { description: 'Inputs less outputs' })
  loss!: TransformationLoss;

  @Field(() => Float, { description: 'Outputs as a share of the inputs, %' })
  yieldPercent!: number;

  @Field(() => ExpectedYield, { nullable: true, description: 'What was expected of a yield outside of it; else null' })
  expectedYield!: ExpectedYield | null;

  @Field(() => Boolean, { description: 'It has warnings' })
  flagged!: boolean;

  @Field(() => [MessageType], { description: 'A yield outside of what is expected, and plots that bore too much' })
  warnings!: MessageType[];

  @Field(() => String, { nullable: true, description: 'Null without one, and once erased' })
  place!: string | null;

  @Field(() => String, { nullable: true, description: 'Null without one, and once erased' })
  operatorName!: string | null;

  @Field(() => String, { nullable: true, description: 'Null without any, and once erased' })
  notes!: string | null;

  @Field(() => String, { nullable: true, description: 'Null without one, and once erased' })
  explanation!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'One page of transformations' })
export class TransformationPage {
  @Field(() => [TransformationType], { description: 'Newest first' })
  transformations!: TransformationType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('UsedFor', { simpleResolvers: true, description: 'A lot that was made of another one' })
class UsedForType {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { description: 'Its public page' })
  url!: string;
}

@ObjectType('LotUse', { simpleResolvers: true, description: 'A transformation that took grams of a lot' })
export class LotUseType implements LotUseView {
  @Field(() => ID, { nullable: true, description: 'Null for farmers, who see that their beans went on' })
  transformationId!: string | null;

  @Field(() => TransformationStepEnum, { nullable: true, description: 'Null for farmers' })
  step!: TransformationStep | null;

  @Field(() => DateTime, { description: 'When it was done' })
  at!: string;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => [UsedForType], { description: 'The lots that were made' })
  lots!: UsedForType[];
}

@ObjectType({ simpleResolvers: true, description: 'What was made of a lot' })
export class LotUses {
  @Field(() => [LotUseType], { description: 'The newest 20' })
  uses!: LotUseType[];

  @Field(() => Int, { description: 'All of them' })
  total!: number;
}

@ObjectType('LotOrigin', { simpleResolvers: true, description: 'An origin lot of a derived one' })
export class LotOriginType implements LotOriginView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmId!: string | null;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => String, { description: 'E.g. Trinitario' })
  cacaoVariety!: string;

  @Field(() => CalendarDate, { description: 'Day of harvest' })
  harvestDate!: string;

  @Field(() => String, { description: 'As of a lot' })
  deforestationStatus!: DeforestationStatus;

  @Field(() => Boolean, { description: 'Its public page names no farmer, farm or free text' })
  isAnonymized!: boolean;

  @Field(() => Int, { description: 'Fewest transformations between, from 1' })
  depth!: number;

  @Field(() => Float, { description: 'kg of the derived lot that come from it' })
  weight!: number;

  @Field(() => Float, { description: 'The same as a share of the derived lot, 0-1' })
  share!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What a lot was made of' })
export class LotOrigins {
  @Field(() => [LotOriginType], { description: 'The five with the largest shares; `lotOrigins` has all' })
  origins!: LotOriginType[];

  @Field(() => Int, { description: 'All of them; 0 of an origin lot' })
  total!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The part of a variety in a lot' })
class VarietyShare {
  @Field(() => String, { description: 'E.g. Trinitario' })
  variety!: string;

  @Field(() => Float, { description: '0-1' })
  share!: number;
}

@ObjectType({ simpleResolvers: true, description: 'One page of the origin lots of a lot' })
export class LotOriginPage {
  @Field(() => [LotOriginType], { description: 'Largest shares first; none of an origin lot' })
  origins!: LotOriginType[];

  @Field(() => [VarietyShare], { description: 'Of the whole lot, largest shares first' })
  varieties!: VarietyShare[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('LotDescendant', { simpleResolvers: true, description: 'A lot that was made of another one' })
export class LotDescendantType implements LotDescendantView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  currentProcess!: Stage;

  @Field(() => String, { description: 'As of a lot' })
  deforestationStatus!: DeforestationStatus;

  @Field(() => Float, { description: 'kg of the whole lot' })
  lotWeight!: number;

  @Field(() => Float, { description: 'kg that are left of it' })
  available!: number;

  @Field(() => Int, { description: 'Fewest transformations between, from 1' })
  depth!: number;

  @Field(() => Float, { description: 'kg of it that come from the other lot' })
  weight!: number;

  @Field(() => Float, { description: 'The same as a share of it, 0-1' })
  share!: number;
}

@ObjectType({ simpleResolvers: true, description: 'One page of what was made of a lot' })
export class LotDescendantPage {
  @Field(() => [LotDescendantType], { description: 'Nearest first' })
  descendants!: LotDescendantType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'The new lots are stored; their ledger records follow' })
export class TransformationRecorded {
  @Field(() => TransformationType, { description: 'With its warnings' })
  transformation!: TransformationType;
}

@ObjectType({ description: 'The weight is stored' })
export class LotWeighed {
  @Field(() => LotType, { description: 'The lot as it is now' })
  lot!: LotType;
}

export const RecordTransformationResult = createUnionType({
  name: 'RecordTransformationResult',
  description: 'What recording a transformation may answer',
  types: () => [TransformationRecorded, NotFound, LotIdTaken] as const,
});
export const WeighLotResult = createUnionType({
  name: 'WeighLotResult',
  description: 'What weighing a lot may answer',
  types: () => [LotWeighed, NotFound, VersionConflict] as const,
});
