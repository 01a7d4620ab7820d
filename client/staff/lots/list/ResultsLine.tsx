import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import type { LotsTabQuery } from '../../../graphql/generated.ts';
import { useLotListWords, type LotListWords } from '../../../words/lotListWords.ts';
import { RESULTS_ID } from './lotTask.ts';

export interface ResultsLineProps {
  ref: Ref<HTMLHeadingElement>;
  page: LotsTabQuery['lots'] | undefined;
  limit: number;
  narrowed: boolean;
}

/** The shown range and the total. Announced by screen readers, and focused after a page change. */
export function ResultsLine({ ref, page, limit, narrowed }: ResultsLineProps) {
  const words = useLotListWords();
  return (
    <chakra.h2
      ref={ref}
      id={RESULTS_ID}
      tabIndex={-1}
      aria-live="polite"
      fontSize="sm"
      fontWeight="500"
      color="fg.muted"
      scrollMarginTop="4"
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      _focusVisible={{ outline: 'none' }}
    >
      {resultsText(words, page, limit, narrowed)}
    </chakra.h2>
  );
}

function resultsText(
  { say }: LotListWords,
  list: LotsTabQuery['lots'] | undefined,
  limit: number,
  narrowed: boolean,
): string {
  if (list === undefined) return say('lots.list');
  const { total, page } = list.pagination;
  // The empty list explains itself below.
  if (total === 0) return say('lots.none');
  const first = (page - 1) * limit + 1;
  const last = first + list.lots.length - 1;
  if (total === 1) return say(narrowed ? 'lots.oneMatching' : 'lots.one');
  if (first === last) return say(narrowed ? 'lots.singleOfMatching' : 'lots.single', { first, total });
  return say(narrowed ? 'lots.rangeOfMatching' : 'lots.range', { first, last, total });
}
