import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { ACTION_DESCRIPTION } from '../lots/lotTypes.ts';
import { publicLotId } from './publicLotId.ts';
import type { AuditTrail } from './auditTrail.ts';
import { EndorserType } from './provenanceTypes.ts';
import type { PublicProof } from './publicProof.ts';

@ObjectType({ description: 'One thing that happened to a lot, and where the ledger has it' })
class AuditEntry {
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

interface Services {
  auditTrail: AuditTrail;
  publicProof: PublicProof;
}

@Resolver()
export class ProofResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => [AuditEntry], {
    nullable: true,
    description:
      'What happened to a lot beside what the ledger has of it, newest first; null when it is not in sight. ' +
      'Example: `{ auditTrail(id: "LOT701") { action timestamp blockchainVerified } }`',
  })
  auditTrail(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<AuditEntry[] | null> {
    return this.#services.auditTrail.read(caller, id);
  }

  @Query(() => String, {
    nullable: true,
    description:
      'The proof file of a public lot, version 2, as JSON text: all its events with what anyone needs to check them ' +
      'without asking; or that of a lot that it was made of. Without login; null when there is no such lot or nothing of ' +
      'it is recorded yet. ' +
      'Example: `{ publicProof(lotId: "LOT701") }`',
  })
  async publicProof(
    @Arg('lotId', () => String, { description: 'The number on the package, e.g. LOT701' }) lotId: string,
    @Arg('input', () => String, {
      nullable: true,
      description: 'Key on the ledger of a lot that it was made of, directly or over others, as its proof names it',
    })
    input?: string | null,
  ): Promise<string | null> {
    const { publicProof } = this.#services;
    const id = publicLotId(lotId);
    const proof = await (input === undefined || input === null
      ? publicProof.make(id)
      : publicProof.makeInput(id, input));
    return proof === null ? null : proof.toString('utf8');
  }
}
