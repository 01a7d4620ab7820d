import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { memo, useMemo, type ReactNode } from 'react';
import { Delayed } from '../../../design/Loading.tsx';
import { CardSkeleton } from '../../../design/Skeletons.tsx';
import { useDrawnPart } from '../../../design/useDrawnPart.ts';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotHandlers } from './lotActions.ts';
import { LotCard } from './LotCard.tsx';
import { LOT_CARDS_LOOK } from './lotCardLook.ts';
import type { LotSelection } from './useLotSelection.ts';

/** Up to four columns of cards; one on phones. An open filter panel reduces the number of columns, not their width. */
const COLUMNS = {
  base: 'minmax(0, 1fr)',
  // A minimum of a quarter of the width without gaps: at most four columns.
  md: 'repeat(auto-fill, minmax(max(16.5rem, calc((100% - 3rem) / 4)), 1fr))',
};

export interface LotGridProps {
  lots: readonly LotCardFragment[];
  handlers: LotHandlers;
  selection: LotSelection;
  /** actions while lots are selected */
  bar: ReactNode;
  /** text about the shown range */
  summary: ReactNode;
  compact: boolean;
  busy: boolean;
}

/** A page of lots as cards, with a 'select all' heading. */
export function LotGrid({ lots, handlers, selection, bar, summary, compact, busy }: LotGridProps) {
  return (
    <Box position="relative">
      <GridHead lots={lots} selection={selection} summary={summary} />
      <Cards lots={lots} handlers={handlers} selection={selection} compact={compact} busy={busy} />
      {bar}
    </Box>
  );
}

function GridHead({ lots, selection, summary }: Pick<LotGridProps, 'lots' | 'selection' | 'summary'>) {
  const { say } = useLotListWords();
  const chosen = lots.filter(({ id }) => selection.ids.has(id)).length;
  const whole = chosen > 0 && chosen === lots.length;
  return (
    <Flex
      align="center"
      h="calc(2.75rem + 2px)"
      mb="2"
      bg="bg.sunken"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
    >
      <chakra.label boxSize="11" display="grid" placeItems="center" flexShrink="0" cursor="pointer">
        <chakra.input
          type="checkbox"
          aria-label={say('selection.page')}
          boxSize="1.125rem"
          accentColor="leaf.solid"
          checked={whole}
          ref={(box: HTMLInputElement | null) => {
            if (box !== null) box.indeterminate = chosen > 0 && !whole;
          }}
          onChange={() => selection.choose(lots, !whole)}
        />
      </chakra.label>
      {summary}
    </Flex>
  );
}

const lotKey = ({ id }: LotCardFragment): string => id;

/** Memoized: renders again only when a card changes. */
const Cards = memo(function Cards({ lots, handlers, selection, compact, busy }: Omit<LotGridProps, 'bar' | 'summary'>) {
  const { choose } = selection;
  const drawn = useDrawnPart(lots, lotKey);
  const onSelect = useMemo(() => (lot: LotCardFragment, selected: boolean) => choose([lot], selected), [choose]);
  return (
    <Grid templateColumns={COLUMNS} gap={{ base: '3', md: '4' }} aria-busy={busy || undefined} css={LOT_CARDS_LOOK}>
      {drawn.map((lot) => (
        <LotCard
          key={lot.id}
          lot={lot}
          handlers={handlers}
          compact={compact}
          selected={selection.ids.has(lot.id)}
          onSelect={onSelect}
        />
      ))}
    </Grid>
  );
});

/** Placeholder cards while loading. */
export function LotGridSkeleton() {
  const { say } = useLotListWords();
  return (
    <Delayed label={say('lots.loading')}>
      <Grid templateColumns={COLUMNS} gap={{ base: '3', md: '4' }}>
        {Array.from({ length: 8 }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </Grid>
    </Delayed>
  );
}
