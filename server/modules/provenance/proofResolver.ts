import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { AuditTrailEntryType } from './proofTypes.ts';
import { publicLotId } from './publicLotId.ts';
import type { AuditTrail } from './auditTrail.ts';
import type { PublicProof } from './publicProof.ts';

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

  @Query(() => [AuditTrailEntryType], {
    nullable: true,
    description:
      'What happened to a lot beside what the ledger has of it, newest first; null when it is not in sight. ' +
      'Example: `{ auditTrail(id: "LOT701") { action timestamp blockchainVerified } }`',
  })
  auditTrail(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<AuditTrailEntryType[] | null> {
    return this.#services.auditTrail.read(caller, id);
  }

  @Query(() => String, {
    nullable: true,
    description:
      'The proof file of a public lot, version 1, as JSON text: all its events with what anyone needs to check them ' +
      'without asking. Without login; null when there is no such lot or nothing of it is recorded yet. ' +
      'Example: `{ publicProof(lotId: "LOT701") }`',
  })
  async publicProof(
    @Arg('lotId', () => String, { description: 'The number on the package, e.g. LOT701' }) lotId: string,
  ): Promise<string | null> {
    const proof = await this.#services.publicProof.make(publicLotId(lotId));
    return proof === null ? null : proof.toString('utf8');
  }
}
