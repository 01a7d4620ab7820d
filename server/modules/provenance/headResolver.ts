import { Arg, Int, Query, Resolver } from 'type-graphql';
import { ConsistencyProofType, SignedHeadType } from './headTypes.ts';
import type { LedgerHeads } from './ledgerHeads.ts';

interface Services {
  ledgerHeads: LedgerHeads;
}

@Resolver()
export class HeadResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => SignedHeadType, {
    nullable: true,
    description:
      "The ledger's signed head, now or as of so many blocks. Without login; null when there are not so many. " +
      'Example: `{ ledgerHead { blocks rootHash ledgerId signatures { mspId signature } } }`',
  })
  ledgerHead(
    @Arg('blocks', () => Int, { nullable: true, description: 'Number of blocks; without it all that are there' })
    blocks: number | null,
  ): Promise<SignedHeadType | null> {
    return this.#services.ledgerHeads.read(blocks ?? undefined);
  }

  @Query(() => ConsistencyProofType, {
    nullable: true,
    description:
      'The proof that the head of `to` blocks extends that of `from` blocks. Without login; null when there are not so many. ' +
      'Example: `{ ledgerConsistency(from: 1, to: 2) { from { rootHash } to { rootHash } hashes } }`',
  })
  ledgerConsistency(
    @Arg('from', () => Int, { description: 'Blocks of the earlier head' }) from: number,
    @Arg('to', () => Int, { description: 'Blocks of the later head' }) to: number,
  ): Promise<ConsistencyProofType | null> {
    return this.#services.ledgerHeads.consistency(from, to);
  }
}
