import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Stage } from '../domain/stages.ts';
import { LedgerStateEnum, LotChangeEnum, ProcessStageEnum, RecordStatusEnum } from '../graphql/enums.ts';
import { LotIdTaken, NotFound, StageNotAllowed, VersionConflict } from '../graphql/failures.ts';
import { PaginationObject } from '../graphql/pagination.ts';
import { CalendarDate, DateTime } from '../graphql/scalars.ts';
import type { LedgerStatus } from './lot.ts';

@ObjectType({
  description: "The newest recorded event's transaction, and whether later events still wait",
  simpleResolvers: true,
})
export class BlockchainHash {
  @Field(() => String)
  transactionId!: string;

  @Field(() => String)
  signature!: string;

  @Field(() => RecordStatusEnum)
  status!: LedgerStatus;
}

@ObjectType('Lot', { description: 'A harvest lot as staff see it', simpleResolvers: true })
export class LotType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  lotId!: string;

  @Field(() => String, { nullable: true })
  farmId!: string | null;

  @Field(() => String, { nullable: true })
  farmerName!: string | null;

  @Field(() => String)
  cacaoVariety!: string;

  @Field(() => CalendarDate)
  harvestDate!: string;

  @Field(() => Float, { nullable: true })
  latitude!: number | null;

  @Field(() => Float, { nullable: true })
  longitude!: number | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => [String])
  certifications!: string[];

  @Field(() => Float, { nullable: true, description: '0-100; null while not graded' })
  qualityScore!: number | null;

  @Field(() => Boolean)
  isAnonymized!: boolean;

  @Field(() => ProcessStageEnum)
  currentProcess!: Stage;

  @Field(() => String, { nullable: true })
  processDetails!: string | null;

  @Field(() => String, {
    description: "'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under Investigation'",
  })
  deforestationStatus!: string;

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

  @Field(() => BlockchainHash, { nullable: true, description: 'Null until the creation is recorded' })
  blockchainHash!: BlockchainHash | null;

  @Field(() => DateTime)
  createdAt!: string;

  @Field(() => DateTime)
  updatedAt!: string;

  @Field(() => DateTime)
  timestamp!: string;

  @Field(() => Int, { description: "Counts what people change, not the ledger's or the satellite's answers" })
  version!: number;
}

@ObjectType({ simpleResolvers: true })
export class LotPage {
  @Field(() => [LotType])
  lots!: LotType[];

  @Field(() => PaginationObject)
  pagination!: PaginationObject;
}

@InputType()
export class LotFilter {
  @Field(() => String, { nullable: true, description: 'Looks in lotId, farmId, farmerName and variety' })
  search?: string | null;

  @Field(() => ProcessStageEnum, { nullable: true })
  status?: Stage | null;

  @Field(() => ProcessStageEnum, { nullable: true })
  stage?: Stage | null;

  @Field(() => String, { nullable: true })
  variety?: string | null;

  @Field(() => String, { nullable: true, description: "'compliant', 'non-compliant' or a deforestation status" })
  eudr?: string | null;

  @Field(() => LedgerStateEnum, { nullable: true })
  blockchain?: 'recorded' | 'pending' | null;

  @Field(() => CalendarDate, { nullable: true, description: 'First day, included' })
  harvestedFrom?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, included' })
  harvestedTo?: string | null;
}

@ObjectType({ description: "The list's header figures" })
export class LotStats {
  @Field(() => Int)
  totalLots!: number;

  @Field(() => Int)
  compliantLots!: number;

  @Field(() => Float, { nullable: true, description: '%, one decimal; null without lots' })
  complianceRate!: number | null;

  @Field(() => Float, { nullable: true, description: '0-100, one decimal; null when no lot is graded' })
  averageQuality!: number | null;

  @Field(() => Float, { description: 'kg' })
  totalWeight!: number;

  @Field(() => Int)
  recordedLots!: number;

  @Field(() => Int)
  pendingLots!: number;
}

@ObjectType()
export class FieldChange {
  @Field(() => String)
  field!: string;

  @Field(() => String, { nullable: true })
  from!: string | null;

  @Field(() => String, { nullable: true })
  to!: string | null;
}

@ObjectType({ description: 'One event of a lot; personal values are null once they were erased' })
export class HistoryEntry {
  @Field(() => DateTime)
  at!: string;

  @Field(() => String)
  action!: string;

  @Field(() => String, { nullable: true })
  actor!: string | null;

  @Field(() => ProcessStageEnum, { nullable: true })
  stage!: Stage | null;

  @Field(() => [FieldChange])
  changes!: FieldChange[];

  @Field(() => String, { nullable: true, description: 'Null until recorded' })
  transactionId!: string | null;
}

@ObjectType()
export class QrCode {
  @Field(() => String, { description: 'PNG data address' })
  qrCode!: string;

  @Field(() => String, { description: 'What the code holds' })
  url!: string;
}

@InputType()
export class CreateLotInput {
  @Field(() => String)
  lotId!: string;

  @Field(() => String)
  farmId!: string;

  @Field(() => String)
  farmerName!: string;

  @Field(() => String)
  cacaoVariety!: string;

  @Field(() => CalendarDate)
  harvestDate!: string;

  @Field(() => Float)
  latitude!: number;

  @Field(() => Float)
  longitude!: number;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => [String], { defaultValue: [] })
  certifications!: string[];

  @Field(() => Boolean, { defaultValue: false })
  isAnonymized!: boolean;

  @Field(() => Float, { nullable: true, description: '0-100' })
  qualityScore?: number | null;
}

@InputType({ description: 'The fields to change; what is left out stays' })
export class UpdateLotInput {
  @Field(() => String, { nullable: true, description: 'Admins only' })
  farmId?: string;

  @Field(() => String, { nullable: true })
  farmerName?: string;

  @Field(() => String, { nullable: true })
  cacaoVariety?: string;

  @Field(() => CalendarDate, { nullable: true })
  harvestDate?: string;

  @Field(() => Float, { nullable: true })
  latitude?: number;

  @Field(() => Float, { nullable: true })
  longitude?: number;

  @Field(() => Float, { nullable: true })
  weight?: number;

  @Field(() => Float, { nullable: true })
  moistureContent?: number;

  @Field(() => Float, { nullable: true })
  temperature?: number;

  @Field(() => [String], { nullable: true })
  certifications?: string[];

  @Field(() => Boolean, { nullable: true })
  isAnonymized?: boolean;

  @Field(() => Float, { nullable: true, description: '0-100; null takes the grade away' })
  qualityScore?: number | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; a stale one is a VersionConflict' })
  version?: number;
}

@InputType()
export class QualityChecksInput {
  @Field(() => Float, { nullable: true, description: '%' })
  moisture?: number | null;

  @Field(() => Float, { nullable: true, description: '°C' })
  temperature?: number | null;

  @Field(() => String, { nullable: true })
  notes?: string | null;
}

@InputType()
export class StageTimesInput {
  @Field(() => DateTime, { nullable: true })
  startTime?: string | null;

  @Field(() => DateTime, { nullable: true })
  endTime?: string | null;
}

@InputType()
export class UpdateProcessInput {
  @Field(() => ProcessStageEnum)
  currentProcess!: Stage;

  @Field(() => String)
  processDetails!: string;

  @Field(() => String, { nullable: true })
  location?: string | null;

  @Field(() => String, { nullable: true })
  operatorName?: string | null;

  @Field(() => QualityChecksInput, { nullable: true })
  qualityChecks?: QualityChecksInput | null;

  @Field(() => StageTimesInput, { nullable: true })
  timestamps?: StageTimesInput | null;
}

@ObjectType()
export class LotCreated {
  @Field(() => LotType)
  lot!: LotType;

  @Field(() => String)
  message!: string;
}

@ObjectType()
export class LotUpdated {
  @Field(() => LotType)
  lot!: LotType;
}

@ObjectType()
export class ProcessUpdated {
  @Field(() => LotType)
  lot!: LotType;

  @Field(() => String, { nullable: true, description: 'Null until recorded' })
  transactionId!: string | null;
}

@ObjectType()
export class LotDeleted {
  @Field(() => Boolean)
  deleted!: boolean;

  @Field(() => String)
  lotId!: string;
}

@ObjectType()
export class LotEvent {
  @Field(() => LotChangeEnum)
  kind!: 'CREATED' | 'CHANGED' | 'DELETED';

  @Field(() => ID)
  id!: string;

  @Field(() => String)
  lotId!: string;

  @Field(() => LotType, { nullable: true, description: 'Null when deleted' })
  lot!: LotType | null;
}

export const CreateLotResult = createUnionType({
  name: 'CreateLotResult',
  types: () => [LotCreated, LotIdTaken] as const,
});
export const UpdateLotResult = createUnionType({
  name: 'UpdateLotResult',
  types: () => [LotUpdated, NotFound, VersionConflict] as const,
});
export const UpdateProcessResult = createUnionType({
  name: 'UpdateProcessResult',
  types: () => [ProcessUpdated, NotFound, StageNotAllowed] as const,
});
export const DeleteLotResult = createUnionType({
  name: 'DeleteLotResult',
  types: () => [LotDeleted, NotFound] as const,
});
