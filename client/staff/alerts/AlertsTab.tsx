import { useQuery } from '@apollo/client/react';
import { Flex, Grid } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { Page } from '../../design/Page.tsx';
import { AlertFiguresDocument, AlertsDocument, type AlertFilter } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { AlertSummary, AlertTypes, ResponseTime } from './AlertFigures.tsx';
import { AlertList } from './AlertList.tsx';

/** Satellite alerts (staff specification, section 2, 'Alerts tab'). Opens on the active ones. */
export default function AlertsTab() {
  const { say } = useStaffWords();
  const [filter, setFilter] = useState<AlertFilter>({ status: 'active' });
  const [page, setPage] = useState(1);
  const [refreshing, setRefreshing] = useState(false);
  const alerts = useQuery(AlertsDocument, { variables: { page, filter } });
  const figures = useQuery(AlertFiguresDocument);

  const stats = figures.data?.alertStats;

  const refresh = async () => {
    setRefreshing(true);
    // A failure shows where the query's own error is shown.
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
      <AlertSummary stats={stats} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap="5"
        alignItems="start"
      >
        <AlertList
          data={(alerts.data ?? alerts.previousData)?.alerts}
          error={alerts.error}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setPage(1);
          }}
          onPage={setPage}
          onRetry={() => void refresh()}
          retrying={refreshing}
        />
        <Flex direction="column" gap="5">
          <AlertTypes stats={stats} />
          <ResponseTime stats={stats} />
        </Flex>
      </Grid>
    </Page>
  );
}
