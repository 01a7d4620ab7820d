import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DeliveryGrade, DeliveryValues } from '../../domain/lot/deliveryInput.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { EditableField, GivenValues } from '../../domain/lot/lotTable.ts';
import type { PublicLotView, RecordStatus } from '../../domain/public/publicAnswers.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { PendingReason, StatusSource } from '../../domain/forest/statusCodes.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { ReceivedDelivery } from './deliveries.ts';
import type { LotView } from './lotView.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import { LotKindEnum, RecordStatusEnum, StatusSourceEnum, PendingReasonEnum } from './lotEnums.ts';

/*
 * The fields of a lot over GraphQL, as staff and shoppers see them and as people give them. `implements` holds each to the
 * table of the domain.
 */

@ObjectType('BlockchainHash', {
  description: "The newest recorded event's transaction, and whether later events still wait",
  simpleResolvers: true,
})
export class BlockchainHashType {
  @Field(() => String, { description: 'Of the newest recorded event, hex' })
  transactionId!: string;

  @Field(() => String, { description: "The first endorser's signature, ECDSA P-256, DER, hex" })
  signature!: string;

  @Field(() => RecordStatusEnum, { description: "'pending' while a later event waits" })
  status!: RecordStatus;
}

@ObjectType('Delivery', { description: 'What the scale showed when a lot was received', simpleResolvers: true })
export class DeliveryType implements ReceivedDelivery {
  @Field(() => Int, { description: 'From 1' })
  bags!: number;

  @Field(() => Float, { description: 'kg, beans and bags' })
  grossKg!: number;

  @Field(() => Float, { description: 'kg, the bags alone' })
  tareKg!: number;

  @Field(() => Float, { description: 'kg, gross less tare: the weight of the lot at its registration' })
  netKg!: number;

  @Field(() => String, {
    nullable: true,
    description: "'Grade 1', 'Grade 2' or 'Sub-standard'; null: not graded at the scale",
  })
  grade!: DeliveryGrade | null;

  @Field(() => DateTime, { description: 'When it was registered' })
  receivedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account; null for a partner key, and once erased',
  })
  receivedBy!: string | null;
}

@ObjectType('Lot', { description: 'A harvest lot as staff see it', simpleResolvers: true })
export class LotType implements LotView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => LotKindEnum, { description: 'Registered at a farm, or made of other lots' })
  kind!: LotKind;

  @Field(() => Float, { description: 'kg in transformations and consignments' })
  used!: number;

  @Field(() => Float, { description: 'kg that are left: weight less used' })
  available!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Upper-case, e.g. FARM001; null of a derived lot, and once erased',
  })
  farmId!: string | null;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => String, { description: 'E.g. Trinitario' })
  cacaoVariety!: string;

  @Field(() => CalendarDate, { description: 'Not in the future; of a derived lot the first day' })
  harvestDate!: string;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, of a derived lot with more than one' })
  harvestUntil!: string | null;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; null once erased' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; null once erased' })
  longitude!: number | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => [String], {
    nullable: true,
    description: 'The plots that it came from, each as plot/version/salted hash; null: its place alone is known',
  })
  plots!: string[] | null;

  @Field(() => [String], { description: 'E.g. Organic, Fair Trade' })
  certifications!: string[];

  @Field(() => Float, { nullable: true, description: '0-100; null while not graded' })
  qualityScore!: number | null;

  @Field(() => Boolean, { description: 'Its public page names no farmer, farm or free text' })
  isAnonymized!: boolean;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  currentProcess!: Stage;

  @Field(() => String, {
    nullable: true,
    description: 'What was noted with its stage; null when nothing was, and once erased',
  })
  processDetails!: string | null;

  @Field(() => String, {
    description: "'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under Investigation'",
  })
  deforestationStatus!: DeforestationStatus;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last conclusive satellite check' })
  satelliteTimestamp!: string | null;

  @Field(() => Boolean, { description: 'The last conclusive check is older than 30 days, or there was none' })
  satelliteOutdated!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last check could not conclude, or that sample data was used; null when there is nothing to say',
  })
  satelliteMessage!: string | null;

  @Field(() => [MessageType], { description: `${SENTENCES} satelliteMessage` })
  satelliteSaid!: MessageType[];

  @Field(() => BlockchainHashType, { nullable: true, description: 'Null until the creation is recorded' })
  blockchainHash!: BlockchainHashType | null;

  @Field(() => DateTime, { description: 'When it was registered' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: string;

  @Field(() => DateTime, { description: 'The same as updatedAt' })
  timestamp!: string;

  @Field(() => Int, { description: "Counts what people change, not the ledger's or the satellite's answers" })
  version!: number;
}

@ObjectType('PublicLot', {
  description: 'A lot as shoppers see it: places rounded, no UUID; anonymised lots without names',
})
export class PublicLotType implements PublicLotView {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => LotKindEnum, { description: 'Registered at a farm, or made of other lots' })
  kind!: LotKind;

  @Field(() => String, { nullable: true, description: 'Null for anonymised lots, and once erased' })
  farmId!: string | null;

  @Field(() => String, { nullable: true, description: 'Null for anonymised lots, and once erased' })
  farmerName!: string | null;

  @Field(() => String, { description: 'E.g. Trinitario' })
  cacaoVariety!: string;

  @Field(() => CalendarDate, { description: 'Not in the future; of a derived lot the first day' })
  harvestDate!: string;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, of a derived lot with more than one' })
  harvestUntil!: string | null;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  currentProcess!: Stage;

  @Field(() => Float, { nullable: true, description: '0-100' })
  qualityScore!: number | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => String, {
    nullable: true,
    description: 'What was noted with its stage; null for anonymised lots, and once erased',
  })
  processDetails!: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Degrees, WGS 84, to two decimals; to one for anonymised lots; null once erased',
  })
  latitude!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Degrees, WGS 84, to two decimals; to one for anonymised lots; null once erased',
  })
  longitude!: number | null;

  @Field(() => String, {
    description: "'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under Investigation'",
  })
  deforestationStatus!: DeforestationStatus;

  @Field(() => StatusSourceEnum, { description: 'What that status comes from' })
  statusDecidedBy!: StatusSource;

  @Field(() => CalendarDate, { nullable: true, description: 'The day of that, UTC; null where nobody decided yet' })
  statusDecidedOn!: string | null;

  @Field(() => PendingReasonEnum, { nullable: true, description: "Null unless the status is 'Pending Review'" })
  pendingReason!: PendingReason | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last conclusive satellite check' })
  satelliteTimestamp!: string | null;

  @Field(() => Boolean, { description: 'The satellite result comes from sample data, not from observations' })
  sampleSatelliteData!: boolean;

  @Field(() => [String], { description: 'E.g. Organic, Fair Trade' })
  certifications!: string[];

  @Field(() => Boolean, { description: 'Its public page names no farmer, farm or free text' })
  isAnonymized!: boolean;

  @Field(() => DateTime, { description: 'The same as updatedAt' })
  timestamp!: string;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: string;

  @Field(() => BlockchainHashType, { nullable: true, description: 'Null until the creation is recorded' })
  blockchainHash!: BlockchainHashType | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The block of its newest recorded event; null until there is one, and while the ledger cannot be reached',
  })
  blockNumber!: number | null;
}

@InputType({ description: 'What the scale shows; gross less tare must be the weight of the lot' })
export class DeliveryInput implements DeliveryValues {
  @Field(() => Int, { description: 'From 1 to 2,000' })
  bags!: number;

  @Field(() => Float, { description: 'kg, beans and bags' })
  grossKg!: number;

  @Field(() => Float, { description: 'kg, the bags alone' })
  tareKg!: number;

  @Field(() => String, { nullable: true, description: "'Grade 1', 'Grade 2' or 'Sub-standard'" })
  grade?: DeliveryGrade | null;
}

@InputType({ description: 'A new lot; it begins as harvested' })
export class CreateLotInput implements GivenValues {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { description: 'Upper-case, e.g. FARM001' })
  farmId!: string;

  @Field(() => String, { description: 'At most 120 characters' })
  farmerName!: string;

  @Field(() => String, { description: 'E.g. Trinitario' })
  cacaoVariety!: string;

  @Field(() => CalendarDate, { description: 'Not in the future; of a derived lot the first day' })
  harvestDate!: string;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, of a derived lot with more than one' })
  harvestUntil!: string | null;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; stored with six decimals; left out with plots' })
  latitude!: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; stored with six decimals; left out with plots' })
  longitude!: number | undefined;

  @Field(() => [String], { nullable: true, description: 'Names or ids of plots of the farm, at most 20' })
  plots!: string[] | null | undefined;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => [String], { defaultValue: [], description: 'E.g. Organic, Fair Trade' })
  certifications!: string[];

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True keeps names and free text off its public page, and rounds its place to one decimal',
  })
  isAnonymized!: boolean;

  @Field(() => Float, { nullable: true, description: '0-100' })
  qualityScore!: number | null | undefined;

  @Field(() => DeliveryInput, { nullable: true, description: 'For a lot that is received at a scale' })
  delivery?: DeliveryInput | null;
}

@InputType({ description: 'The fields to change; what is left out stays' })
export class UpdateLotInput implements Pick<GivenValues, EditableField> {
  @Field(() => String, { nullable: true, description: 'Admins only' })
  farmId!: string | undefined;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  farmerName!: string | undefined;

  @Field(() => String, { nullable: true, description: 'E.g. Trinitario' })
  cacaoVariety!: string | undefined;

  @Field(() => CalendarDate, { nullable: true, description: 'Not in the future' })
  harvestDate!: string | undefined;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; stored with six decimals' })
  latitude!: number | undefined;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; stored with six decimals' })
  longitude!: number | undefined;

  @Field(() => Float, { nullable: true, description: 'kg' })
  weight!: number | undefined;

  @Field(() => Float, { nullable: true, description: '%' })
  moistureContent!: number | undefined;

  @Field(() => Float, { nullable: true, description: '°C' })
  temperature!: number | undefined;

  @Field(() => [String], { nullable: true, description: 'E.g. Organic, Fair Trade' })
  certifications!: string[] | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True keeps names and free text off its public page, and rounds its place to one decimal',
  })
  isAnonymized!: boolean | undefined;

  @Field(() => [String], {
    nullable: true,
    description: 'Names or ids of plots of its farm, at most 20, which set its place; none takes them away',
  })
  plots!: string[] | null | undefined;

  @Field(() => Float, { nullable: true, description: '0-100; null takes the grade away' })
  qualityScore!: number | null | undefined;

  @Field(() => Int, { nullable: true, description: 'The version that was read; a stale one is a VersionConflict' })
  version?: number;
}
