import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { useNow } from '../../design/useNow.ts';
import { Page } from '../../design/Page.tsx';
import { AlertFiguresDocument, AlertsDocument } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useTabParams } from '../StaffAddress.tsx';
import { useCommitted } from '../useCommitted.ts';
import { AlertMap } from './AlertMap.tsx';
import { AlertSummary, AlertTypes, ResponseTime } from './AlertFigures.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import { alertParams, alertViewOf, filterOf, type AlertListState } from './alertListState.ts';
import { whyEmpty } from './whyEmpty.ts';

const MINUTE_MS = 60_000;

/** Satellite alerts (docs/spec/staff-screens.md, 'Alerts tab'). Shows active alerts by default. */
export default function AlertsTab() {
  const { say } = useStaffWords();
  const [params, setParams] = useTabParams('alerts');
  const [refreshing, setRefreshing] = useState(false);
  const view = alertViewOf(params);
  const asked = alertViewOf(useCommitted(params));
  const alerts = useQuery(AlertsDocument, { variables: { page: asked.page, filter: filterOf(asked) } });
  const figures = useQuery(AlertFiguresDocument);
  const known = alerts.data ?? alerts.previousData;
  const { alertStats: stats, alertPlaces: places, watchedLots: watched } = figures.data ?? {};

  const now = useNow(MINUTE_MS);

  const show = (change: Partial<AlertListState>) => {
    // A changed filter starts on the first page.
    setParams((newest) => alertParams({ ...alertViewOf(newest), page: 1, ...change }));
  };
  const refresh = async () => {
    setRefreshing(true);
    // The query's own error display shows a failure.
    await Promise.allSettled([alerts.refetch(), figures.refetch()]);
    setRefreshing(false);
  };

  return (
    <Page
      title={say('alerts.title')}
      actions={
        <Button
          variant="secondary"
          busy={refreshing}
          busyLabel={say('alerts.refreshing')}
          onClick={() => void refresh()}
        >
          <RefreshCw aria-hidden />
          {say('alerts.refresh')}
        </Button>
      }
    >
      {/* On phones the list comes first. */}
      <Box order={{ base: '1', md: '0' }}>
        <AlertSummary stats={stats} />
      </Box>
      <Grid
        // The full list uses the full width; the other panels move below it.
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: view.all ? 'minmax(0, 1fr)' : 'minmax(0, 2fr) minmax(0, 1fr)',
        }}
        gap="5"
        alignItems="start"
      >
        <AlertsPanel
          data={known?.alerts}
          waiting={alerts.data === undefined}
          error={alerts.error}
          view={view}
          onView={show}
          onRetry={() => void refresh()}
          retrying={refreshing}
          why={whyEmpty(view, watched, stats)}
          now={now}
        />
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', md: view.all ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)' }}
          gap="5"
          alignItems="start"
        >
          <AlertMap
            places={places}
            error={figures.error}
            onRetry={figures.refetch}
            chosen={view.farmId}
            onChoose={(farmId) => show({ farmId, status: 'active' })}
            now={now}
          />
          <Flex direction="column" gap="5">
            <AlertTypes stats={stats} />
            <ResponseTime stats={stats} />
          </Flex>
        </Grid>
      </Grid>
    </Page>
  );
}
