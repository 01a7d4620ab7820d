import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { FileUp, LandPlot, Package, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { PlotMap } from '../../design/plotMap/PlotMap.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  FarmPlacesDocument,
  FarmPlotsDocument,
  RemovePlotDocument,
  type PlotRowFragment,
} from '../../graphql/generated.ts';
import { errorCode, errorMessage } from '../../graphql/messages.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { type FarmWords, useFarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { Retry } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { FARMS_PATH, plotAt } from './farmAddress.ts';
import { ImportPlotsDialog } from './ImportPlotsDialog.tsx';
import { PlotDialog } from './PlotDialog.tsx';
import { PlotHistoryDialog } from './PlotHistoryDialog.tsx';
import { plotPlaces, plotShape } from './plotPlaces.ts';
import { type PlotTask, PlotTable } from './PlotTable.tsx';
import { areaText, lengthText } from './plotWords.ts';
import { RenamePlotDialog } from './RenamePlotDialog.tsx';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

type Task = { task: PlotTask; plotId: string } | { task: 'add' | 'import' } | null;

const MAP_GRID = {
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  gap: '5',
  alignItems: 'start',
};

/** A farm's page: its plots on a map and in a list, with actions to add and change them. */
export function FarmPage({ farmId }: { farmId: string }) {
  const words = useFarmWords();
  const { say } = words;
  const seesAll = useMay('view_all_lots');
  const [task, setTask] = useState<Task>(null);
  const [done, setDone] = useState<string | null>(null);
  const [marked, setMarked] = useState(plotAt(useLocation().search));
  const { data, error, refetch } = useQuery(FarmPlotsDocument, {
    variables: { farmId },
    fetchPolicy: 'cache-and-network',
  });
  const farm = data?.farmPlots;
  const plots = farm?.plots;
  const lots = useMemo(() => new Map(farm?.lotsByPlot.map(({ plotId, lots: count }) => [plotId, count])), [farm]);
  const around = useAround(farmId, plots);
  const again = () => void refetch().catch(() => undefined);
  const of = (wanted: PlotTask): PlotRowFragment | null =>
    task !== null && 'plotId' in task && task.task === wanted
      ? (plots?.find(({ id }) => id === task.plotId) ?? null)
      : null;
  const ended = (message: string): void => {
    setTask(null);
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
  const redrawn = of('redraw');
  const fromFile = (
    <Button variant="secondary" onClick={() => setTask({ task: 'import' })}>
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
            to={`${HOME_PATH}${tabSearch('lots', new URLSearchParams({ search: farmId }))}`}
          >
            <Package aria-hidden /> {say('farmPage.lots')}
          </LinkButton>
          {mayManage && !isEmpty && (
            <>
              {fromFile}
              <Button onClick={() => setTask({ task: 'add' })}>
                <Plus aria-hidden /> {say('farmPage.add')}
              </Button>
            </>
          )}
        </>
      }
    >
      <PageIntro>{say('farmPage.lead')}</PageIntro>
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
      {plots !== undefined && plots.length > 0 && (
        <FarmMap farmId={farmId} plots={plots} marked={marked} onChoose={setMarked} />
      )}
      {isEmpty ? (
        <Panel>
          <EmptyState
            icon={LandPlot}
            title={say('farmPage.none')}
            action={
              mayManage ? (
                <Flex gap="3" wrap="wrap" justify="center">
                  <Button onClick={() => setTask({ task: 'add' })}>
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
          onTask={(chosen, { id }) => setTask({ task: chosen, plotId: id })}
        />
      )}
      {plots !== undefined && plots.length > 0 && (
        <Box fontSize="sm" color="fg.muted" maxW="42rem">
          {say('farmPage.note')}
        </Box>
      )}
      {seesAll && (
        <Box>
          <TextLink asChild>
            <Link to={FARMS_PATH}>{say('farmPage.others')}</Link>
          </TextLink>
        </Box>
      )}
      <PlotDialog
        open={task?.task === 'add' || redrawn !== null}
        farmId={farmId}
        plot={redrawn}
        plots={plots ?? []}
        around={around}
        onClose={() => setTask(null)}
        onSaved={({ name }) => ended(say('farmPage.saved', { name: name ?? '' }))}
        onStale={again}
      />
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

/** Location of a farm: its plots, else the places of its lots. */
function useAround(farmId: string, plots: readonly PlotRowFragment[] | undefined): readonly GeoPoint[] {
  const { data } = useQuery(FarmPlacesDocument, {
    variables: { farmId },
    skip: plots === undefined || plots.length > 0,
  });
  const own = plots?.flatMap(plotPlaces) ?? [];
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

interface FarmMapProps {
  farmId: string;
  plots: readonly PlotRowFragment[];
  marked: string | null;
  onChoose: (id: string) => void;
}

/** The plots, with an overview map of the country. */
function FarmMap({ farmId, plots, marked, onChoose }: FarmMapProps) {
  const words = useFarmWords();
  const { say, formatCountry } = words;
  const [first] = plots.flatMap(plotPlaces);
  const country = countryOf(words, plots);
  const chosen = plots.find(({ id }) => id === marked);
  const total = plots.reduce((sum, { areaHa }) => sum + areaHa, 0);
  return (
    <Grid {...MAP_GRID}>
      <PlotMap
        shapes={plots.map((plot) => plotShape(plot, { id: plot.id, name: plot.name ?? undefined, tone: 'leaf' }))}
        title={say('farmPage.map', { count: plots.length, farmId })}
        length={(metres) => lengthText(words, metres)}
        loading={say('farmPage.mapLoading')}
        marked={marked}
        onChoose={onChoose}
        caption={
          chosen === undefined
            ? undefined
            : say('farmPage.chosen', { name: chosen.name ?? say('plot.erased'), area: areaText(words, chosen.areaHa) })
        }
      />
      <Flex direction={{ base: 'column', sm: 'row', lg: 'column' }} gap="4" minW="0">
        <Panel flex="1">
          <Box fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" fontVariantNumeric="tabular-nums">
            {say('farmPage.total', { area: areaText(words, total) })}
          </Box>
          <Box color="fg.muted" fontSize="sm">
            {say('farmPage.plots', { count: plots.length })}
          </Box>
        </Panel>
        {first !== undefined && (
          <Box flex="1" minW="0" hideBelow="sm">
            <PlaceMap
              place={first}
              withinKm={1}
              countryName={formatCountry}
              title={say('farmPage.whereTitle', { farmId, country })}
              loading={say('farmPage.mapLoading')}
              caption={country}
            />
          </Box>
        )}
      </Flex>
    </Grid>
  );
}

function countryOf({ say, formatCountry, formatList }: FarmWords, plots: readonly PlotRowFragment[]): string {
  const codes = [...new Set(plots.flatMap(({ country }) => country ?? []))];
  return codes.length === 0 ? say('plot.noCountry') : formatList(codes.map((code) => formatCountry(code) ?? code));
}

interface RemovePlotDialogProps {
  plot: PlotRowFragment | null;
  onClose: () => void;
  onDone: (name: string) => void;
}

/** Confirmation before a plot is removed from its farm. */
function RemovePlotDialog({ plot, onClose, onDone }: RemovePlotDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const [remove] = useWrite(RemovePlotDocument, { failed: say('plotRemove.failed') });
  const shown = useLastShown(plot);
  const name = shown?.name ?? '';
  const confirm = async () => {
    if (plot === null) return;
    const written = await remove({ id: plot.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { removePlot } = written.data;
    if (removePlot.__typename !== 'PlotRemoved') throw new Error(localizedText(words, removePlot.said));
    onDone(name);
  };
  return (
    <ConfirmDialog
      open={plot !== null}
      onClose={onClose}
      title={say('plotRemove.title', { name })}
      action={say('plotRemove.action')}
      busyLabel={say('plotRemove.busy')}
      danger
      onConfirm={confirm}
      message={
        <Box overflowWrap="anywhere">
          {say('plotRemove.text', { name, area: areaText(words, shown?.areaHa ?? 0), farmId: shown?.farmId ?? '' })}
        </Box>
      }
    />
  );
}
