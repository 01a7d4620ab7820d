import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { CalendarX } from 'lucide-react';
import type { RefObject } from 'react';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Chart } from '../../design/charts/Chart.tsx';
import type { ChartData } from '../../design/charts/chartData.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { ListedReportFragment } from '../../graphql/generated.ts';
import { useReportsWords, type ReportsWords } from '../../words/reportsWords.ts';
import { FILES_ID } from './DownloadCards.tsx';
import type { Figures } from './madeReport.ts';

interface ReportSummaryProps {
  figures: Figures;
  /** additional data from the list of reports; undefined until loaded */
  listed: Pick<ListedReportFragment, 'madeBy' | 'madeByRole' | 'byKey' | 'sampleData'> | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The figures of a report, with its author and time. */
export function ReportSummary({ figures, listed, heading }: ReportSummaryProps) {
  const words = useReportsWords();
  const { say, formatDate } = words;
  const period = { from: formatDate(figures.startDate), to: formatDate(figures.endDate) };
  return (
    <Box as="section" aria-label={say('report.title', period)}>
      <Flex align="center" columnGap="3" rowGap="1" wrap="wrap" mb="3">
        <chakra.h2 ref={heading} tabIndex={-1} fontSize="lg" fontWeight="600" borderRadius="control">
          {say('report.title', period)}
        </chakra.h2>
        {listed?.sampleData && (
          <Badge tone="sky">
            <span title={say('report.sampleHint')}>{say('report.sample')}</span>
          </Badge>
        )}
        <Box fontSize="sm" color="fg.muted">
          {madeWords(words, figures, listed)}
        </Box>
        {/* On phones the files are two screens below. */}
        <TextLink {...LINE_LINK} href={`#${FILES_ID}`} fontSize="sm" hideFrom="lg">
          {say('files.title')}
        </TextLink>
      </Flex>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        {figures.totalLots === 0 && (
          <Panel>
            <EmptyState icon={CalendarX} title={say('report.empty', period)}>
              {say('report.emptyHint')}
            </EmptyState>
          </Panel>
        )}
        <Panel title={say('report.summary')}>
          <Facts items={rows(words, figures)} />
          {figures.differingLots > 0 && (
            <Banner mt="4">{say('report.differsHint', { count: figures.differingLots })}</Banner>
          )}
          {!figures.gdprCompliant && (
            <Box fontSize="sm" color="fg.muted" mt="3">
              {say('report.gdprHint')}
            </Box>
          )}
        </Panel>
        {figures.totalLots > 0 && <ComplianceChart figures={figures} />}
      </Grid>
    </Box>
  );
}

function ComplianceChart({ figures }: { figures: ReportSummaryProps['figures'] }) {
  const words = useReportsWords();
  const { formatScore, say } = words;
  return (
    <Chart
      kind="donut"
      title={say('report.chart')}
      summary={say('report.chartText', {
        compliant: figures.compliantLots,
        total: figures.totalLots,
        rate: words.formatPercent(figures.complianceRate),
      })}
      categories={say('report.chartGroup')}
      data={chartOf(words, figures)}
      write={words.formatCount}
      writeShare={(share) => words.formatPercent(share * 100)}
      words={{
        asTable: say('report.asTable'),
        asChart: say('report.asChart'),
        loading: say('report.chartLoading'),
      }}
      empty={formatScore(null)}
    />
  );
}

/** Author and time of a report, as far as known. */
export function madeWords(words: ReportsWords, figures: Figures, listed: ReportSummaryProps['listed']): string {
  const { say, formatDateTime } = words;
  const at = formatDateTime(figures.generatedDate);
  if (!listed?.madeBy || listed.madeByRole === null) return say('report.made', { at });
  const role = say(`role.${listed.madeByRole}`);
  return say(listed.byKey ? 'report.madeByKey' : 'report.madeBy', { at, name: listed.madeBy, role });
}

function rows(words: ReportsWords, figures: Figures): [string, string][] {
  const { say, formatCount, formatPercent, formatQuality } = words;
  return [
    [say('report.totalLots'), formatCount(figures.totalLots)],
    [say('report.compliantLots'), formatCount(figures.compliantLots)],
    [say('report.nonCompliantLots'), formatCount(figures.nonCompliantLots)],
    [say('report.complianceRate'), formatPercent(figures.complianceRate)],
    [say('report.averageQualityScore'), formatQuality(figures.averageQualityScore)],
    [say('report.satelliteChecks'), formatCount(figures.satelliteChecks)],
    [say('report.differingLots'), formatCount(figures.differingLots)],
    [say('report.gdprCompliant'), say(figures.gdprCompliant ? 'report.yes' : 'report.no')],
  ];
}

/**
 * Chart of the lots by compliance. Lots that differ from the ledger count as not compliant, and get their own segment
 * if there are any.
 */
export function chartOf({ say }: ReportsWords, figures: Figures): ChartData {
  const differing = figures.differingLots;
  const other = figures.nonCompliantLots - differing;
  const parts = [
    { name: say('report.compliantLots'), value: figures.compliantLots, tone: 'leaf' },
    { name: say(differing > 0 ? 'report.chartOther' : 'report.nonCompliantLots'), value: other, tone: 'pod' },
    ...(differing > 0 ? [{ name: say('report.differingLots'), value: differing, tone: 'alarm' } as const] : []),
  ] as const;
  return {
    categories: parts.map(({ name }) => name),
    series: [
      {
        id: 'lots',
        name: say('report.totalLots'),
        tone: 'leaf',
        values: parts.map(({ value }) => value),
        tones: parts.map(({ tone }) => tone),
      },
    ],
  };
}
