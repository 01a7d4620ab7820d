import { useQuery } from '@apollo/client/react';
import { Box, Grid } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Package, Percent, Plus, Star } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { ListRowSkeleton, StatTileSkeleton } from '../../design/Skeletons.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import { DashboardDocument, type DashboardQuery } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';
import { useTab } from '../StaffAddress.tsx';
import { LastWalk } from './LastWalk.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { SatelliteBanner } from './SatelliteBanner.tsx';

const CreateLotWizard = lazy(() => import('../lots/CreateLotWizard.tsx'));

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/** The dashboard (staff specification, section 2, 'Dashboard tab'). */
export default function DashboardTab() {
  const words = useStaffWords();
  const { say } = words;
  const user = useUser();
  const [, openTab] = useTab();
  const mayCreate = useMay('create_lot');
  const [creating, setCreating] = useState(false);
  const { data, error, loading, refetch } = useQuery(DashboardDocument, { notifyOnNetworkStatusChange: true });
  const stats = data?.dashboardStats;
  const create = mayCreate ? () => setCreating(true) : undefined;

  return (
    <Page
      title={say('shell.dashboard')}
      actions={
        create && (
          <Button onClick={create}>
            <Plus aria-hidden />
            {say('dashboard.createLot')}
          </Button>
        )
      }
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
                // The query itself carries the failure into this banner.
                refetch().catch(() => undefined);
              }}
            >
              {say('again.retry')}
            </Button>
          }
        >
          {say('dashboard.failed', { reason: messageOf(words, error, say('dashboard.fetchFailed')) })}
        </Banner>
      )}
      {stats === undefined && loading && error === undefined && <DashboardSkeleton />}
      {stats === undefined && !loading && error === undefined && <EmptyState title={say('dashboard.nothing')} />}
      {stats !== undefined && (
        <>
          <SatelliteBanner />
          <Box>
            <StatCards stats={stats} />
            <LastWalk />
          </Box>
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
            gap="5"
            alignItems="start"
          >
            <RecentActivity entries={stats.recentActivity} onCreate={create} />
            <QuickActions onCreate={create} onOpenReports={() => openTab('reports')} />
          </Grid>
        </>
      )}
      {creating && (
        <Suspense>
          <CreateLotWizard open user={user} onClose={() => setCreating(false)} onCreated={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

const STAT_GRID = {
  templateColumns: {
    base: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
    lg: 'repeat(5, minmax(0, 1fr))',
  },
  gap: { base: '3', md: '4' },
  // Five tiles in two columns: the last takes its row.
  css: { '& > :last-child': { gridColumn: { base: 'span 2', md: 'auto' } } },
};

function StatCards({ stats }: { stats: DashboardQuery['dashboardStats'] }) {
  const { say, formatCount, formatPercent, formatScore } = useStaffWords();
  return (
    <Grid {...STAT_GRID}>
      <StatTile label={say('figures.totalLots')} value={formatCount(stats.totalLots)} icon={<Package {...ICON} />} />
      <StatTile
        label={say('figures.compliantLots')}
        value={formatCount(stats.compliantLots)}
        icon={<CircleCheck {...ICON} />}
      />
      <StatTile
        label={say('figures.complianceRate')}
        value={formatPercent(stats.complianceRate)}
        icon={<Percent {...ICON} />}
      />
      <StatTile
        label={say('figures.averageQuality')}
        value={formatScore(stats.averageQuality)}
        note={stats.averageQuality === null ? undefined : say('figures.of100')}
        icon={<Star {...ICON} />}
      />
      <StatTile
        label={say('figures.highAlerts')}
        value={formatCount(stats.highAlerts)}
        icon={<CircleAlert {...ICON} />}
        tone={stats.highAlerts > 0 ? 'alarm' : undefined}
      />
    </Grid>
  );
}

function DashboardSkeleton() {
  const { say } = useStaffWords();
  return (
    <Delayed label={say('dashboard.loading')}>
      <Grid {...STAT_GRID} mb="6">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <StatTileSkeleton key={key} />
        ))}
      </Grid>
      <Grid templateColumns={{ base: '1fr', lg: '2fr 1fr' }} gap="5">
        <Panel>
          <Skeleton w="9rem" h="5" my="3" />
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <ListRowSkeleton key={key} />
          ))}
        </Panel>
        <Skeleton h="14rem" borderRadius="panel" />
      </Grid>
    </Delayed>
  );
}
