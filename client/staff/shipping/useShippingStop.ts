import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  coversWarnings,
  isShippingStage,
  SHIPPING_MOISTURE_PERCENT,
  SHIPPING_WARNINGS,
  type ShippingStage,
  type ShippingWarning,
} from '../../../server/domain/lot/shippingGuard.ts';
import { isStage } from '../../../server/domain/lot/stages.ts';
import { numberFromText } from '../../design/form/numberText.ts';
import {
  ShippingReviewsDocument,
  ShippingWarningsDocument,
  type ShippingReviewLineFragment,
} from '../../graphql/generated.ts';
import { writeUnderKey } from '../../graphql/useWrite.ts';
import { createIdempotencyKey } from '../../graphql/writeKeys.ts';

/** How often the state of a request is read while somebody waits for the second person. */
const REQUEST_POLL_MS = 4_000;

/** What speaks against the move that a form holds. */
export interface ShippingStop {
  stage: ShippingStage;
  warnings: readonly ShippingWarning[];
  /** the reading that the form holds, in %; null: none */
  moisture: number | null;
  /** whether a second person has to confirm */
  isCondemned: boolean;
  /** the request for a second person that counts now */
  request: ShippingReviewLineFragment | null;
  /** reads the request again */
  reload: () => void;
}

/** What a form needs to know that may ship a lot. */
export interface ShippingCheck {
  /** null for a move that does not ship the lot, and while nothing is known to speak against it */
  stop: ShippingStop | null;
  /** Reads anew what speaks against the move: all of it was shown, some of it was not yet, or no answer came. */
  recheck: () => Promise<'shown' | 'more' | 'unknown'>;
}

/** What speaks against the move of a lot that a form holds. */
export function useShippingStop(
  lotId: string,
  { open, to, moisture }: { open: boolean; to: string; moisture: string },
): ShippingCheck {
  const client = useApolloClient();
  const stage = isStage(to) && isShippingStage(to) ? to : null;
  const [known, setKnown] = useState<Partial<Record<ShippingStage, readonly ShippingWarning[]>>>({});
  const read = async (of: ShippingStage): Promise<readonly ShippingWarning[] | null> => {
    // A key of its own each time: an earlier answer must not be given again.
    const call = { key: createIdempotencyKey(), variables: { input: { lotIds: [lotId], toStage: of, dryRun: true } } };
    const answer = await writeUnderKey(client, ShippingWarningsDocument, call).catch(() => undefined);
    const found = answer?.advanceLots.results[0]?.warnings ?? null;
    if (found !== null) setKnown((before) => ({ ...before, [of]: found }));
    return found;
  };
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (open && stage !== null) void latest.current(stage);
  }, [open, stage]);
  const reading = numberFromText(moisture);
  const percent = typeof reading === 'number' && !Number.isNaN(reading) ? reading : null;
  const isWetBy = (said: readonly ShippingWarning[]): boolean =>
    percent === null ? said.includes('high_moisture') : percent > SHIPPING_MOISTURE_PERCENT;
  const warningsBy = (said: readonly ShippingWarning[]): ShippingWarning[] =>
    SHIPPING_WARNINGS.filter((one) => (one === 'high_moisture' ? isWetBy(said) : said.includes(one)));
  const warnings = stage === null ? [] : warningsBy(known[stage] ?? []);
  const isCondemned = warnings.includes('deforestation_detected');
  const { data, refetch } = useQuery(ShippingReviewsDocument, {
    variables: { lotId, limit: 10 },
    skip: !open || !isCondemned,
    pollInterval: REQUEST_POLL_MS,
    fetchPolicy: 'network-only',
  });
  const recheck = async (): Promise<'shown' | 'more' | 'unknown'> => {
    if (stage === null) return 'shown';
    const found = await read(stage);
    if (found === null) return 'unknown';
    return coversWarnings(warnings, warningsBy(found)) ? 'shown' : 'more';
  };
  if (stage === null || warnings.length === 0) return { stop: null, recheck };
  const request = data?.shippingReviews.reviews.find((review) => {
    if (review.stage !== stage || !coversWarnings(review.warnings, warnings)) return false;
    return review.state === 'waiting' || review.state === 'confirmed';
  });
  const stop = {
    stage,
    warnings,
    moisture: percent,
    isCondemned,
    request: request ?? null,
    reload: () => void refetch().catch(() => undefined),
  };
  return { stop, recheck };
}
