import { Box, Grid } from '@chakra-ui/react';
import { Page } from '../../design/Page.tsx';
import {
  AlertsByWeekDocument,
  ComplianceByMonthDocument,
  LotsByFarmDocument,
  LotsByStageDocument,
  QualitySpreadDocument,
} from '../../graphql/generated.ts';
import { useAnalyticsWords } from '../../words/analyticsWords.ts';
import { alertsView, complianceView, farmView, qualityView, stageView } from './chartViews.ts';
import { PeriodChart } from './PeriodChart.tsx';
import { HARVEST_PERIODS, MONTH_PERIODS, WEEK_PERIODS } from './periods.ts';

/** Charts of the lots that the user may see. Each chart has its own period and a table of its figures. */
export default function AnalyticsPage() {
  const { say, formatPercent } = useAnalyticsWords();
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
