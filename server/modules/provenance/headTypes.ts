import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('OrganisationSignature', { description: "One organisation's signature" })
export class OrganisationSignatureType {
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

@ObjectType('TreeHead', { description: 'A head: what the ledger was when it had so many blocks' })
export class TreeHeadType {
  @Field(() => Int, { description: 'Number of blocks' })
  blocks!: number;

  @Field(() => String, { description: 'RFC 6962 root over the header hashes of these blocks, hex' })
  rootHash!: string;

  @Field(() => String, { description: 'Header hash of block 0, hex: which ledger it is' })
  ledgerId!: string;
}

@ObjectType('SignedHead', { description: 'A head that both organisations signed, version 1' })
export class SignedHeadType extends TreeHeadType {
  @Field(() => Int, { description: 'Version' })
  v!: number;

  @Field(() => String, { description: "'manam-trace/head'" })
  kind!: string;

  @Field(() => [OrganisationSignatureType], {
    description: 'Each over the canonical JSON (RFC 8785) of all else, and the certificate of the one who signs',
  })
  signatures!: OrganisationSignatureType[];
}

@ObjectType('ConsistencyProof', { description: 'The proof that a later head extends an earlier one' })
export class ConsistencyProofType {
  @Field(() => TreeHeadType, { description: 'The earlier head' })
  from!: TreeHeadType;

  @Field(() => TreeHeadType, { description: 'The later head' })
  to!: TreeHeadType;

  @Field(() => [String], { description: 'The hashes of RFC 6962, 2.1.2, in order, hex' })
  hashes!: string[];
}
