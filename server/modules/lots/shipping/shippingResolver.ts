import { Arg, Ctx, Float, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { confirmationRequest } from '../../../domain/lot/lotInput.ts';
import type { ReviewState } from '../../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../../domain/lot/stages.ts';
import type { Context } from '../../../platform/graphql/context.ts';
import { ProcessStageEnum } from '../../../platform/graphql/enums.ts';
import { NotFound, orFailure, StageNotAllowed } from '../../../platform/graphql/failures.ts';
import { parsePage } from '../../../platform/graphql/pageInput.ts';
import { parseInput } from '../../../platform/validation/parseInput.ts';
import type { ShippingReviews, ShippingReviewView } from './shippingReviews.ts';
import { ReviewStateEnum, ShippingReviewPage, ShippingReviewResult, ShippingReviewSaved } from './shippingTypes.ts';

/** Second persons, and what auditors look at after a lot was shipped. */
@Resolver()
export class ShippingResolver {
  readonly #services: { shippingReviews: ShippingReviews };

  constructor(services: { shippingReviews: ShippingReviews }) {
    this.#services = services;
  }

  @Query(() => ShippingReviewPage, {
    description:
      'Requests for a second person, and lots that were shipped although something spoke against it, the newest first. ' +
      'Example: `{ shippingReviews(state: open) { reviews { lotId warnings shippedBy } } }`',
  })
  shippingReviews(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('state', () => ReviewStateEnum, { nullable: true, description: 'Those that are so far' })
    state: ReviewState | null | undefined,
    @Arg('lotId', () => ID, { nullable: true, description: 'Those of one lot, by UUID or lotId' })
    lotId: string | null | undefined,
  ): Promise<ShippingReviewPage> {
    return this.#services.shippingReviews.list(caller, {
      ...parsePage(page, limit),
      state: state ?? undefined,
      lotId: lotId ?? undefined,
    });
  }

  @Mutation(() => ShippingReviewResult, {
    description:
      'Asks for a second person before a lot is shipped; the request counts for 24 hours. ' +
      'Example: `mutation { askShippingConfirmation(lotId: "LOT703") { ... on ShippingReviewSaved { review { id } } ' +
      '... on Failure { message } } }`',
  })
  askShippingConfirmation(
    @Arg('lotId', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) lotId: string,
    @Arg('stage', () => ProcessStageEnum, { defaultValue: 'shipped', description: 'shipped or delivered' })
    stage: Stage,
    @Arg('moisture', () => Float, {
      nullable: true,
      description: '%, as the stage change will state it; the stored one without it',
    })
    moisture: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ShippingReviewResult> {
    return this.#saved(() => {
      const asked = parseInput(confirmationRequest, { stage, moisture });
      return this.#services.shippingReviews.ask(caller, lotId, asked, info);
    });
  }

  @Mutation(() => ShippingReviewResult, {
    description:
      'Confirms as the second person that a lot may be shipped. ' +
      'Example: `mutation ($id: ID!) { confirmShipping(id: $id) { ... on ShippingReviewSaved { review { state } } ' +
      '... on Failure { message } } }`',
  })
  confirmShipping(
    @Arg('id', () => ID, { description: 'UUID of the review' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ShippingReviewResult> {
    return this.#saved(() => this.#services.shippingReviews.confirm(caller, id, info));
  }

  @Mutation(() => ShippingReviewResult, {
    description:
      'Notes that somebody looked at a lot that was shipped. ' +
      'Example: `mutation ($id: ID!) { closeShippingReview(id: $id) { ... on ShippingReviewSaved { review { state } } ' +
      '... on Failure { message } } }`',
  })
  closeShippingReview(
    @Arg('id', () => ID, { description: 'UUID of the review' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ShippingReviewResult> {
    return this.#saved(() => this.#services.shippingReviews.close(caller, id, info));
  }

  #saved(work: () => Promise<ShippingReviewView>): Promise<typeof ShippingReviewResult> {
    return orFailure([NotFound, StageNotAllowed], async () =>
      Object.assign(new ShippingReviewSaved(), { review: await work() }),
    );
  }
}
