import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: "One organisation's signature" })
export class OrganisationSignature {
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
export class TreeHead {
  @Field(() => Int, { description: 'Number of blocks' })
  blocks!: number;

  @Field(() => String, { description: 'RFC 6962 root over the header hashes of these blocks, hex' })
  rootHash!: string;

  @Field(() => String, { description: 'Header hash of block 0, hex: which ledger it is' })
  ledgerId!: string;
}

@ObjectType({ description: 'A head that both organisations signed, version 1' })
export class SignedHead extends TreeHead {
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
export class ConsistencyProof {
  @Field(() => TreeHead, { description: 'The earlier head' })
  from!: TreeHead;

  @Field(() => TreeHead, { description: 'The later head' })
  to!: TreeHead;

  @Field(() => [String], { description: 'The hashes of RFC 6962, 2.1.2, in order, hex' })
  hashes!: string[];
}
