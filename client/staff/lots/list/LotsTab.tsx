import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import {
  memo,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { Link } from 'react-router-dom';
import { LOT_PAGE_SIZES } from '../../../../server/domain/public/publicRoutes.ts';
import { Button } from '../../../design/Button.tsx';
import { Drawer } from '../../../design/Drawer.tsx';
import { lazyPart } from '../../../design/lazyPart.ts';
import { LOW } from '../../../design/look.ts';
import { LINE_LINK } from '../../../design/linkLooks.ts';
import { TextLink } from '../../../design/TextLink.tsx';
import { Page, Panel } from '../../../design/Page.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { Spinner } from '../../../design/Spinner.tsx';
import { ColumnChoice } from '../../../design/table/ColumnChoice.tsx';
import { useColumnChoices } from '../../../design/table/useColumnChoices.ts';
import { LotsTabDocument, type LotCardFragment, type LotsTabQuery } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useCreateLot } from '../../createLot.ts';
import { useMay, useUser } from '../../session/SessionProvider.tsx';
import { useOpenLot } from '../../StaffAddress.tsx';
import { useCommitted } from '../../useCommitted.ts';
import { useListKeys } from '../../useListKeys.ts';
import { CombineDialog } from '../combine/CombineDialog.tsx';
import { SavedViewsButton } from '../views/SavedViewsButton.tsx';
import { DeleteLotsDialog } from '../delete/DeleteLotsDialog.tsx';
import type { LotHandlers } from './lotActions.ts';
import { lotColumns, ROOM_STEPS } from './lotColumns.tsx';
import { ledgerLabel } from './lotFacts.ts';
import type { LotUser } from './lotFacts.ts';
import { LedgerConnectionBadge, LotStatTiles } from './LotStatTiles.tsx';
import { LotFilters, LotPresets } from './LotFilters.tsx';
import { INITIAL_LIST, listVariables, narrowedBy, NO_FILTER } from './lotList.ts';
import { LotPages, LotResults, ResultsLine, StaleBanner } from './LotResults.tsx';
import { LotSelectionBar } from './LotSelectionBar.tsx';
import { ADVANCE_SELECTED_ID, COMBINE_SELECTED_ID, selectionReturn, type LotTask } from './lotTask.ts';
import { SelectionReview, type ReviewedAction } from './SelectionReview.tsx';
import { LotTaskDialogs } from './LotTaskDialogs.tsx';
import { LotToolbar } from './LotToolbar.tsx';
import { StageStrip } from './StageStrip.tsx';
import { useLotFiles, type FileJob } from './useLotFiles.ts';
import { useLotList, type LotList } from './useLotList.ts';
import { useUnlisted } from './useUnlisted.ts';
import { useLotSelection } from './useLotSelection.ts';
import { useIsDesktop } from './useIsDesktop.ts';

const AdvanceLotsDialog = lazyPart(() => import('../advance/AdvanceLotsDialog.tsx'));

/** Server response for the list; the previous one stays visible until the new one arrives. */
interface LotsAnswer {
  page: LotsTabQuery['lots'] | undefined;
  /** whether the response matches the current filters */
  isThere: boolean;
  error: Error | undefined;
  loading: boolean;
  retry: () => void;
}

/**
 * Loads the lots tab for the signed-in user. Search results render concurrently, because the next key may come first; a
 * page change renders at once, because the user waits for it.
 */
export default function LotsTab() {
  const list = useLotList();
  const { state, dispatch } = list;
  const asked = useCommitted(state);
  const { data, previousData, error, loading, refetch } = useQuery(LotsTabDocument, {
    variables: listVariables(asked),
    notifyOnNetworkStatusChange: true,
  });
  // Keep the previous page visible until the new one arrives.
  const page = (data ?? previousData)?.lots;
  const isThere = data !== undefined;
  const answer = useMemo(
    (): LotsAnswer => ({ page, isThere, error, loading, retry: () => void refetch().catch(() => undefined) }),
    [page, isThere, error, loading, refetch],
  );
  const pagesNow = data?.lots.pagination.totalPages ?? 0;
  useEffect(() => {
    // The requested page does not exist: its last lot was deleted or filtered out, or a link was wrong.
    if (pagesNow > 0 && asked.page > pagesNow) dispatch({ type: 'page', page: pagesNow }, { replace: true });
  }, [dispatch, pagesNow, asked.page]);
  const later = useDeferredValue(answer);
  return <CacaoLots user={useUser()} list={list} answer={list.searching ? later : answer} />;
}

interface CacaoLotsProps {
  user: LotUser;
  list: LotList;
  answer: LotsAnswer;
}

/** The staff tab 'Cacao Lots': figures, search, filters, lots and pages (docs/spec/staff-screens.md, 'Lots tab'). */
const CacaoLots = memo(function CacaoLots({ user, list, answer }: CacaoLotsProps) {
  const words = useLotListWords();
  const { say } = words;
  const { state, dispatch } = list;
  const { page, loading } = answer;
  const openCreate = useCreateLot();
  const [filtersOpen, setFiltersOpen] = useState(false);
  /** phones fold what is above the lots, so that the first one is in sight */
  const [unfolded, setUnfolded] = useState(false);
  const folded = { base: unfolded ? 'block' : 'none', md: 'block' };
  const [deleting, setDeleting] = useState(false);
  const [combining, setCombining] = useState(false);
  // Null until it is opened first: its code is loaded then.
  const [advancing, setAdvancing] = useState<boolean | null>(null);
  const mayEdit = useMay('edit_lot');
  const mayCombine = useMay('combine_lots');
  const [task, setTask] = useState<LotTask | null>(null);
  const results = useRef<HTMLHeadingElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const wide = useIsDesktop();
  const selection = useLotSelection();
  const unlisted = useUnlisted(selection, listVariables(state).filter ?? {}, page?.lots);
  const [reviewed, setReviewed] = useState<ReviewedAction | null>(null);
  const files = useLotFiles();
  const handlers = useLotHandlers(setTask, files.exportOne);
  const room = useContainerBreakpoint(area, ROOM_STEPS);
  useListKeys(area);
  const isUnrecorded = page?.lots.some(({ blockchainHash }) => ledgerLabel(blockchainHash) !== 'lotRecord.recorded');
  const tellsLedger = isUnrecorded === true || state.sort === 'blockchain';
  const columns = useMemo(() => lotColumns(words, room, tellsLedger), [words, room, tellsLedger]);
  const [stored, storeColumns] = useColumnChoices('lots');
  const choices = list.columns ?? stored;
  const chooseColumns = list.columns === null ? storeColumns : list.setColumns;

  const { totalPages, total } = page?.pagination ?? { totalPages: 0, total: 0 };
  const failure = answer.error === undefined ? null : errorMessage(words, answer.error, say('lots.fetchFailed'));
  const turnTo = (to: number) => {
    dispatch({ type: 'page', page: to });
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView({ block: 'start' });
    area.current?.querySelector('[role=region]')?.scrollTo({ top: 0 });
  };
  const filters = (
    <LotFilters
      filter={state.filter}
      onChange={(change) => dispatch({ type: 'filter', change })}
      onClear={() => dispatch({ type: 'filter', change: NO_FILTER })}
    />
  );
  const create = openCreate !== undefined && (
    <Button onClick={openCreate}>
      <Plus aria-hidden /> {say('lots.create')}
    </Button>
  );
  const exportAll =
    files.job === null && total > 0 ? () => files.exportAll(listVariables(state).filter ?? {}, total) : undefined;
  const summary = <ResultsLine ref={results} page={page} limit={state.limit} narrowed={narrowedBy(state) !== null} />;
  // Cards show it in their heading, which saves a row on phones.
  const inHead = list.layout !== 'table' && page !== undefined && page.lots.length > 0;

  return (
    <Page
      title={say('lots.title')}
      actions={
        <>
          {wide && <LedgerConnectionBadge />}
          {/* Beside the title, a phone has space for two words and no icon. */}
          <Button hideFrom="md" variant="secondary" px="3" disabled={exportAll === undefined} onClick={exportAll}>
            {say('files.export')}
          </Button>
          {create && (
            <TextLink asChild {...LINE_LINK} alignSelf="center" fontSize="sm">
              <Link to="/admin/receive">{say('page.receive')}</Link>
            </TextLink>
          )}
          {create && (
            <TextLink asChild {...LINE_LINK} alignSelf="center" fontSize="sm" hideBelow="md">
              <Link to="/admin/import">{say('page.import')}</Link>
            </TextLink>
          )}
          {create}
        </>
      }
    >
      <Flex direction="column" gap="3" mt={{ base: '-3', md: '-2' }} css={{ [LOW]: { mt: '-2', gap: '2' } }}>
        <Box display={folded}>
          <LotStatTiles connection={wide ? null : <LedgerConnectionBadge />} />
        </Box>
        <LotToolbar
          list={list}
          unfolded={unfolded}
          onUnfold={() => setUnfolded((open) => !open)}
          filtersOpen={filtersOpen}
          onToggleFilters={() => setFiltersOpen((open) => !open)}
          onExport={exportAll}
          columns={
            <ColumnChoice label={say('lots.columns')} columns={columns} choices={choices} onChange={chooseColumns} />
          }
          views={<SavedViewsButton state={state} choices={choices} />}
        />
        <FileJobLine job={files.job} onStop={files.stop} />
        <Flex gap="5" align="flex-start">
          {wide && filtersOpen && (
            <Scroller
              label={say('filter.title')}
              frame={{
                w: { base: '13rem', xl: '15rem' },
                flexShrink: '0',
                position: 'sticky',
                top: '4',
                borderRadius: 'panel',
              }}
              maxH="calc(100dvh - 2rem)"
              borderRadius="panel"
            >
              <Panel title={say('filter.title')}>{filters}</Panel>
            </Scroller>
          )}
          <Box ref={area} flex="1" minW="0">
            <Flex
              mb="2"
              columnGap="4"
              rowGap="1"
              direction={{ base: 'column', lg: 'row' }}
              css={{ [LOW]: { flexDirection: 'row', alignItems: 'center' } }}
              align={{ lg: 'center' }}
              justify="space-between"
            >
              <Box display={folded} minW="0">
                <LotPresets
                  chosen={state.preset}
                  onChoose={(preset) => dispatch({ type: 'preset', preset })}
                  byRisk={state.sort === 'risk' && state.order === 'desc'}
                  onByRisk={(byRisk) =>
                    dispatch(
                      byRisk
                        ? { type: 'order', sort: 'risk', order: 'desc' }
                        : { type: 'order', sort: INITIAL_LIST.sort, order: INITIAL_LIST.order },
                    )
                  }
                />
              </Box>
              {!inHead && summary}
            </Flex>
            {list.layout === 'table' && (
              <Box hideBelow="md" mb="2" css={{ [LOW]: { display: 'none' } }}>
                <StageStrip
                  chosen={state.filter.stage}
                  onChoose={(stage) => dispatch({ type: 'filter', change: { stage } })}
                />
              </Box>
            )}
            <StaleBanner failure={page === undefined ? null : failure} retrying={loading} onRetry={answer.retry} />
            <LotResults
              list={list}
              lots={page?.lots}
              failure={page === undefined ? failure : null}
              retrying={loading}
              onRetry={answer.retry}
              busy={loading && !answer.isThere}
              columns={columns}
              choices={choices}
              handlers={handlers}
              selection={selection}
              bar={
                <LotSelectionBar
                  selection={selection}
                  unlisted={unlisted.length}
                  busy={files.job !== null}
                  onExport={() =>
                    unlisted.length === 0
                      ? files.exportSelected(selection.lots)
                      : setReviewed({ kind: 'export', lots: selection.lots, unlisted })
                  }
                  onQr={() => setReviewed({ kind: 'qr', lots: selection.lots, unlisted })}
                  onDelete={() => setDeleting(true)}
                  onAdvance={mayEdit ? () => setAdvancing(true) : undefined}
                  onCombine={mayCombine ? () => setCombining(true) : undefined}
                />
              }
              summary={summary}
              create={create}
            />
            {total > LOT_PAGE_SIZES[0] && (
              <LotPages state={state} dispatch={dispatch} totalPages={totalPages} onTurn={turnTo} />
            )}
          </Box>
        </Flex>
      </Flex>

      <Drawer
        open={!wide && filtersOpen}
        onClose={() => setFiltersOpen(false)}
        title={say('filter.title')}
        closeLabel={say('dialog.close')}
        footer={<Button onClick={() => setFiltersOpen(false)}>{say('lots.show', { count: total })}</Button>}
      >
        {filters}
      </Drawer>
      <LotTaskDialogs task={task} onTask={setTask} user={user} onDeleted={(id) => selection.drop([id])} />
      <SelectionReview action={reviewed} files={files} onClose={() => setReviewed(null)} />
      <DeleteLotsDialog
        open={deleting}
        lots={selection.lots}
        unlisted={unlisted}
        onClose={() => setDeleting(false)}
        onDeleted={selection.drop}
      />
      <Suspense>
        {advancing !== null && (
          <AdvanceLotsDialog
            open={advancing}
            lots={selection.lots}
            operatorName={user.name}
            onClose={() => setAdvancing(false)}
            returnFocusTo={() => selectionReturn(ADVANCE_SELECTED_ID)}
            onAdvanced={selection.drop}
          />
        )}
      </Suspense>
      <CombineDialog
        open={combining}
        lots={selection.lots}
        onClose={() => setCombining(false)}
        returnFocusTo={() => selectionReturn(COMBINE_SELECTED_ID)}
        onRecorded={selection.clear}
      />
    </Page>
  );
});

/**
 * The list's actions on a lot: the address opens views, dialogs run tasks. The result is stable, so that cards and rows
 * render again only when they change.
 * @param exportOne must be stable, like `onTask`
 */
function useLotHandlers(onTask: (task: LotTask) => void, exportOne: (lot: LotCardFragment) => void): LotHandlers {
  const { open } = useOpenLot();
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  return useMemo(
    () => ({
      onDetails: ({ lotId }) => latest.current({ lotId, view: 'detail' }),
      onBlockchain: ({ lotId }) => latest.current({ lotId, view: 'blockchain' }),
      onAdvance: (lot, to) => onTask({ kind: 'advance', lot, to }),
      onUpdate: (lot) => onTask({ kind: 'update', lot, to: '' }),
      onEdit: (lot) => onTask({ kind: 'edit', lot }),
      onQr: (lot) => onTask({ kind: 'qr', lot }),
      onExport: exportOne,
      onDelete: (lot) => onTask({ kind: 'delete', lot }),
    }),
    [onTask, exportOne],
  );
}

/**
 * Width of an element as a step: resizing renders only when it crosses a step.
 * @param steps widths in px, ascending
 * @returns the widest step that fits; 0 if none fits or before the first measurement
 */
function useContainerBreakpoint(element: RefObject<HTMLElement | null>, steps: readonly number[]): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = (): void => setRoom(steps.findLast((step) => step <= measured.clientWidth) ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, steps]);
  return room;
}

/** Progress of a file with a stop button. A toast reports the result. */
function FileJobLine({ job, onStop }: { job: FileJob | null; onStop: () => void }) {
  const { say } = useLotListWords();
  if (job === null) return null;
  return (
    <Flex
      align="center"
      wrap="wrap"
      columnGap="3"
      rowGap="1"
      px="3"
      py="1.5"
      bg="bg.sunken"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
      fontSize="sm"
    >
      <Spinner />
      <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {job.kind === 'sheet' ? say('files.sheet') : say('files.exporting', { done: job.done, total: job.total })}
      </chakra.span>
      {job.kind === 'export' && (
        <chakra.progress
          aria-label={say('files.export')}
          value={job.done}
          max={Math.max(1, job.total, job.done)}
          flex="1"
          minW="4rem"
          h="1.5"
          accentColor="leaf.solid"
        />
      )}
      <Button size="sm" variant="quiet" ms="auto" onClick={onStop}>
        {say('files.stop')}
      </Button>
    </Flex>
  );
}
