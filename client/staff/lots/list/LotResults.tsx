import { Box, chakra, Flex } from '@chakra-ui/react';
import { SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { LOT_PAGE_SIZES } from '../../../../server/domain/public/publicRoutes.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { SelectField } from '../../../design/Field.tsx';
import { Panel } from '../../../design/Page.tsx';
import { PaginationControl } from '../../../design/PaginationControl.tsx';
import { Scene } from '../../../design/Scene.tsx';
import type { ColumnChoices, Column } from '../../../design/table/columns.ts';
import type { LotCardFragment, LotsTabQuery } from '../../../graphql/generated.ts';
import { useLotListWords, type LotListWords } from '../../../words/lotListWords.ts';
import type { LotHandlers } from './lotActions.ts';
import { LotGrid, LotGridSkeleton } from './LotGrid.tsx';
import { narrowedBy, type LotListAction, type LotListState } from './lotList.ts';
import { LotTable } from './LotTable.tsx';
import { RESULTS_ID } from './lotTask.ts';
import type { LotList } from './useLotList.ts';
import type { LotSelection } from './useLotSelection.ts';

export interface LotResultsProps {
  list: LotList;
  /** undefined while loading or after a failure */
  lots: readonly LotCardFragment[] | undefined;
  /** error text for missing lots */
  failure: string | null;
  retrying: boolean;
  onRetry: () => void;
  /** newer data is loading */
  busy: boolean;
  columns: readonly Column<LotCardFragment>[];
  choices: ColumnChoices;
  handlers: LotHandlers;
  selection: LotSelection;
  bar: ReactNode;
  /** text about the shown range, for the heading of the cards */
  summary: ReactNode;
  /** button to create the first lot, for users with the right */
  create: ReactNode;
}

/** A page of lots in the selected layout, or the reason why it is empty. */
export function LotResults(props: LotResultsProps) {
  const { list, lots, failure, handlers, selection, bar, busy } = props;
  const { state, dispatch, layout } = list;
  const { say } = useLotListWords();
  const failed =
    failure === null ? undefined : (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={say('lots.failed')}
          action={
            <Button busy={props.retrying} busyLabel={say('again.trying')} onClick={props.onRetry}>
              {say('again.try')}
            </Button>
          }
        >
          {failure}
        </EmptyState>
      </div>
    );
  const empty = <NoLots list={list} create={props.create} />;
  if (layout === 'table') {
    return (
      <LotTable
        lots={lots}
        columns={props.columns}
        choices={props.choices}
        sort={state.sort}
        order={state.order}
        onSort={(field) => dispatch({ type: 'sort', field })}
        handlers={handlers}
        selection={selection}
        bar={bar}
        expected={state.limit}
        busy={busy}
        empty={empty}
        error={failed}
      />
    );
  }
  if (failed !== undefined) return <Panel>{failed}</Panel>;
  if (lots === undefined) return <LotGridSkeleton />;
  if (lots.length === 0) {
    return (
      <Box position="relative">
        <Panel aria-busy={busy || undefined}>{empty}</Panel>
        {bar}
      </Box>
    );
  }
  return (
    <LotGrid
      lots={lots}
      handlers={handlers}
      selection={selection}
      bar={bar}
      summary={props.summary}
      compact={layout === 'compact'}
      busy={busy}
    />
  );
}

/** Explains why the list is empty and offers one next step, depending on the reason. */
function NoLots({ list: { state, dispatch }, create }: Pick<LotResultsProps, 'list' | 'create'>) {
  const { say } = useLotListWords();
  const reason = narrowedBy(state);
  if (reason === null) {
    return (
      <EmptyState scene={<Scene name="noLots" />} title={say('lots.noneYet')} action={create || undefined}>
        {say('lots.noneYetHint')}
      </EmptyState>
    );
  }
  const clear = (word: 'lots.clearAll' | 'preset.leave') => (
    <Button variant="secondary" onClick={() => dispatch({ type: 'clear' })}>
      {say(word)}
    </Button>
  );
  if (reason === 'part') {
    return (
      <EmptyState
        icon={SearchX}
        title={say('lots.noMatch')}
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            <Button onClick={() => dispatch({ type: 'search all' })}>{say('lots.searchAll')}</Button>
            {clear('lots.clearAll')}
          </Flex>
        }
      >
        {say('lots.noMatchInPart', { text: state.search.trim() })}
      </EmptyState>
    );
  }
  if (reason === 'choices') {
    return (
      <EmptyState icon={SearchX} title={say('lots.noMatch')} action={clear('lots.clearAll')}>
        {say('lots.noMatchHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState scene={<Scene name="done" />} title={say(`preset.${reason}.none`)} action={clear('preset.leave')}>
      {say(`preset.${reason}.noneHint`)}
    </EmptyState>
  );
}

interface ResultsLineProps {
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

interface StaleBannerProps {
  /** null: the data is current */
  failure: string | null;
  retrying: boolean;
  onRetry: () => void;
}

/** Explains why the shown lots could not be refreshed. */
export function StaleBanner({ failure, retrying, onRetry }: StaleBannerProps) {
  const { say } = useLotListWords();
  if (failure === null) return null;
  return (
    <Banner
      tone="pod"
      mb="2"
      action={
        <Button size="sm" variant="secondary" busy={retrying} busyLabel={say('again.trying')} onClick={onRetry}>
          {say('again.try')}
        </Button>
      }
    >
      {say('lots.stale', { reason: failure })}
    </Banner>
  );
}

interface LotPagesProps {
  state: LotListState;
  dispatch: (action: LotListAction) => void;
  totalPages: number;
  onTurn: (page: number) => void;
}

/** Page size and page navigation. */
export function LotPages({ state, dispatch, totalPages, onTurn }: LotPagesProps) {
  const { say, formatCount } = useLotListWords();
  return (
    <Flex mt="4" gap="4" align="center" justify="space-between" direction={{ base: 'column-reverse', md: 'row' }}>
      <Flex align="center" gap="2" fontSize="sm" color="fg.muted">
        <span aria-hidden>{say('lots.perPage')}</span>
        <Box w="5rem">
          <SelectField
            label={say('lots.perPage')}
            hideLabel
            value={String(state.limit)}
            onChange={(value) => {
              const limit = LOT_PAGE_SIZES.find((size) => String(size) === value);
              if (limit !== undefined) dispatch({ type: 'limit', limit });
            }}
            options={LOT_PAGE_SIZES.map((size) => ({ value: String(size), label: formatCount(size) }))}
          />
        </Box>
      </Flex>
      <PaginationControl page={state.page} totalPages={totalPages} onChange={onTurn} label={say('lots.list')} />
    </Flex>
  );
}
