import { createUnionType, Field, ID, ObjectType } from 'type-graphql';
import type { ReviewState, ShippingStage, ShippingWarning } from '../../../domain/lot/shippingGuard.ts';
import { enumOf, ProcessStageEnum } from '../../../platform/graphql/enums.ts';
import { NotFound, StageNotAllowed } from '../../../platform/graphql/failures.ts';
import { PaginationObject } from '../../../platform/graphql/pagination.ts';
import { DateTime } from '../../../platform/graphql/scalars.ts';
import { ShippingWarningEnum } from '../lotEnums.ts';
import type { ShippingReviewView } from './shippingReviews.ts';

export const ReviewStateEnum = enumOf<ReviewState>('ShippingReviewState', 'How far the review of a shipment is', {
  waiting: 'A second person was asked',
  confirmed: 'A second person confirmed; the lot is not shipped yet',
  expired: 'The request is over, and the lot was not shipped with it',
  open: 'The lot was shipped, and nobody has looked at it yet',
  closed: 'Somebody looked at it',
});

@ObjectType('ShippingReview', {
  simpleResolvers: true,
  description: 'A request for a second person, or a lot that was shipped although something spoke against it',
})
export class ShippingReviewType implements ShippingReviewView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ID, { description: 'UUID of the lot' })
  lotUuid!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => ProcessStageEnum, { description: 'shipped or delivered' })
  stage!: ShippingStage;

  @Field(() => [ShippingWarningEnum], { description: 'What spoke against it, worst first' })
  warnings!: ShippingWarning[];

  @Field(() => ReviewStateEnum, { description: 'How far it is' })
  state!: ReviewState;

  @Field(() => DateTime, { description: 'When it was asked for, or the lot was shipped' })
  openedAt!: Date;

  @Field(() => String, { nullable: true, description: 'Who asked; null: nobody, or the name was erased' })
  askedBy!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Until when it may be confirmed and used; null: not asked' })
  expiresAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Null: not confirmed' })
  confirmedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The second person; null: not confirmed, or erased' })
  confirmedBy!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Null: not shipped with it' })
  shippedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who shipped the lot; null: not shipped, or erased' })
  shippedBy!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Null: nobody looked at it yet' })
  closedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who looked at it; null: nobody, or erased' })
  closedBy!: string | null;

  @Field(() => Boolean, { description: 'Whether whoever asks may confirm it' })
  mayConfirm!: boolean;

  @Field(() => Boolean, { description: 'Whether whoever asks may close it' })
  mayClose!: boolean;
}

@ObjectType({ description: 'One page of reviews' })
export class ShippingReviewPage {
  @Field(() => [ShippingReviewType], { description: 'The newest first' })
  reviews!: ShippingReviewType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'The review is stored' })
export class ShippingReviewSaved {
  @Field(() => ShippingReviewType, { description: 'As it is now' })
  review!: ShippingReviewType;
}

export const ShippingReviewResult = createUnionType({
  name: 'ShippingReviewResult',
  description: 'What a step of a review may answer',
  types: () => [ShippingReviewSaved, NotFound, StageNotAllowed] as const,
});
