import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import {
  CloseShippingReviewDocument,
  ConfirmShippingDocument,
  ShippingReviewsDocument,
  type ShippingReviewLineFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { LotLink } from '../LotLink.tsx';

/** Requests for a second person, and lots that were shipped although something spoke against it. */
export default function ShippingReviewsPage() {
  const { say } = useLotListWords();
  return (
    <Page title={say('page.shippingReviews')}>
      <PageIntro>{say('reviews.lead')}</PageIntro>
      <ReviewList state="waiting" />
      <ReviewList state="open" />
    </Page>
  );
}

function ReviewList({ state }: { state: 'waiting' | 'open' }) {
  const { say } = useLotListWords();
  const { data, error, refetch } = useQuery(ShippingReviewsDocument, {
    variables: { state, limit: 100 },
    fetchPolicy: 'cache-and-network',
  });
  const reviews = data?.shippingReviews.reviews;
  const title = say(`reviews.${state}`);
  return (
    <Panel title={title} mb="5">
      {error !== undefined && reviews === undefined && (
        <LoadFailure title={say('reviews.failed')} error={error} onRetry={refetch} />
      )}
      {error === undefined && reviews === undefined && (
        <Delayed label={say('reviews.loading')}>
          <Skeleton h="3rem" />
        </Delayed>
      )}
      {reviews?.length === 0 && <EmptyState icon={PackageCheck} title={say(`reviews.none.${state}`)} />}
      {reviews !== undefined && reviews.length > 0 && (
        <chakra.ul aria-label={title} listStyleType="none" display="grid" gap="4">
          {reviews.map((review) => (
            <ReviewRow key={review.id} review={review} onDone={() => void refetch().catch(() => undefined)} />
          ))}
        </chakra.ul>
      )}
    </Panel>
  );
}

function ReviewRow({ review, onDone }: { review: ShippingReviewLineFragment; onDone: () => void }) {
  const words = useLotListWords();
  const { say, formatDateTime, formatList } = words;
  const failed = say('reviews.stepFailed');
  const [confirm, confirming] = useWrite(ConfirmShippingDocument, { failed });
  const [close, closing] = useWrite(CloseShippingReviewDocument, { failed });
  const [failure, setFailure] = useState<string | null>(null);
  const { id, lotId, stage, warnings, state, openedAt, askedBy, shippedAt, shippedBy, mayConfirm, mayClose } = review;
  const run = async (): Promise<void> => {
    setFailure(null);
    const written = mayConfirm ? await confirm({ id }) : await close({ id });
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind !== 'answered') return;
    const result = 'confirmShipping' in written.data ? written.data.confirmShipping : written.data.closeShippingReview;
    if (result.__typename === 'ShippingReviewSaved') onDone();
    else setFailure(localizedText(words, result.said));
  };
  const shown = { stage: say(`stage.${stage}`), when: formatDateTime(shippedAt ?? openedAt) };
  return (
    <chakra.li display="flex" gap="3" justifyContent="space-between" flexWrap="wrap" fontSize="sm">
      <Box minW="0" flex="1 1 16rem" overflowWrap="anywhere">
        <LotLink lotId={lotId} />
        <Box>{formatList(warnings.map((warning) => say(`shipping.warning.${warning}`)))}</Box>
        <Box color="fg.muted">
          {state === 'waiting'
            ? say('reviews.askedBy', { who: askedBy ?? say('reviews.somebody'), ...shown })
            : say('reviews.shippedBy', { who: shippedBy ?? say('reviews.somebody'), ...shown })}
        </Box>
        {failure !== null && <Banner mt="2">{failure}</Banner>}
      </Box>
      <Flex align="flex-start">
        {(mayConfirm || mayClose) && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={say(mayConfirm ? 'reviews.confirmLot' : 'reviews.closeLot', { lotId })}
            busy={confirming || closing}
            busyLabel={say('reviews.busy')}
            onClick={() => void run()}
          >
            {say(mayConfirm ? 'reviews.confirm' : 'reviews.close')}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
