import { createUnionType, Field, Float, Int, ID, ObjectType } from 'type-graphql';
import { FieldStateEnum, ProcessStageEnum, VerificationStateEnum } from '../graphql/enums.ts';
import { NotFound } from '../graphql/failures.ts';
import { CalendarDate, DateTime } from '../graphql/scalars.ts';
import type { Stage } from '../domain/stages.ts';
import { BlockchainHash } from '../lots/lotTypes.ts';

@ObjectType({ simpleResolvers: true })
export class Endorser {
  @Field(() => String)
  mspId!: string;

  @Field(() => String)
  organisation!: string;

  @Field(() => String, { description: 'SHA-256, hex' })
  certificateFingerprint!: string;

  @Field(() => String, { description: 'ECDSA P-256, DER, hex' })
  signature!: string;
}

@ObjectType({ description: 'One event of a lot, as the ledger holds it', simpleResolvers: true })
export class ProvenanceEntry {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  action!: string;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage that the event set' })
  stage!: Stage | null;

  @Field(() => String)
  transactionId!: string;

  @Field(() => DateTime)
  timestamp!: string;

  @Field(() => String, { nullable: true })
  user!: string | null;

  @Field(() => Int)
  blockNumber!: number;

  @Field(() => Int)
  sequenceNumber!: number;

  @Field(() => String, { nullable: true })
  location!: string | null;

  @Field(() => String, { nullable: true })
  details!: string | null;

  @Field(() => Boolean, { description: "The block's hashes and both organisations' signatures are valid" })
  consensusValidated!: boolean;

  @Field(() => Boolean, { description: "The event's content and its endorsements are valid" })
  verified!: boolean;

  @Field(() => String)
  cryptographicSignature!: string;

  @Field(() => [Endorser])
  endorsers!: Endorser[];
}

@ObjectType()
export class FieldVerification {
  @Field(() => String)
  field!: string;

  @Field(() => FieldStateEnum)
  state!: 'match' | 'differs' | 'pending' | 'erased';
}

@ObjectType({ description: 'Where the database and the ledger differ; values in API units, as text' })
export class Discrepancy {
  @Field(() => String)
  field!: string;

  @Field(() => String, { description: 'HIGH or MEDIUM' })
  severity!: string;
}

@ObjectType({ description: 'The database row against what its ledger events say, field by field' })
export class Verification {
  @Field(() => VerificationStateEnum)
  state!: 'verified' | 'pending' | 'differs' | 'unavailable';

  @Field(() => Boolean)
  dataMatches!: boolean;

  @Field(() => Float, { nullable: true, description: '%; null when nothing could be compared' })
  matchPercentage!: number | null;

  @Field(() => [FieldVerification])
  fields!: FieldVerification[];

  @Field(() => [Discrepancy])
  discrepancies!: Discrepancy[];

  @Field(() => DateTime)
  lastVerified!: string;

  @Field(() => DateTime, { nullable: true })
  blockchainTimestamp!: string | null;
}

@ObjectType()
export class ProvenanceSummary {
  @Field(() => Int, { nullable: true })
  blockNumber!: number | null;

  @Field(() => String, { nullable: true })
  transactionId!: string | null;

  @Field(() => String)
  chaincode!: string;

  @Field(() => [Endorser])
  endorsers!: Endorser[];
}

@ObjectType()
export class LotBlockchain {
  @Field(() => Verification)
  verification!: Verification;

  @Field(() => ProvenanceSummary, { nullable: true })
  provenance!: ProvenanceSummary | null;
}

@ObjectType()
export class IntegrityProof {
  @Field(() => Boolean, { nullable: true })
  blockchainVerified!: boolean | null;

  @Field(() => Boolean, { nullable: true })
  networkConsensus!: boolean | null;

  @Field(() => String, { nullable: true })
  cryptographicHash!: string | null;

  @Field(() => DateTime, { nullable: true })
  timestampProof!: string | null;
}

@ObjectType()
export class IntegrityCheck {
  @Field(() => Boolean)
  isValid!: boolean;

  @Field(() => Boolean)
  verified!: boolean;

  @Field(() => VerificationStateEnum)
  state!: 'verified' | 'pending' | 'differs' | 'unavailable';

  @Field(() => String, { description: 'What was found, in one sentence' })
  message!: string;

  @Field(() => String, { nullable: true })
  blockchainHash!: string | null;

  @Field(() => DateTime, { nullable: true })
  blockchainTimestamp!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Null when it was not checked' })
  networkConsensus!: boolean | null;

  @Field(() => DateTime)
  lastVerified!: string;

  @Field(() => [Discrepancy])
  discrepancies!: Discrepancy[];

  @Field(() => IntegrityProof)
  proof!: IntegrityProof;
}

export const VerifyIntegrityResult = createUnionType({
  name: 'VerifyIntegrityResult',
  types: () => [IntegrityCheck, NotFound] as const,
});

@ObjectType({ description: 'A lot as shoppers see it: places rounded, no UUID; anonymised lots without names' })
export class PublicLot {
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

  @Field(() => ProcessStageEnum)
  currentProcess!: Stage;

  @Field(() => Float, { nullable: true, description: '0-100' })
  qualityScore!: number | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => Float, { description: '%' })
  moistureContent!: number;

  @Field(() => Float, { description: '°C' })
  temperature!: number;

  @Field(() => String, { nullable: true })
  processDetails!: string | null;

  @Field(() => Float, { nullable: true, description: 'two decimals; one for anonymised lots' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'two decimals; one for anonymised lots' })
  longitude!: number | null;

  @Field(() => String)
  deforestationStatus!: string;

  @Field(() => DateTime, { nullable: true })
  satelliteTimestamp!: string | null;

  @Field(() => Boolean, { description: 'The satellite result comes from sample data, not from observations' })
  sampleSatelliteData!: boolean;

  @Field(() => [String])
  certifications!: string[];

  @Field(() => Boolean)
  isAnonymized!: boolean;

  @Field(() => DateTime)
  timestamp!: string;

  @Field(() => DateTime)
  updatedAt!: string;

  @Field(() => BlockchainHash, { nullable: true })
  blockchainHash!: BlockchainHash | null;
}
