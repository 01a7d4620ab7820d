import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Mend } from '../../domain/consignment/closing.ts';
import type { Incoterm, ShippingContainer } from '../../domain/consignment/consignmentInput.ts';
import type { ConsignmentState } from '../../domain/consignment/states.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { ConsignmentStep } from '../../domain/ledger/content.ts';
import type { ShippingStage, ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { RecordStatus } from '../../domain/public/publicAnswers.ts';
import { enumOf, ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { FailureType, NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import { RecordStatusEnum, ShippingWarningEnum } from '../lots/lotEnums.ts';
import { BlockchainHashType } from '../lots/lotFieldTypes.ts';
import type { ShippingRequestView } from '../lots/shipping/shippingReviews.ts';
import type { ConsignmentRisk, ConsignmentRisks } from './consignmentSteps.ts';

export const ConsignmentStateEnum = enumOf<ConsignmentState>('ConsignmentState', 'How far a consignment is', {
  open: 'Lots are added and removed',
  closed: 'Its lots no longer change',
  shipped: 'It is on its way',
  delivered: 'The buyer has it',
});
export const IncotermEnum = enumOf<Incoterm>('Incoterm', 'Incoterms 2020', {
  EXW: 'Ex works',
  FCA: 'Free carrier',
  CPT: 'Carriage paid to',
  CIP: 'Carriage and insurance paid to',
  DAP: 'Delivered at place',
  DPU: 'Delivered at place unloaded',
  DDP: 'Delivered duty paid',
  FAS: 'Free alongside ship',
  FOB: 'Free on board',
  CFR: 'Cost and freight',
  CIF: 'Cost, insurance and freight',
});
const ConsignmentStepEnum = enumOf<ConsignmentStep>('ConsignmentStep', 'What happened to a consignment', {
  opened: 'It was opened',
  added: 'Lots were added',
  removed: 'Lots were removed',
  changed: 'Number, papers or net weight were changed',
  closed: 'It was closed',
  shipped: 'It was shipped',
  delivered: 'It was delivered',
});
const MendEnum = enumOf<Mend>('ClosingMend', 'What a person can do about a lot that keeps a consignment open', {
  remove: 'Remove the lot',
  takeLess: 'Take less of the lot',
  check: 'Have the origins checked by satellite',
  decideAlert: 'Decide the alert of an origin',
  outlinePlot: "Record the origin's plot",
});

@ObjectType('ConsignmentContainer', { simpleResolvers: true, description: 'A container of a consignment' })
export class ConsignmentContainer implements ShippingContainer {
  @Field(() => String, { description: 'ISO 6346, e.g. CSQU3054383' })
  number!: string;

  @Field(() => [String], { description: 'Numbers of its seals' })
  seals!: string[];
}

@ObjectType('Consignment', { description: 'What is shipped to one buyer' })
export class ConsignmentType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'At most 35 characters; no other consignment has it' })
  number!: string;

  @Field(() => ConsignmentStateEnum, { description: 'How far it is' })
  state!: ConsignmentState;

  @Field(() => ID, { description: 'UUID of the party that buys it' })
  buyerId!: string;

  @Field(() => String, { nullable: true, description: "The buyer's name; null once erased" })
  buyerName!: string | null;

  @Field(() => Float, { description: 'kg, of all lots in it' })
  weight!: number;

  @Field(() => Int, { description: 'How many lots are in it' })
  lotCount!: number;

  @Field(() => Float, { nullable: true, description: 'kg, as weighed before shipping; null: not yet' })
  netWeight!: number | null;

  @Field(() => Int, { nullable: true, description: 'How many bags' })
  bags!: number | null;

  @Field(() => [ConsignmentContainer], { description: 'Containers with their seals' })
  containers!: ConsignmentContainer[];

  @Field(() => String, { nullable: true, description: 'Number of the bill of lading' })
  billOfLading!: string | null;

  @Field(() => IncotermEnum, { nullable: true, description: 'Terms of delivery' })
  incoterm!: Incoterm | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of loading' })
  loadingDate!: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of departure' })
  departureDate!: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of arrival' })
  arrivalDate!: string | null;

  @Field(() => String, { nullable: true, description: 'Where it enters the market; ISO 3166-1 alpha-2' })
  countryOfEntry!: string | null;

  @Field(() => [MessageType], { description: 'What is doubtful about its data; nothing waits for it' })
  warnings!: MessageType[];

  @Field(() => DateTime, { nullable: true, description: 'Null while it is open' })
  closedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Null until it is shipped' })
  shippedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Null until it is delivered' })
  deliveredAt!: Date | null;

  @Field(() => RecordStatusEnum, { description: 'How far the ledger has its events' })
  ledgerStatus!: RecordStatus;

  @Field(() => BlockchainHashType, { nullable: true, description: 'Null until its opening is recorded' })
  blockchainHash!: BlockchainHashType | null;

  @Field(() => DateTime, { description: 'When it was opened' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: Date;

  @Field(() => Int, { description: 'Counts its changes by people, from 1' })
  version!: number;
}

@ObjectType({ description: 'One page of consignments' })
export class ConsignmentPage {
  @Field(() => [ConsignmentType], { description: 'The newest first' })
  consignments!: ConsignmentType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ simpleResolvers: true, description: 'A lot in a consignment' })
export class ConsignmentLot {
  @Field(() => ID, { description: 'UUID of the lot' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => Float, { description: 'kg in this consignment' })
  weight!: number;

  @Field(() => Float, { description: 'kg of the lot that nothing has used' })
  available!: number;

  @Field(() => Float, { description: 'kg that the lot weighs' })
  lotWeight!: number;

  @Field(() => String, { description: 'E.g. Trinitario' })
  variety!: string;

  @Field(() => ProcessStageEnum, { description: 'The stage that the lot is in' })
  currentProcess!: Stage;

  @Field(() => String, { description: "E.g. 'No Deforestation'" })
  deforestationStatus!: DeforestationStatus;

  @Field(() => DateTime, { nullable: true, description: 'Last conclusive check; null without one' })
  satelliteTimestamp!: Date | null;
}

@ObjectType({ description: 'One page of the lots in a consignment' })
export class ConsignmentLotPage {
  @Field(() => [ConsignmentLot], { description: 'By lot id' })
  lots!: ConsignmentLot[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ simpleResolvers: true, description: 'What a person can do about it, and where' })
export class ClosingMendType {
  @Field(() => MendEnum, { description: 'What to do' })
  kind!: Mend;

  @Field(() => String, { description: 'Page of the staff area' })
  link!: string;
}

@ObjectType({ simpleResolvers: true, description: 'Why a consignment cannot be closed with a lot in it' })
export class ClosingBlockerType {
  @Field(() => ID, { description: 'UUID of the lot in the consignment' })
  id!: string;

  @Field(() => String, { description: 'Its number' })
  lotId!: string;

  @Field(() => MessageType, { description: 'The reason' })
  reason!: MessageType;

  @Field(() => ClosingMendType, { description: 'How it is mended' })
  mend!: ClosingMendType;

  @Field(() => [String], { description: 'Origin lots that are the cause, at most ten' })
  origins!: string[];
}

@ObjectType({ description: 'Whether a consignment can be closed now' })
export class ConsignmentClosing {
  @Field(() => Boolean, { description: 'True: nothing keeps it open' })
  ready!: boolean;

  @Field(() => MessageType, { nullable: true, description: 'Why it is not ready; null when it is' })
  reason!: MessageType | null;

  @Field(() => Int, { description: 'How many lots are kept out' })
  blockedLots!: number;

  @Field(() => [ClosingBlockerType], { description: 'What keeps lots out, at most 200' })
  blockers!: ClosingBlockerType[];
}

@ObjectType({ simpleResolvers: true, description: 'A request for a second person that counts now' })
export class ShippingRequest implements ShippingRequestView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => Boolean, { description: 'True: a second person confirmed it' })
  isConfirmed!: boolean;

  @Field(() => DateTime, { description: 'Until when it may be confirmed and used' })
  expiresAt!: Date;

  @Field(() => String, { nullable: true, description: 'The second person; null: not confirmed, or erased' })
  confirmedBy!: string | null;
}

@ObjectType('ConsignmentRisk', { simpleResolvers: true, description: 'A lot that should not leave with a consignment' })
export class ConsignmentRiskType implements ConsignmentRisk {
  @Field(() => ID, { description: 'UUID of the lot' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => [ShippingWarningEnum], { description: 'What speaks against it, worst first' })
  warnings!: readonly ShippingWarning[];

  @Field(() => ShippingRequest, {
    nullable: true,
    description: 'Null: no second person was asked, or for less than speaks against it now',
  })
  request!: ShippingRequest | null;
}

@ObjectType('ConsignmentRisks', { simpleResolvers: true, description: 'What speaks against the next step' })
export class ConsignmentRisksType implements ConsignmentRisks {
  @Field(() => ProcessStageEnum, { nullable: true, description: 'shipped or delivered; null: it was delivered' })
  step!: ShippingStage | null;

  @Field(() => [ShippingWarningEnum], { description: 'Of all of its lots, worst first' })
  warnings!: ShippingWarning[];

  @Field(() => Int, { description: 'How many lots should not leave with it' })
  lotCount!: number;

  @Field(() => Int, {
    description: "How many of them have detected deforestation and no second person's confirmation",
  })
  unconfirmedLots!: number;

  @Field(() => [ConsignmentRiskType], { description: 'Those with the worst warnings first, at most 200' })
  lots!: ConsignmentRiskType[];
}

@ObjectType({ simpleResolvers: true, description: 'A step of a consignment' })
export class ConsignmentHistoryStep {
  @Field(() => ConsignmentStepEnum, { description: 'What happened' })
  step!: ConsignmentStep;

  @Field(() => DateTime, { description: 'When' })
  at!: Date;

  @Field(() => String, { nullable: true, description: 'Name of the account or partner key; null once erased' })
  by!: string | null;

  @Field(() => RecordStatusEnum, { description: 'What the ledger has of it' })
  state!: RecordStatus;

  @Field(() => String, { nullable: true, description: 'Its transaction; null until it is recorded' })
  transactionId!: string | null;
}

@ObjectType({ description: 'The consignment as it is now' })
export class ConsignmentSaved {
  @Field(() => ConsignmentType, { description: 'With its new version' })
  consignment!: ConsignmentType;

  @Field(() => [ShippingWarningEnum], {
    description: 'What speaks against lots that left with it, worst first; empty unless it was shipped or delivered',
  })
  warnings!: readonly ShippingWarning[];
}

@ObjectType({ implements: FailureType, description: 'The consignment stays open: some lots are kept out' })
export class ConsignmentKeptOpen extends FailureType {
  @Field(() => ConsignmentClosing, { description: 'What keeps it open' })
  closing!: ConsignmentClosing;
}

@InputType({ description: 'A container of a consignment' })
export class ContainerInput {
  @Field(() => String, { description: 'ISO 6346, e.g. CSQU3054383' })
  number!: string;

  @Field(() => [String], { defaultValue: [], description: 'Numbers of its seals, at most 10' })
  seals!: string[];
}

@InputType({ description: 'A new consignment' })
export class OpenConsignmentInput {
  @Field(() => String, { description: 'At most 35 characters; no other consignment may have it' })
  number!: string;

  @Field(() => ID, { description: 'UUID of the party that buys it' })
  buyerId!: string;

  @Field(() => Float, { nullable: true, description: 'kg, as weighed before shipping' })
  netWeight?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many bags' })
  bags?: number | null;

  @Field(() => [ContainerInput], { nullable: true, description: 'At most 200' })
  containers?: ContainerInput[] | null;

  @Field(() => String, { nullable: true, description: 'Number of the bill of lading' })
  billOfLading?: string | null;

  @Field(() => IncotermEnum, { nullable: true, description: 'Terms of delivery' })
  incoterm?: Incoterm | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of loading' })
  loadingDate?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of departure' })
  departureDate?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of arrival' })
  arrivalDate?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  countryOfEntry?: string | null;
}

@InputType({ description: 'What changes of a consignment; values that are left out stay, null takes one away' })
export class UpdateConsignmentInput {
  @Field(() => String, { nullable: true, description: 'At most 35 characters' })
  number?: string | null;

  @Field(() => ID, { nullable: true, description: 'UUID of the buyer; only while it is open' })
  buyerId?: string | null;

  @Field(() => Float, { nullable: true, description: 'kg, as weighed before shipping' })
  netWeight?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many bags' })
  bags?: number | null;

  @Field(() => [ContainerInput], { nullable: true, description: 'All of them; at most 200' })
  containers?: ContainerInput[] | null;

  @Field(() => String, { nullable: true, description: 'Number of the bill of lading' })
  billOfLading?: string | null;

  @Field(() => IncotermEnum, { nullable: true, description: 'Terms of delivery' })
  incoterm?: Incoterm | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of loading' })
  loadingDate?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of departure' })
  departureDate?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Day of arrival' })
  arrivalDate?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  countryOfEntry?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; another one now is a VersionConflict' })
  version?: number | null;
}

@InputType({ description: 'Grams of a lot for a consignment' })
export class ConsignmentLotInput {
  @Field(() => ID, { description: 'UUID or lot id' })
  lot!: string;

  @Field(() => Float, { description: 'kg, added to what is in it already' })
  weight!: number;
}

export const ConsignmentResult = createUnionType({
  name: 'ConsignmentResult',
  description: 'What changing a consignment may answer',
  types: () => [ConsignmentSaved, NotFound, VersionConflict] as const,
});
export const CloseConsignmentResult = createUnionType({
  name: 'CloseConsignmentResult',
  description: 'What closing a consignment may answer',
  types: () => [ConsignmentSaved, ConsignmentKeptOpen, NotFound, VersionConflict] as const,
});
