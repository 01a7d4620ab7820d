import { Box, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Download, FileText } from 'lucide-react';
import { useMemo } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import type { ListedReportFragment, ReportFormat, ReportsQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { DASH } from '../../words/format.ts';
import { useReportsWords, type ReportsWords } from '../../words/reportsWords.ts';
import { CARD_FORMATS } from './DownloadCards.tsx';
import { DownloadState } from './DownloadState.tsx';
import type { Downloads } from './useDownloads.ts';

/** Anchor of the link in the page's heading. */
export const HISTORY_ID = 'reports-made';

interface ReportHistoryProps {
  data: ReportsQuery['reports'] | undefined;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
  onPage: (page: number) => void;
  onOpen: (report: ListedReportFragment) => void;
  downloads: Downloads;
  /** the report whose cards above show its downloads; null: none */
  shownId: string | null;
  /** must be stable */
  onDownload: (reportId: string, format: ReportFormat) => void;
}

/** The reports made so far: period, time, author, integrity and files. */
export function ReportHistory(props: ReportHistoryProps) {
  const { data, error, busy, onRetry, onPage, onOpen, downloads, shownId, onDownload } = props;
  const words = useReportsWords();
  const { say } = words;
  const columns = useMemo(() => columnsOf(words), [words]);
  const actions = useMemo(
    () => ({
      name: say('history.actions'),
      render: (report: ListedReportFragment) => <FileMenu report={report} onDownload={onDownload} />,
    }),
    [say, onDownload],
  );
  const underWay = (data?.reports ?? []).flatMap(({ reportId }) =>
    CARD_FORMATS.flatMap((format) => {
      if (reportId === shownId) return [];
      const download = downloads.of(reportId, format);
      return download === undefined ? [] : [{ key: `${reportId} ${format}`, format, download }];
    }),
  );
  return (
    <Panel id={HISTORY_ID} tabIndex={-1} scrollMarginTop="4" title={say('history.title')}>
      {error !== undefined && <HistoryFailure busy={busy} onRetry={onRetry} error={error} />}
      {underWay.map(({ key, format, download }) => (
        <Box key={key} mb="2">
          <DownloadState download={download} what={say(`files.${format}`)} />
        </Box>
      ))}
      {(data !== undefined || error === undefined) && (
        <DataTable
          stacks
          caption={say('history.title')}
          columns={columns}
          rows={data?.reports}
          rowId={({ reportId }) => reportId}
          // The server sorts: newest first.
          sort={null}
          sortedElsewhere
          onOpen={onOpen}
          actions={actions}
          loading={say('history.loading')}
          busy={busy}
          empty={
            <EmptyState icon={FileText} title={say('history.empty')}>
              {say('history.emptyHint')}
            </EmptyState>
          }
        />
      )}
      {data !== undefined && <HistoryPages data={data} onPage={onPage} />}
    </Panel>
  );
}

function HistoryPages({ data, onPage }: { data: ReportsQuery['reports']; onPage: (page: number) => void }) {
  const { say } = useReportsWords();
  return (
    <Box mt="3">
      <PaginationControl
        label={say('history.pages')}
        page={data.pagination.page}
        totalPages={data.pagination.totalPages}
        onChange={onPage}
      />
    </Box>
  );
}

function HistoryFailure({ busy, onRetry, error }: { busy: boolean; onRetry: () => void; error: unknown }) {
  const words = useReportsWords();
  const { say } = words;
  return (
    <Banner
      mb="4"
      action={
        <Button variant="secondary" size="sm" busy={busy} busyLabel={say('again.trying')} onClick={onRetry}>
          {say('again.try')}
        </Button>
      }
    >
      {say('history.failed', { reason: errorMessage(words, error, say('reports.fetchFailed')) })}
    </Banner>
  );
}

function FileMenu({
  report,
  onDownload,
}: {
  report: ListedReportFragment;
  onDownload: ReportHistoryProps['onDownload'];
}) {
  const { say, formatDate, formatDateTime } = useReportsWords();
  if (report.report === null || report.formats.length === 0) return null;
  const { startDate, endDate, generatedDate } = report.report;
  return (
    <ActionMenu
      label={say('history.actionsOf', {
        from: formatDate(startDate),
        to: formatDate(endDate),
        at: formatDateTime(generatedDate),
      })}
      actions={CARD_FORMATS.filter((format) => report.formats.includes(format)).map((format) => ({
        id: format,
        label: say('files.downloadOf', { format: say(`files.${format}`) }),
        icon: Download,
        onSelect: () => onDownload(report.reportId, format),
      }))}
    />
  );
}

/** Length of the shown part of an id, enough to distinguish reports. */
const ID_PREVIEW = 8;

export function columnsOf(words: ReportsWords): Column<ListedReportFragment>[] {
  const { say, formatCount, formatDate, formatDateTime, formatPercent } = words;
  return [
    {
      id: 'period',
      name: say('history.period'),
      usual: '11rem',
      render: ({ report, reportId }) =>
        report === null
          ? say('history.changedName', { id: reportId.slice(0, ID_PREVIEW) })
          : // A date that wraps reads like two dates.
            [report.startDate, report.endDate].map((day) => formatDate(day).replaceAll(' ', '\u00a0')).join(' – '),
    },
    {
      id: 'made',
      name: say('history.made'),
      usual: '9rem',
      render: ({ report }) => <chakra.span whiteSpace="nowrap">{formatDateTime(report?.generatedDate)}</chakra.span>,
    },
    {
      id: 'by',
      name: say('history.by'),
      width: '12rem',
      usual: '7rem',
      render: ({ intact, madeBy, madeByRole }) => (intact ? <Maker madeBy={madeBy} madeByRole={madeByRole} /> : DASH),
    },
    {
      id: 'lots',
      name: say('report.totalLots'),
      figures: true,
      usual: '2rem',
      render: ({ report }) => formatCount(report?.totalLots),
    },
    {
      id: 'rate',
      name: say('report.complianceRate'),
      figures: true,
      usual: '3rem',
      render: ({ report }) => formatPercent(report?.complianceRate),
    },
    {
      id: 'state',
      name: say('history.state'),
      usual: '6rem',
      render: ({ intact, sampleData }) => <ReportBadges intact={intact} sampleData={sampleData} />,
    },
  ];
}

function ReportBadges({ intact, sampleData }: { intact: boolean; sampleData: ListedReportFragment['sampleData'] }) {
  const { say } = useReportsWords();
  return (
    <Box display="flex" flexWrap="wrap" gap="1">
      {intact ? (
        <Badge tone="leaf" icon={CircleCheck}>
          {say('history.intact')}
        </Badge>
      ) : (
        <Badge tone="alarm" icon={CircleAlert}>
          {say('history.changed')}
        </Badge>
      )}
      {sampleData && <Badge tone="sky">{say('report.sample')}</Badge>}
    </Box>
  );
}

interface MakerProps {
  madeBy: ListedReportFragment['madeBy'];
  madeByRole: ListedReportFragment['madeByRole'];
}

function Maker({ madeBy, madeByRole }: MakerProps) {
  const { say } = useReportsWords();
  return (
    <>
      <Box overflowWrap="anywhere">{madeBy ?? say('history.byNobody')}</Box>
      {madeByRole !== null && (
        <Box fontSize="xs" color="fg.muted">
          {say(`role.${madeByRole}`)}
        </Box>
      )}
    </>
  );
}
