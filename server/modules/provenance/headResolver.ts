import { Arg, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { LedgerHeads } from './ledgerHeads.ts';

@ObjectType({ description: "One organisation's signature" })
class OrganisationSignature {
  @Field(() => String, { description: 'Which organisation, e.g. ManamCoopMSP' })
  mspId!: string;

  @Field(() => String, { description: 'ECDSA P-256 with SHA-256, DER, hex' })
  signature!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its certificate, DER, hex; heads of before it stood there have none',
  })
  certificate?: string | undefined;
}

@ObjectType({ description: 'A head: what the ledger was when it had so many blocks' })
class TreeHead {
  @Field(() => Int, { description: 'Number of blocks' })
  blocks!: number;

  @Field(() => String, { description: 'RFC 6962 root over the header hashes of these blocks, hex' })
  rootHash!: string;

  @Field(() => String, { description: 'Header hash of block 0, hex: which ledger it is' })
  ledgerId!: string;
}

@ObjectType({ description: 'A head that both organisations signed, version 1' })
class SignedHead extends TreeHead {
  @Field(() => Int, { description: 'Version' })
  v!: number;

  @Field(() => String, { description: "'manam-trace/head'" })
  kind!: string;

  @Field(() => [OrganisationSignature], {
    description: 'Each over the canonical JSON (RFC 8785) of all else, and the certificate of the one who signs',
  })
  signatures!: OrganisationSignature[];
}

@ObjectType({ description: 'The proof that a later head extends an earlier one' })
class ConsistencyProof {
  @Field(() => TreeHead, { description: 'The earlier head' })
  from!: TreeHead;

  @Field(() => TreeHead, { description: 'The later head' })
  to!: TreeHead;

  @Field(() => [String], { description: 'The hashes of RFC 6962, 2.1.2, in order, hex' })
  hashes!: string[];
}

interface Services {
  ledgerHeads: LedgerHeads;
}

@Resolver()
export class HeadResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => SignedHead, {
    nullable: true,
    description:
      "The ledger's signed head, now or as of so many blocks. Without login; null when there are not so many. " +
      'Example: `{ ledgerHead { blocks rootHash ledgerId signatures { mspId signature } } }`',
  })
  ledgerHead(
    @Arg('blocks', () => Int, { nullable: true, description: 'Number of blocks; without it all that are there' })
    blocks: number | null,
  ): Promise<SignedHead | null> {
    return this.#services.ledgerHeads.read(blocks ?? undefined);
  }

  @Query(() => ConsistencyProof, {
    nullable: true,
    description:
      'The proof that the head of `to` blocks extends that of `from` blocks. Without login; null when there are not so many. ' +
      'Example: `{ ledgerConsistency(from: 1, to: 2) { from { rootHash } to { rootHash } hashes } }`',
  })
  ledgerConsistency(
    @Arg('from', () => Int, { description: 'Blocks of the earlier head' }) from: number,
    @Arg('to', () => Int, { description: 'Blocks of the later head' }) to: number,
  ): Promise<ConsistencyProof | null> {
    return this.#services.ledgerHeads.consistency(from, to);
  }
}
