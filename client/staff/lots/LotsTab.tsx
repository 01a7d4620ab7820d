import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Package, Plus, SearchX, TriangleAlert } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField } from '../../design/Field.tsx';
import { LOT_PAGE_SIZES } from '../../../server/domain/pages.ts';
import { Page, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { LotsTabDocument, type LotsTabQuery } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import CreateLotWizard from './CreateLotWizard.tsx';
import { LotCard } from './LotCard.tsx';
import type { LotUser } from './lotFacts.ts';
import { LotFilters } from './LotFilters.tsx';
import { LotGrid, LotGridSkeleton } from './LotGrid.tsx';
import { activeFilterCount, INITIAL_LIST, listVariables, lotListReducer } from './lotList.ts';
import { LedgerConnectionBadge, LotsHeader } from './LotsHeader.tsx';
import { type LotTask, RESULTS_ID } from './lotTask.ts';
import { LotTaskDialogs } from './LotTaskDialogs.tsx';
import { LotToolbar } from './LotToolbar.tsx';
import { useDebounced } from './useDebounced.ts';
import { useWide } from './useWide.ts';

const SEARCH_REST_MS = 300;

/** The tab, for the signed-in person. */
export default function LotsTab() {
  return <CacaoLots user={useUser()} />;
}

/** The staff tab 'Cacao Lots': figures, search, filters, cards and pages (staff specification, section 2, 'Lots tab'). */
export function CacaoLots({ user }: { user: LotUser }) {
  const words = useStaffWords();
  const { say, formatCount } = words;
  const [state, dispatch] = useReducer(lotListReducer, INITIAL_LIST);
  const [search, setSearch] = useState('');
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [creating, setCreating] = useState(false);
  const [task, setTask] = useState<LotTask | null>(null);
  const results = useRef<HTMLHeadingElement>(null);
  const wide = useWide();

  useDebounced(search, SEARCH_REST_MS, (text) => dispatch({ type: 'search', text }));
  const { data, previousData, error, loading, refetch } = useQuery(LotsTabDocument, {
    variables: listVariables(state),
    notifyOnNetworkStatusChange: true,
  });
  // The page before stays in sight, dimmed, until the new one is there.
  const list = (data ?? previousData)?.lots;
  const { totalPages, total } = list?.pagination ?? { totalPages: 0, total: 0 };

  useEffect(() => {
    // The last lot of the last page was deleted or left the filter.
    if (data !== undefined && totalPages > 0 && state.page > totalPages) dispatch({ type: 'page', page: totalPages });
  }, [data, totalPages, state.page]);

  const mayCreate = user.permissions.includes('create_lot');
  const narrowed = state.search.trim() !== '' || activeFilterCount(state.filter) > 0;
  const clear = () => {
    setSearch('');
    dispatch({ type: 'clear' });
  };
  const turnTo = (page: number) => {
    dispatch({ type: 'page', page });
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView({ block: 'start' });
  };
  const filters = (
    <LotFilters
      filter={state.filter}
      onChange={(change) => dispatch({ type: 'filter', change })}
      onClear={() => dispatch({ type: 'filter', change: INITIAL_LIST.filter })}
    />
  );
  const create = mayCreate && (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden /> {say('lots.create')}
    </Button>
  );

  return (
    <Page
      title={say('lots.title')}
      actions={
        <>
          <LedgerConnectionBadge />
          {mayCreate && (
            <TextLink asChild alignSelf="center" fontSize="sm">
              <Link to="/admin/import">{say('import.title')}</Link>
            </TextLink>
          )}
          {create}
        </>
      }
    >
      <LotsHeader />
      <LotToolbar
        state={state}
        dispatch={dispatch}
        search={search}
        onSearch={setSearch}
        filtersOpen={filtersOpen}
        onToggleFilters={() => setFiltersOpen((open) => !open)}
      />
      <Flex gap="5" align="flex-start">
        {wide && filtersOpen && (
          <Panel
            title={say('filter.title')}
            w="16rem"
            flexShrink="0"
            position="sticky"
            top="4"
            maxH="calc(100dvh - 2rem)"
            overflowY="auto"
          >
            {filters}
          </Panel>
        )}
        <Box flex="1" minW="0">
          <chakra.h2
            ref={results}
            id={RESULTS_ID}
            tabIndex={-1}
            aria-live="polite"
            fontSize="sm"
            fontWeight="500"
            color="fg.muted"
            mb="3"
            scrollMarginTop="4"
            fontVariantNumeric="tabular-nums"
            _focusVisible={{ outline: 'none' }}
          >
            {resultsText(words, list, state.limit, narrowed)}
          </chakra.h2>
          {error !== undefined && list !== undefined && (
            <Banner
              tone="pod"
              mb="4"
              action={
                <Button
                  size="sm"
                  variant="secondary"
                  busy={loading}
                  busyLabel={say('again.trying')}
                  onClick={() => void refetch()}
                >
                  {say('again.try')}
                </Button>
              }
            >
              {say('lots.stale', { reason: messageOf(words, error, say('lots.fetchFailed')) })}
            </Banner>
          )}
          {list !== undefined && list.lots.length > 0 && (
            <LotGrid busy={loading && data === undefined}>
              {list.lots.map((lot) => (
                <LotCard key={lot.id} lot={lot} onTask={setTask} />
              ))}
            </LotGrid>
          )}
          {list !== undefined && list.lots.length === 0 && (
            <Panel aria-busy={loading || undefined}>
              {narrowed ? (
                <EmptyState
                  icon={SearchX}
                  title={say('lots.noMatch')}
                  action={
                    <Button variant="secondary" onClick={clear}>
                      {say('lots.clearAll')}
                    </Button>
                  }
                >
                  {say('lots.noMatchHint')}
                </EmptyState>
              ) : (
                <EmptyState icon={Package} title={say('lots.noneYet')} action={create || undefined}>
                  {say('lots.noneYetHint')}
                </EmptyState>
              )}
            </Panel>
          )}
          {list === undefined && error === undefined && <LotGridSkeleton />}
          {list === undefined && error !== undefined && (
            <Panel role="alert">
              <EmptyState
                icon={TriangleAlert}
                title={say('lots.failed')}
                action={
                  <Button busy={loading} busyLabel={say('again.trying')} onClick={() => void refetch()}>
                    {say('again.try')}
                  </Button>
                }
              >
                {messageOf(words, error, say('lots.fetchFailed'))}
              </EmptyState>
            </Panel>
          )}
          {total > LOT_PAGE_SIZES[0] && (
            <Flex
              mt="6"
              gap="4"
              align="center"
              justify="space-between"
              direction={{ base: 'column-reverse', md: 'row' }}
            >
              <Box w="10rem">
                <SelectField
                  label={say('lots.perPage')}
                  value={String(state.limit)}
                  onChange={(value) => {
                    const limit = LOT_PAGE_SIZES.find((size) => String(size) === value);
                    if (limit !== undefined) dispatch({ type: 'limit', limit });
                  }}
                  options={LOT_PAGE_SIZES.map((size) => ({ value: String(size), label: formatCount(size) }))}
                />
              </Box>
              <PaginationControl page={state.page} totalPages={totalPages} onChange={turnTo} label={say('lots.list')} />
            </Flex>
          )}
        </Box>
      </Flex>

      <Dialog
        open={!wide && filtersOpen}
        onClose={() => setFiltersOpen(false)}
        title={say('filter.title')}
        footer={<Button onClick={() => setFiltersOpen(false)}>{say('lots.show', { count: total })}</Button>}
      >
        {filters}
      </Dialog>
      <LotTaskDialogs task={task} onTask={setTask} user={user} />
      <CreateLotWizard
        open={creating}
        onClose={() => setCreating(false)}
        onCreated={() => setCreating(false)}
        user={user}
      />
    </Page>
  );
}

function resultsText(
  { say }: StaffWords,
  list: LotsTabQuery['lots'] | undefined,
  limit: number,
  narrowed: boolean,
): string {
  if (list === undefined) return say('lots.list');
  const { total, page } = list.pagination;
  if (total === 0) return say(narrowed ? 'lots.noMatch' : 'lots.none');
  const first = (page - 1) * limit + 1;
  const last = first + list.lots.length - 1;
  return say(narrowed ? 'lots.rangeOfMatching' : 'lots.range', { first, last, total });
}
