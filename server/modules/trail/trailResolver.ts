import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { LotTrail } from './lotTrail.ts';
import { TRAIL_ENTRIES, trailListing } from './trailInput.ts';
import { TrailPageType } from './trailTypes.ts';

/** The trail of a lot over GraphQL. */
@Resolver()
export class TrailResolver {
  readonly #lotTrail: LotTrail;

  constructor({ lotTrail }: { lotTrail: LotTrail }) {
    this.#lotTrail = lotTrail;
  }

  @Query(() => TrailPageType, {
    nullable: true,
    description:
      'All that happened to a lot, newest first: its history, alerts with their steps, comments and files, documents, ' +
      'consignments, and for those with view_audit who exported it or took its papers; null if it is not visible. Example: ' +
      '`{ lotTrail(id: "LOT701") { entries { at action actor text } next } }`',
  })
  async lotTrail(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId' }) id: string,
    @Arg('before', () => String, { nullable: true, description: '`next` of the page before' })
    before: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: TRAIL_ENTRIES, description: '1 to 100' }) limit: number,
  ): Promise<TrailPageType | null> {
    return this.#lotTrail.read(caller, id, parseArguments(caller, trailListing, { before, limit }));
  }
}
