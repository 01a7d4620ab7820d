import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Chart } from '../../design/charts/Chart.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Page } from '../../design/Page.tsx';
import {
  AlertsByWeekDocument,
  ComplianceByMonthDocument,
  LotsByFarmDocument,
  LotsByStageDocument,
  QualitySpreadDocument,
} from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useAnalyticsWords, type AnalyticsWords } from '../../words/analyticsWords.ts';
import {
  alertsView,
  complianceView,
  farmView,
  qualityView,
  stageView,
  type ChartDays,
  type ChartView,
} from './chartViews.ts';
import { HARVEST_PERIODS, MONTH_PERIODS, WEEK_PERIODS, type ChartPeriod } from './periods.ts';

/** Charts of the lots that the user may see. Each chart has its own period and a table of its figures. */
export default function AnalyticsPage() {
  const { say, formatPercent, formatPercentTick } = useAnalyticsWords();
  return (
    <Page title={say('shell.analytics')}>
      <Box color="fg.muted" mt="-4">
        {say('analytics.purpose')}
      </Box>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="5">
        <PeriodChart
          title={say('byStage.title')}
          categories={say('byStage.categories')}
          none={say('byStage.none')}
          document={LotsByStageDocument}
          periods={HARVEST_PERIODS}
          view={stageView}
        />
        <PeriodChart
          title={say('byMonth.title')}
          categories={say('byMonth.categories')}
          none={say('byMonth.none')}
          document={ComplianceByMonthDocument}
          periods={MONTH_PERIODS}
          view={complianceView}
          write={formatPercent}
          writeTick={formatPercentTick}
        />
        <PeriodChart
          title={say('qualitySpread.title')}
          categories={say('qualitySpread.categories')}
          none={say('qualitySpread.none')}
          document={QualitySpreadDocument}
          periods={HARVEST_PERIODS}
          view={qualityView}
        />
        <PeriodChart
          title={say('byWeek.title')}
          categories={say('byWeek.categories')}
          none={say('byWeek.none')}
          document={AlertsByWeekDocument}
          periods={WEEK_PERIODS}
          view={alertsView}
        />
        {/* The fifth chart has its own row: there may be many farms. */}
        <Box gridColumn={{ lg: '1 / -1' }} minW="0">
          <PeriodChart
            title={say('byFarm.title')}
            categories={say('byFarm.categories')}
            none={say('byFarm.none')}
            document={LotsByFarmDocument}
            periods={HARVEST_PERIODS}
            view={farmView}
          />
        </Box>
      </Grid>
    </Page>
  );
}

interface PeriodChartProps<Data, Variables> {
  title: string;
  /** heading of the categories */
  categories: string;
  /** text for an empty period */
  none: string;
  document: TypedDocumentNode<Data, Variables>;
  /** the first one is the default */
  periods: readonly ChartPeriod<Variables>[];
  view: (words: AnalyticsWords, data: Data, days: ChartDays) => ChartView;
  write?: (value: number | null) => string;
  writeTick?: ((value: number) => string) | undefined;
}

/** A chart with its own period. It keeps the previous drawing while the next period loads. */
function PeriodChart<Data, Variables extends OperationVariables>(props: PeriodChartProps<Data, Variables>) {
  const { title, categories, none, document, periods, view, write, writeTick } = props;
  const words = useAnalyticsWords();
  const { say, tell, formatCount } = words;
  const [chosen, choose] = useState(periods[0]?.id ?? '');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const period = periods.find(({ id }) => id === chosen) ?? periods[0];
  // The document's type fixes the variables and the result; the hook's overloads cannot infer that for a generic
  // document.
  const { data, previousData, error, refetch } = useQuery(document, {
    variables: period?.variables(today),
  } as useQuery.Options<Data, Variables>);
  const shown = (data ?? previousData) as Data | undefined;
  const drawn = shown === undefined ? undefined : view(words, shown, harvestDays(period?.variables(today)));
  // Stretch to the height of the neighboring chart.
  return (
    <Flex direction="column" minW="0" css={{ '& > figure': { flex: '1' } }}>
      <Chart
        kind={drawn?.kind ?? 'bar'}
        title={title}
        summary={drawn?.summary ?? ''}
        categories={categories}
        data={drawn?.data}
        href={drawn?.href}
        write={write ?? formatCount}
        writeTick={writeTick}
        words={{
          asTable: say('analytics.asTable'),
          asChart: say('analytics.asChart'),
          loading: say('analytics.loading'),
        }}
        actions={
          <SelectField
            hideLabel
            label={say('analytics.period', { chart: title })}
            value={chosen}
            onChange={choose}
            options={periods.map(({ id, word }) => ({ value: id, label: tell(word) }))}
          />
        }
        error={
          error === undefined ? undefined : (
            <Banner
              action={
                <Button variant="secondary" size="sm" onClick={() => void refetch().catch(() => undefined)}>
                  {say('again.retry')}
                </Button>
              }
            >
              {say('analytics.failed', { reason: errorMessage(words, error, say('analytics.fetchFailed')) })}
            </Banner>
          )
        }
        empty={<EmptyState title={none} />}
        note={drawn?.note}
      />
    </Flex>
  );
}

/** Harvest days of a query's variables, where they have any. */
function harvestDays(variables: OperationVariables | undefined): ChartDays {
  const day = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { harvestedFrom: day(variables?.from), harvestedTo: day(variables?.to) };
}
