import { createUnionType, Field, Float, Int, ID, ObjectType } from 'type-graphql';
import { ProcessStageEnum, enumOf } from '../../platform/graphql/enums.ts';
import { NotFound } from '../../platform/graphql/failures.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { TransformationStep } from '../../domain/mass/massBalance.ts';
import type { FarmShareView, OriginStepView, PublicOriginsView } from '../../domain/public/publicAnswers.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { ACTION_DESCRIPTION } from '../lots/lotTypes.ts';

const VerificationStateEnum = enumOf<'verified' | 'pending' | 'differs' | 'unavailable'>(
  'VerificationState',
  'How the database row of a lot stands against its ledger events',
  {
    verified: 'Every field agrees, and all hashes and signatures are valid',
    pending: 'What is recorded agrees; later events still wait',
    differs: 'A field differs, or a block or an event does not check out',
    unavailable: 'The ledger cannot be reached; nothing was checked',
  },
);
const FieldStateEnum = enumOf<'match' | 'differs' | 'pending' | 'erased'>(
  'FieldState',
  'How one field stands against the ledger',
  {
    match: 'The ledger says the same',
    differs: 'The ledger says otherwise',
    pending: 'Its last change still waits to be recorded',
    erased: 'Erased with the data of a person; there is nothing to compare',
  },
);

@ObjectType('Endorser', { simpleResolvers: true, description: 'An organisation that signed a transaction' })
export class EndorserType {
  @Field(() => String, { description: "The organisation's name on the ledger" })
  mspId!: string;

  @Field(() => String, { description: "The organisation's name for people" })
  organisation!: string;

  @Field(() => String, { description: 'SHA-256, hex' })
  certificateFingerprint!: string;

  @Field(() => String, { description: 'ECDSA P-256, DER, hex' })
  signature!: string;
}

@ObjectType('SatelliteCheck', {
  description: 'What the check looked at that the status of a lot is dated by',
  simpleResolvers: true,
})
export class PublicSatelliteCheck {
  @Field(() => String, { description: 'Its name' })
  dataset!: string;

  @Field(() => String, { description: 'Its version' })
  datasetVersion!: string;

  @Field(() => Boolean, { description: 'Made up for demonstrations' })
  sample!: boolean;

  @Field(() => Float, { description: 'Land that was looked at' })
  hectares!: number;

  @Field(() => Int, { description: 'Width of the smallest square that the dataset tells apart' })
  pixelMeters!: number;
}

@ObjectType('FarmShare', {
  description: 'What one farm has in a lot that was made of others; farms have no names here',
  simpleResolvers: true,
})
class FarmShareType implements FarmShareView {
  @Field(() => Float, { description: "kg of the lot's present weight" })
  weight!: number;

  @Field(() => Float, { description: '%, one decimal' })
  percent!: number;

  @Field(() => Int, { description: 'Its origin lots' })
  lots!: number;

  @Field(() => Float, { nullable: true, description: 'Degrees, rounded as on the page of its largest origin lot' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees, rounded as on the page of its largest origin lot' })
  longitude!: number | null;
}

@ObjectType({ description: 'All farms that are not listed', simpleResolvers: true })
class OtherFarms {
  @Field(() => Int, { description: 'How many' })
  farms!: number;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%, one decimal' })
  percent!: number;

  @Field(() => Int, { description: 'Their origin lots' })
  lots!: number;
}

@ObjectType({ description: 'The part of a variety in a lot', simpleResolvers: true })
class VarietyPercent {
  @Field(() => String, { description: 'E.g. Trinitario' })
  variety!: string;

  @Field(() => Float, { description: '%, one decimal' })
  percent!: number;
}

@ObjectType('OriginStep', {
  description: "A step that a lot's beans went through on the way from their origin lots",
  simpleResolvers: true,
})
class OriginStepType implements OriginStepView {
  @Field(() => String, { description: 'fermentation, drying, cleaning, grading, blending or packing' })
  step!: TransformationStep;

  @Field(() => CalendarDate, { description: 'First day, UTC' })
  from!: string;

  @Field(() => CalendarDate, { description: 'Last day, UTC' })
  until!: string;

  @Field(() => Int, { description: 'Transformations of this step' })
  transformations!: number;
}

@ObjectType('PublicOrigins', { description: 'Where a lot that was made of others comes from', simpleResolvers: true })
export class PublicOriginsType implements PublicOriginsView {
  @Field(() => Int, { description: 'Farms; those whose lots were erased count as one' })
  farms!: number;

  @Field(() => Int, { description: 'Origin lots' })
  lots!: number;

  @Field(() => [String], { description: 'ISO 3166-1 alpha-2 of the rounded places, those with most beans first' })
  countries!: string[];

  @Field(() => [FarmShareType], { description: 'At most 60, largest first' })
  shares!: FarmShareType[];

  @Field(() => OtherFarms, { nullable: true, description: 'All other farms together; null where all are listed' })
  others!: OtherFarms | null;

  @Field(() => [VarietyPercent], { description: 'Largest first' })
  varieties!: VarietyPercent[];

  @Field(() => [OriginStepType], { description: 'In the order of their first day' })
  steps!: OriginStepType[];
}

@ObjectType('ProvenanceEntry', { description: 'One event of a lot, as the ledger holds it', simpleResolvers: true })
export class ProvenanceEntryType {
  @Field(() => ID, { description: 'UUID of the event' })
  id!: string;

  @Field(() => String, { description: ACTION_DESCRIPTION })
  action!: string;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage that the event set' })
  stage!: Stage | null;

  @Field(() => String, { description: 'Hex' })
  transactionId!: string;

  @Field(() => DateTime, { description: 'When it happened; of a step of an alert the day alone, at 00:00 UTC' })
  timestamp!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account that acted; null for the system, and once it was erased',
  })
  user!: string | null;

  @Field(() => Int, { description: 'The block that it stands in' })
  blockNumber!: number;

  @Field(() => Int, { description: "Its place in the lot's chain, from 1" })
  sequenceNumber!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Where it happened, as noted; null when nothing was, and once erased',
  })
  location!: string | null;

  @Field(() => String, { nullable: true, description: 'What was noted, or what a check concluded' })
  details!: string | null;

  @Field(() => Boolean, { description: "The block's hashes and both organisations' signatures are valid" })
  consensusValidated!: boolean;

  @Field(() => Boolean, { description: "The event's content and its endorsements are valid" })
  verified!: boolean;

  @Field(() => String, { description: "The first endorser's signature, ECDSA P-256, DER, hex" })
  cryptographicSignature!: string;

  @Field(() => [EndorserType], { description: 'Who signed the transaction' })
  endorsers!: EndorserType[];
}

@ObjectType({ description: 'How one field stands against the ledger' })
export class FieldVerification {
  @Field(() => String, { description: "The lot's field, e.g. weight" })
  field!: string;

  @Field(() => FieldStateEnum, { description: 'How it compares' })
  state!: 'match' | 'differs' | 'pending' | 'erased';
}

@ObjectType('Discrepancy', { description: 'Where the database and the ledger differ; values in API units, as text' })
export class DiscrepancyType {
  @Field(() => String, {
    description: "A field of the lot, 'deleted', or what does not check out, e.g. 'event 3' or 'block 12'",
  })
  field!: string;

  @Field(() => String, { description: 'HIGH or MEDIUM' })
  severity!: string;

  @Field(() => MessageType, { description: 'Why; no value of the lot stands in it' })
  said!: MessageType;
}

@ObjectType('Verification', { description: 'The database row against what its ledger events say, field by field' })
export class VerificationType {
  @Field(() => VerificationStateEnum, { description: 'What came of it' })
  state!: 'verified' | 'pending' | 'differs' | 'unavailable';

  @Field(() => Boolean, { description: 'Nothing differs; false where nothing could be compared' })
  dataMatches!: boolean;

  @Field(() => Float, { description: '%; 0 where nothing could be compared' })
  matchPercentage!: number;

  @Field(() => [FieldVerification], { description: 'Every field that is compared' })
  fields!: FieldVerification[];

  @Field(() => [DiscrepancyType], { description: 'Where they differ' })
  discrepancies!: DiscrepancyType[];

  @Field(() => DateTime, { description: 'When it was checked' })
  lastVerified!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Block time of its newest recorded event; null when nothing is recorded',
  })
  blockchainTimestamp!: string | null;
}

@ObjectType({ description: 'Where the newest event of a lot is recorded' })
export class ProvenanceSummary {
  @Field(() => Int, { description: 'The block that it stands in' })
  blockNumber!: number;

  @Field(() => String, { description: 'Hex' })
  transactionId!: string;

  @Field(() => String, { description: 'Name of the rules that judged it' })
  chaincode!: string;

  @Field(() => [EndorserType], { description: 'Who signed the transaction' })
  endorsers!: EndorserType[];
}

@ObjectType({ description: 'A lot and its record on the ledger' })
export class LotBlockchain {
  @Field(() => VerificationType, { description: 'How it stands against the ledger' })
  verification!: VerificationType;

  @Field(() => ProvenanceSummary, {
    nullable: true,
    description: 'Where its newest event is recorded; null when nothing is',
  })
  provenance!: ProvenanceSummary | null;
}

@ObjectType({ description: 'What a check of a lot rests on; nulls where nothing was checked' })
export class IntegrityProof {
  @Field(() => Boolean, { nullable: true, description: 'The contents and endorsements of all its events are valid' })
  blockchainVerified!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "The hashes of all its blocks and both organisations' signatures are valid",
  })
  networkConsensus!: boolean | null;

  @Field(() => String, { nullable: true, description: 'Content hash of its newest recorded event, SHA-256, hex' })
  cryptographicHash!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of its newest recorded event' })
  timestampProof!: string | null;
}

@ObjectType('IntegrityCheck', { description: 'What a check of a lot came to' })
export class IntegrityCheckType {
  @Field(() => Boolean, { description: 'The fields agree and all blocks are valid' })
  isValid!: boolean;

  @Field(() => Boolean, { description: "The state is 'verified'" })
  verified!: boolean;

  @Field(() => VerificationStateEnum, { description: 'How the lot stands against the ledger' })
  state!: 'verified' | 'pending' | 'differs' | 'unavailable';

  @Field(() => String, { description: 'What was found, in one sentence' })
  message!: string;

  @Field(() => [MessageType], { description: `${SENTENCES} the message` })
  said!: MessageType[];

  @Field(() => String, {
    nullable: true,
    description: 'Transaction of the newest recorded event, hex; null when nothing is recorded',
  })
  blockchainHash!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "Time of that transaction's block; null when nothing is recorded",
  })
  blockchainTimestamp!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Null when it was not checked' })
  networkConsensus!: boolean | null;

  @Field(() => DateTime, { description: 'When it was checked' })
  lastVerified!: string;

  @Field(() => [DiscrepancyType], { description: 'Where the database and the ledger differ' })
  discrepancies!: DiscrepancyType[];

  @Field(() => IntegrityProof, { description: 'What the check rests on' })
  proof!: IntegrityProof;
}

export const VerifyIntegrityResult = createUnionType({
  name: 'VerifyIntegrityResult',
  description: 'What a check may answer',
  types: () => [IntegrityCheckType, NotFound] as const,
});
