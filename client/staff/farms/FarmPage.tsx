import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { FileUp, LandPlot, Package, Plus } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { FarmPlacesDocument, FarmPlotsDocument, type PlotRowFragment } from '../../graphql/generated.ts';
import { errorCode, errorMessage } from '../../graphql/messages.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { Retry } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { FarmCard } from './FarmCard.tsx';
import { FARMS_PATH, plotAt } from './farmAddress.ts';
import { FarmMap, MAP_GRID } from './FarmMap.tsx';
import { ImportPlotsDialog } from './ImportPlotsDialog.tsx';
import { PlotEditor } from './PlotEditor.tsx';
import { PlotHistoryDialog } from './PlotHistoryDialog.tsx';
import { plotGroups } from './plotGroups.ts';
import { plotPlaces } from './plotPlaces.ts';
import { type PlotTask, PlotTable } from './PlotTable.tsx';
import { RemovePlotDialog } from './RemovePlotDialog.tsx';
import { RenamePlotDialog } from './RenamePlotDialog.tsx';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

type Task = { task: PlotTask; plotId: string } | { task: 'import' } | null;

const SubjectDocuments = lazyPart(() => import('../due-diligence/SubjectDocuments.tsx'));

/** A farm's page: its plots on a map and in a list, with actions to add and change them. */
export function FarmPage({ farmId }: { farmId: string }) {
  const words = useFarmWords();
  const { say } = words;
  const seesAll = useMay('view_all_lots');
  const managesDocuments = useMay('manage_due_diligence');
  const [task, setTask] = useState<Task>(null);
  const [edited, setEdited] = useState<{ plotId: string | null } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [zoomed, setZoomed] = useState<string | null>(null);
  const [marked, setMarked] = useState(plotAt(useLocation().search));
  const { data, error, refetch } = useQuery(FarmPlotsDocument, {
    variables: { farmId },
    fetchPolicy: 'cache-and-network',
  });
  const farm = data?.farmPlots;
  const plots = farm?.plots;
  const lots = useMemo(() => new Map(farm?.lotsByPlot.map((one) => [one.plotId, one])), [farm]);
  const around = useAround(farmId, plots, zoomed);
  const top = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const again = () => void refetch().catch(() => undefined);
  const of = (wanted: PlotTask): PlotRowFragment | null =>
    task !== null && 'plotId' in task && task.task === wanted
      ? (plots?.find(({ id }) => id === task.plotId) ?? null)
      : null;
  const edit = (plotId: string | null): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setEdited({ plotId });
  };
  const ended = (message: string): void => {
    setTask(null);
    setEdited(null);
    setDone(message);
    again();
  };

  if (error !== undefined && farm === undefined) {
    return (
      <Page title={say('farmPage.title', { farmId })}>
        <NotShown farmId={farmId} error={error} onRetry={refetch} />
      </Page>
    );
  }
  const mayManage = farm?.mayManage === true;
  const isEmpty = plots?.length === 0;
  const redrawn = plots?.find(({ id }) => id === edited?.plotId) ?? null;
  const isEditing = edited !== null && (edited.plotId === null || redrawn !== null);
  const fromFile = (
    <Button variant="secondary" disabled={isEditing} onClick={() => setTask({ task: 'import' })}>
      <FileUp aria-hidden /> {say('plotImport.open')}
    </Button>
  );
  return (
    <Page
      title={say('farmPage.title', { farmId })}
      actions={
        <>
          <LinkButton
            variant="secondary"
            to={`${HOME_PATH}${tabSearch('lots', new URLSearchParams({ farm: farmId }))}`}
          >
            <Package aria-hidden /> {say('farmPage.lots')}
          </LinkButton>
          {mayManage && !isEmpty && (
            <>
              {fromFile}
              <Button disabled={isEditing} onClick={() => edit(null)}>
                <Plus aria-hidden /> {say('farmPage.add')}
              </Button>
            </>
          )}
        </>
      }
    >
      <PageIntro>{say('farmPage.lead')}</PageIntro>
      <Flex ref={top} tabIndex={-1} outline="none" direction="column" gap="6" css={{ '&:empty': { display: 'none' } }}>
        {done !== null && (
          <Banner tone="leaf" onDismiss={() => setDone(null)}>
            {done}
          </Banner>
        )}
        {plots === undefined && (
          <Delayed label={say('farmPage.mapLoading')}>
            <Grid {...MAP_GRID}>
              <Skeleton aspectRatio="3 / 2" borderRadius="panel" />
              <Skeleton h="5.5rem" borderRadius="panel" />
            </Grid>
          </Delayed>
        )}
        {plots !== undefined && isEditing && (
          <PlotEditor
            key={edited.plotId}
            farmId={farmId}
            plot={redrawn}
            plots={plots}
            lots={lots}
            around={around}
            onClose={() => setEdited(null)}
            onSaved={({ name }) => {
              // The button that added the first plot goes with the empty list.
              if (isEmpty) opener.current = null;
              ended(say('farmPage.saved', { name: name ?? '' }));
            }}
            onStale={again}
            returnFocus={() => {
              const isThere = opener.current?.isConnected === true;
              (isThere ? opener.current : top.current)?.focus();
            }}
          />
        )}
        {plots !== undefined && plots.length > 0 && !isEditing && (
          <FarmMap
            farmId={farmId}
            plots={plots}
            lots={lots}
            marked={marked}
            onChoose={setMarked}
            zoomed={zoomed}
            onZoom={setZoomed}
          />
        )}
      </Flex>
      <FarmCard
        farmId={farmId}
        onSaved={() => setDone(say('register.saved', { farmId }))}
        onErased={() => setDone(say('farmErase.done', { farmId }))}
      />
      {isEmpty ? (
        <Panel hidden={isEditing}>
          <EmptyState
            icon={LandPlot}
            title={say('farmPage.none')}
            action={
              mayManage ? (
                <Flex gap="3" wrap="wrap" justify="center">
                  <Button onClick={() => edit(null)}>
                    <Plus aria-hidden /> {say('farmPage.first')}
                  </Button>
                  {fromFile}
                </Flex>
              ) : undefined
            }
          >
            {say(mayManage ? 'farmPage.noneHint' : 'farmPage.noneLooking')}
          </EmptyState>
        </Panel>
      ) : (
        <PlotTable
          farmId={farmId}
          rows={plots}
          lots={lots}
          mayManage={mayManage}
          error={undefined}
          empty={null}
          onTask={(chosen, { id }) => (chosen === 'redraw' ? edit(id) : setTask({ task: chosen, plotId: id }))}
        />
      )}
      {plots !== undefined && plots.length > 0 && (
        <Box fontSize="sm" color="fg.muted" maxW="42rem">
          {say('farmPage.note')}
        </Box>
      )}
      {farm !== undefined && (seesAll || managesDocuments) && (
        <Suspense>
          <SubjectDocuments subjectKind="farm" subject={farmId} />
        </Suspense>
      )}
      {seesAll && (
        <Box>
          <TextLink asChild>
            <Link to={FARMS_PATH}>{say('farmPage.others')}</Link>
          </TextLink>
        </Box>
      )}
      <ImportPlotsDialog
        open={task?.task === 'import'}
        farmId={farmId}
        plots={plots ?? []}
        onClose={() => setTask(null)}
        onDone={(created) => ended(say('plotImport.done', { created }))}
      />
      <RenamePlotDialog
        plot={of('rename')}
        plots={plots ?? []}
        onClose={() => setTask(null)}
        onDone={({ name }) => ended(say('farmPage.renamed', { name: name ?? '' }))}
        onStale={again}
      />
      <RemovePlotDialog
        plot={of('remove')}
        onClose={() => setTask(null)}
        onDone={(name) => ended(say('farmPage.removed', { name }))}
      />
      <PlotHistoryDialog plot={of('history')} onClose={() => setTask(null)} />
    </Page>
  );
}

/** Location of a farm: the plots that fill its map, else its largest group of plots, else the places of its lots. */
function useAround(
  farmId: string,
  plots: readonly PlotRowFragment[] | undefined,
  zoomed: string | null,
): readonly GeoPoint[] {
  const { data } = useQuery(FarmPlacesDocument, {
    variables: { farmId },
    skip: plots === undefined || plots.length > 0,
  });
  const groups = plotGroups(plots ?? []);
  const own = (groups.find(([one]) => one?.id === zoomed) ?? groups[0] ?? []).flatMap(plotPlaces);
  if (own.length > 0) return own;
  // Several lots share a place.
  const places = new Map((data?.farmPlaces ?? []).map((place) => [`${place.latitude} ${place.longitude}`, place]));
  return [...places.values()];
}

interface NotShownProps {
  farmId: string;
  error: unknown;
  onRetry: () => Promise<unknown>;
}

function NotShown({ farmId, error, onRetry }: NotShownProps) {
  const seesAll = useMay('view_all_lots');
  const words = useFarmWords();
  const { say } = words;
  if (errorCode(error) === 'not_found.farm') {
    return (
      <Panel>
        <EmptyState
          icon={LandPlot}
          title={say('farmPage.notFound', { farmId })}
          // Links to the list, or to the user's own farm if they see only one.
          action={
            <LinkButton variant="secondary" to={FARMS_PATH}>
              {say(seesAll ? 'farmPage.others' : 'farmPage.own')}
            </LinkButton>
          }
        >
          {say('farmPage.notFoundHint')}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Banner title={say('farmPage.failed')} action={<Retry onRetry={onRetry} />}>
      {errorMessage(words, error)}
    </Banner>
  );
}
