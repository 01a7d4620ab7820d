import { z } from 'zod';
import { confirmationRequest } from '../../../domain/lot/lotInput.ts';
import { REVIEW_STATES, SHIPPING_STAGES } from '../../../domain/lot/shippingGuard.ts';
import { instant, paginationSchema } from '../../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../../platform/rest/query.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { idText } from '../../../platform/validation/idText.ts';
import { oneOf } from '../../../platform/validation/inputSchemas.ts';
import { shippingWarningsSchema } from '../lotAnswerSchemas.ts';
import type { ShippingReviews, ShippingReviewView } from './shippingReviews.ts';

const reviewSchema = z
  .strictObject({
    id: z.uuid(),
    lotUuid: z.uuid(),
    lotId: z.string(),
    stage: z.enum(SHIPPING_STAGES),
    warnings: shippingWarningsSchema,
    state: z
      .enum(REVIEW_STATES)
      .describe('waiting, confirmed, expired: of a request; open, closed: of a lot that was shipped'),
    openedAt: instant.describe('When it was asked for, or the lot was shipped'),
    askedBy: z.string().nullable().describe('Null: nobody asked, or the name was erased; as for the other names'),
    expiresAt: instant.nullable(),
    confirmedAt: instant.nullable(),
    confirmedBy: z.string().nullable(),
    shippedAt: instant.nullable(),
    shippedBy: z.string().nullable(),
    closedAt: instant.nullable(),
    closedBy: z.string().nullable(),
    mayConfirm: z.boolean().describe('Whether whoever asks may confirm it'),
    mayClose: z.boolean().describe('Whether whoever asks may close it'),
  })
  .meta({ id: 'ShippingReview' });

const answer = z.strictObject({ review: reviewSchema });
const params = z.object({ id: idText().describe('UUID of the review') });

/** REST calls of second persons, and of what auditors look at after a lot was shipped. */
export const shippingRoutes = ({ shippingReviews }: { shippingReviews: ShippingReviews }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/shipping-reviews',
    summary: 'Requests for a second person, and lots shipped although something spoke against it, the newest first',
    access: 'staff',
    query: z.strictObject({
      ...pageQuery(20),
      state: oneOf('state', REVIEW_STATES).optional(),
      lotId: idText('lotId').describe('UUID or lot id').optional(),
    }),
    answer: z.strictObject({ reviews: z.array(reviewSchema), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { reviews, pagination } = await shippingReviews.list(caller, query);
      return { data: { reviews: reviews.map(reviewData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/lots/:id/shipping-reviews',
    summary: 'Ask for a second person before a lot is shipped',
    description:
      'Takes edit_lot. The request counts for 24 hours, for what speaks against the lot now; one that covers it already ' +
      'is answered.',
    access: 'staff',
    params: z.object({ id: idText() }),
    body: confirmationRequest,
    answer,
    status: 201,
    handle: async ({ caller, params: { id }, body, info }) => ({
      data: { review: reviewData(await shippingReviews.ask(caller, id, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/shipping-reviews/:id/confirm',
    summary: 'Confirm as the second person that a lot may be shipped',
    description: 'Takes close_alerts and a session; never the person who asked.',
    access: 'staff',
    params,
    answer,
    handle: async ({ caller, params: { id }, info }) => ({
      data: { review: reviewData(await shippingReviews.confirm(caller, id, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/shipping-reviews/:id/close',
    summary: 'Note that somebody looked at a lot that was shipped',
    description: 'Takes close_alerts.',
    access: 'staff',
    params,
    answer,
    handle: async ({ caller, params: { id }, info }) => ({
      data: { review: reviewData(await shippingReviews.close(caller, id, info)) },
    }),
  }),
];

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;

function reviewData(review: ShippingReviewView): z.infer<typeof reviewSchema> {
  const { openedAt, expiresAt, confirmedAt, shippedAt, closedAt } = review;
  return {
    ...review,
    openedAt: openedAt.toISOString(),
    expiresAt: at(expiresAt),
    confirmedAt: at(confirmedAt),
    shippedAt: at(shippedAt),
    closedAt: at(closedAt),
  };
}
