import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { ConsistencyProof, SignedHead } from './headTypes.ts';

@Resolver()
export class HeadResolver {
  @Query(() => SignedHead, {
    nullable: true,
    description:
      "The ledger's signed head, now or as of so many blocks. Without login; null when there are not so many. " +
      'Example: `{ ledgerHead { blocks rootHash ledgerId signatures { mspId signature } } }`',
  })
  ledgerHead(
    @Arg('blocks', () => Int, { nullable: true, description: 'Number of blocks; without it all that are there' })
    blocks: number | null,
    @Ctx() { services }: Context,
  ): Promise<SignedHead | null> {
    return services.ledgerHeads.read(blocks ?? undefined);
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
    @Ctx() { services }: Context,
  ): Promise<ConsistencyProof | null> {
    return services.ledgerHeads.consistency(from, to);
  }
}
