import { Field, Int, ObjectType } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { ACTION_DESCRIPTION } from '../lots/lotTypes.ts';
import { EndorserType } from './provenanceTypes.ts';

@ObjectType('AuditEntry', { description: 'One thing that happened to a lot, and where the ledger has it' })
export class AuditTrailEntryType {
  @Field(() => String, { description: ACTION_DESCRIPTION })
  action!: string;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage that the event set' })
  stage!: Stage | null;

  @Field(() => DateTime, { description: 'When it happened; of a step of an alert the day alone, at 00:00 UTC' })
  timestamp!: string;

  @Field(() => Int, { nullable: true, description: 'Null until recorded' })
  blockNumber!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account that acted; null for the system, and once it was erased',
  })
  user!: string | null;

  @Field(() => Boolean, {
    description: 'The ledger holds this event with our content, and its hashes and signatures are valid',
  })
  blockchainVerified!: boolean;

  @Field(() => String, { nullable: true, description: 'What was noted, or what the event set' })
  details!: string | null;

  @Field(() => String, { nullable: true, description: 'Null until recorded' })
  transactionId!: string | null;

  @Field(() => String, { nullable: true, description: "The first endorser's signature, ECDSA P-256, DER, hex" })
  digitalSignature!: string | null;

  @Field(() => [EndorserType], { description: 'Who signed the transaction' })
  endorsers!: EndorserType[];
}
