import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { ChartColumn, FileText, Plus, Satellite, Scale } from 'lucide-react';
import { Suspense, useId } from 'react';
import { Link } from 'react-router-dom';
import { stageColor } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import type { ToneName } from '../../design/colors.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { BarsSkeleton, ListRowSkeleton } from '../../design/Skeletons.tsx';
import { DashboardDocument, DashboardHealthDocument, type DashboardQuery } from '../../graphql/generated.ts';
import { useLater } from '../../design/useLater.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { reportError } from '../../reportError.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { useCreateLot } from '../createLot.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useTab } from '../StaffAddress.tsx';
import { LastIntegrityAudit } from './LastIntegrityAudit.tsx';
import { RecentActivityPanel } from './RecentActivityPanel.tsx';
import { StatCards, StatCardsSkeleton } from './StatCards.tsx';
import { Today } from './Today.tsx';

const FarmsMap = lazyPart(() => import('./FarmsMap.tsx'));

const COLUMNS = {
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  gap: '5',
};

/** The dashboard (docs/spec/staff-screens.md, 'Dashboard tab'). */
export default function DashboardTab() {
  const words = useStaffWords();
  const { say } = words;
  const [, openTab] = useTab();
  const create = useCreateLot();
  const { data: answer, error, loading, refetch } = useQuery(DashboardDocument, { notifyOnNetworkStatusChange: true });
  const isMapWanted = useLater();
  // The library returns null for a response without data.
  const data = answer ?? undefined;

  return (
    <Page
      title={say('shell.dashboard')}
      actions={<QuickActions onCreate={create} onOpenReports={() => openTab('reports')} />}
    >
      {error !== undefined && (
        <Banner
          action={
            <Button
              variant="secondary"
              size="sm"
              busy={loading}
              busyLabel={say('again.trying')}
              onClick={() => {
                // The query's error state feeds this banner.
                refetch().catch(() => undefined);
              }}
            >
              {say('again.retry')}
            </Button>
          }
        >
          {say('dashboard.failed', { reason: errorMessage(words, error, say('dashboard.fetchFailed')) })}
        </Banner>
      )}
      {data === undefined && loading && error === undefined && <DashboardSkeleton />}
      {data === undefined && !loading && error === undefined && <EmptyState title={say('dashboard.nothing')} />}
      {data !== undefined && (
        <>
          {data.dashboardStats.earlier === null && <SatelliteBanner />}
          <Today neverChecked={data.neverChecked} readyToShip={data.readyToShip} />
          <Box>
            <StatCards stats={data.dashboardStats} series={data.lotAnalytics} />
            <LastIntegrityAudit />
            {data.dashboardStats.earlier !== null && <SatelliteLine />}
          </Box>
          {isMapWanted && (
            <ErrorBoundary onError={(failure) => void reportError(failure)}>
              <Suspense>
                <FarmsMap />
              </Suspense>
            </ErrorBoundary>
          )}
          <Grid {...COLUMNS}>
            <RecentActivityPanel entries={data.dashboardStats.recentActivity} onCreate={create} />
            <StageStrip stages={data.lotAnalytics.lotsByStage} />
          </Grid>
        </>
      )}
    </Page>
  );
}

function DashboardSkeleton() {
  const { say } = useStaffWords();
  return (
    <Delayed label={say('dashboard.loading')}>
      <Box mb="6">
        <StatCardsSkeleton />
      </Box>
      <Grid {...COLUMNS}>
        <Panel>
          <Skeleton w="9rem" h="5" my="3" />
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <ListRowSkeleton key={key} />
          ))}
        </Panel>
        <Panel>
          <Skeleton w="8rem" h="5" my="3" />
          <BarsSkeleton rows={6} />
        </Panel>
      </Grid>
    </Delayed>
  );
}

/**
 * The EUDR compliance banner. It shows 'sample data' when results do not come from real satellites
 * (docs/spec/plots-and-satellite-checks.md, 'Sample data'), and reports when the satellite source is unavailable.
 */
function SatelliteBanner() {
  const monitoring = useMonitoring();
  if (monitoring === null) return null;
  const { title, explanation, tone } = monitoring;
  return (
    <Flex align="center" gap="3" px="4" py="3" bg={`${tone}.subtle`} color={tone} borderRadius="control" fontSize="sm">
      <Box flexShrink="0">
        <Satellite aria-hidden size={20} strokeWidth={1.75} />
      </Box>
      <Box>
        <Box as="span" fontWeight="600">
          {title}
        </Box>
        <Box>{explanation}</Box>
      </Box>
    </Flex>
  );
}

/** The same in one quiet line, once there is a history to look at; as a banner again when checks are delayed. */
function SatelliteLine() {
  const monitoring = useMonitoring();
  if (monitoring === null) return null;
  if (monitoring.tone !== 'leaf') {
    return (
      <Box mt="3">
        <SatelliteBanner />
      </Box>
    );
  }
  return (
    <Flex align="baseline" gap="2" mt="1" fontSize="sm" color="fg.muted">
      <Flex flexShrink="0" alignSelf="flex-start" pt="0.5">
        <Satellite aria-hidden size={16} strokeWidth={1.75} />
      </Flex>
      <span>
        {monitoring.title}. {monitoring.explanation}
      </span>
    </Flex>
  );
}

/** What the health of the satellite source means; null while loading. */
function useMonitoring(): { title: string; explanation: string; tone: ToneName } | null {
  const words = useStaffWords();
  const { say } = words;
  const { data } = useQuery(DashboardHealthDocument);
  if (data === undefined) return null;
  const { satellite, sampleSatelliteData } = data.health;
  const working = satellite.status === 'ok';
  const reason = satellite.said === null ? say('monitoring.waits') : localizedText(words, satellite.said);
  return {
    title: say(`monitoring.${working ? 'active' : 'delayed'}.${sampleSatelliteData ? 'sample' : 'real'}`),
    explanation: working ? say('monitoring.what') : reason,
    tone: working ? 'leaf' : 'pod',
  };
}

/** Number of lots at each stage as a bar. Drawn with plain markup, so that it renders with the first screen. */
function StageStrip({ stages }: { stages: DashboardQuery['lotAnalytics']['lotsByStage'] }) {
  const { say, formatCount } = useStaffWords();
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const isEmpty = stages.every(({ count }) => count === 0);
  return (
    <Panel title={say('stages.title')}>
      {isEmpty ? (
        <Box color="fg.muted" fontSize="sm">
          {say('stages.none')}
        </Box>
      ) : (
        <chakra.ul display="flex" flexDirection="column" gap="4" fontSize="sm" listStyleType="none">
          {stages.map(({ stage, count }) => (
            <chakra.li key={stage} position="relative" borderRadius="control" _hover={{ bg: 'bg.sunken' }}>
              <Flex justify="space-between" gap="3">
                <StageLink to={HOME_PATH + tabSearch('lots', new URLSearchParams({ stage }))}>
                  {say(`stage.${stage}`)}
                </StageLink>
                <Box fontWeight="600" fontVariantNumeric="tabular-nums" title={say('stages.count', { count })}>
                  {formatCount(count)}
                </Box>
              </Flex>
              <Box aria-hidden h="2" mt="1" bg="bg.sunken" borderRadius="full" overflow="hidden">
                <Box
                  h="full"
                  borderRadius="full"
                  bg={stageColor(stage)}
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </Box>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Panel>
  );
}

/** Covers the whole line of its stage. */
const StageLink = chakra(Link, { base: { '&::after': { content: '""', position: 'absolute', inset: '0' } } });

interface QuickActionsProps {
  /** undefined without the right to create lots */
  onCreate: (() => void) | undefined;
  onOpenReports: () => void;
}

/** The quick actions beside the page title; 'Create' is the primary one. */
function QuickActions({ onCreate, onOpenReports }: QuickActionsProps) {
  const { say } = useStaffWords();
  const mayReport = useMay('generate_reports');
  const title = useId();
  return (
    <Flex
      as="section"
      aria-labelledby={title}
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'center' }}
      gap={{ base: '1', md: '4' }}
      // On phones, a row below the title.
      minW={{ base: 'calc(100vw - 2rem)', md: 'auto' }}
    >
      <chakra.h2 id={title} srOnly>
        {say('actions.title')}
      </chakra.h2>
      <Flex
        gap={{ base: '2', md: '3' }}
        wrap={{ base: 'wrap', md: 'nowrap' }}
        css={{
          '& > *': { flex: { base: '1 1 9.5rem', md: 'none' } },
          '& > [data-main]': { flexBasis: { base: '100%', md: 'auto' } },
        }}
      >
        {onCreate !== undefined && (
          <Button data-main onClick={onCreate}>
            <Plus aria-hidden />
            {say('dashboard.createLot')}
          </Button>
        )}
        {onCreate !== undefined && (
          <LinkButton variant="secondary" to="/admin/receive">
            <Scale aria-hidden />
            {say('page.receive')}
          </LinkButton>
        )}
        {mayReport && (
          <Button variant="secondary" onClick={onOpenReports}>
            <FileText aria-hidden />
            {say('actions.report')}
          </Button>
        )}
        <LinkButton variant="secondary" to="/admin/analytics">
          <ChartColumn aria-hidden />
          {say('actions.analytics')}
        </LinkButton>
      </Flex>
    </Flex>
  );
}
