import { useQuery } from '@apollo/client/react';
import { Box, Grid } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { BarsSkeleton, ListRowSkeleton } from '../../design/Skeletons.tsx';
import { DashboardDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useCreateLot } from '../createLot.ts';
import { useTab } from '../StaffAddress.tsx';
import { LastIntegrityAudit } from './LastIntegrityAudit.tsx';
import { QuickActions } from './QuickActions.tsx';
import { RecentActivityPanel } from './RecentActivityPanel.tsx';
import { SatelliteBanner } from './SatelliteBanner.tsx';
import { StageStrip } from './StageStrip.tsx';
import { StatCards, StatCardsSkeleton } from './StatCards.tsx';

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
          <SatelliteBanner />
          <Box>
            <StatCards stats={data.dashboardStats} />
            <LastIntegrityAudit />
          </Box>
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
