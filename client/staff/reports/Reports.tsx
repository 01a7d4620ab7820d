import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Period } from '../../../server/domain/report/reportPeriod.ts';
import { Banner } from '../../design/Banner.tsx';
import type { SendResult } from '../../design/form/useForm.ts';
import { ReportsDocument, type ListedReportFragment, type ReportFormat } from '../../graphql/generated.ts';
import { refusalOf } from '../../graphql/files.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useReportsWords } from '../../words/reportsWords.ts';
import { localDay } from '../lots/list/lotFacts.ts';
import { useTabParams } from '../StaffAddress.tsx';
import { DownloadCards, CARD_FORMATS } from './DownloadCards.tsx';
import { makeReport, NotMade, takeBack, type Figures, type Making } from './madeReport.ts';
import { periodOf } from './period.ts';
import { PeriodForm } from './PeriodForm.tsx';
import { ReportHistory } from './ReportHistory.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { fileMessageOf } from './reportWords.ts';
import { useDownloads } from './useDownloads.ts';

/** Content between the form and the list: a report's figures, or the message that it was changed in the database. */
type Shown = { kind: 'report'; figures: Figures; listed?: ListedReportFragment } | { kind: 'changed' };

const PAGE = /^[1-9]\d{0,5}$/;

/** Makes reports, shows one, and lists the existing ones. */
export function Reports() {
  const words = useReportsWords();
  const { say } = words;
  const [params, setParams] = useTabParams('reports');
  const [today] = useState(() => localDay(new Date()));
  const [initial] = useState(() => periodOf(params, today));
  const [shown, setShown] = useState<Shown | null>(null);
  const [making, setMaking] = useState<Making | null>(null);
  const downloads = useDownloads();
  const heading = useRef<HTMLHeadingElement>(null);
  const said = params.get('page') ?? '';
  const page = PAGE.test(said) ? Number(said) : 1;
  const history = useQuery(ReportsDocument, { variables: { page } });
  const list = (history.data ?? history.previousData)?.reports;

  // Move focus to a newly made report.
  useEffect(() => {
    if (shown?.kind === 'report') heading.current?.focus();
  }, [shown]);

  const put = (change: Record<string, string | null>) => {
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  };

  const generate = async (period: Period): Promise<SendResult<null, 'from' | 'to'>> => {
    try {
      const figures = await makeReport(period, setMaking);
      setShown({ kind: 'report', figures });
      put({ ...period, page: null });
      void history.refetch({ page: 1 });
      return { kind: 'done', result: null };
    } catch (failure) {
      if (failure instanceof NotMade) return { kind: 'failed', message: say(`period.${failure.state}`) };
      const error = fileMessageOf(words, failure, say('reports.fetchFailed'));
      const message = say('reports.failed', { error });
      const [detail] = refusalOf(failure).details ?? [];
      if (detail === undefined) return { kind: 'failed', message };
      return {
        kind: 'failed',
        message: localizedText(words, detail.said),
        field: detail.field === 'endDate' ? 'to' : 'from',
      };
    } finally {
      setMaking(null);
    }
  };

  const open = (report: ListedReportFragment) => {
    setShown(report.report === null ? { kind: 'changed' } : { kind: 'report', figures: report.report, listed: report });
  };

  // A ref keeps the callback stable, so that the list's rows render again only when they change.
  const latest = useRef(downloads);
  useLayoutEffect(() => {
    latest.current = downloads;
  });
  const download = useCallback((reportId: string, format: ReportFormat) => latest.current.start(reportId, format), []);

  const figures = shown?.kind === 'report' ? shown.figures : null;
  const listed =
    list?.reports.find(({ reportId }) => reportId === figures?.reportId) ??
    (shown?.kind === 'report' ? shown.listed : undefined);
  return (
    <>
      <PeriodForm
        initial={initial}
        today={today}
        generate={generate}
        making={making}
        onTakeBack={(what) => void takeBack(what).catch(() => undefined)}
      />
      {shown?.kind === 'changed' && <Banner onDismiss={() => setShown(null)}>{say('report.changed')}</Banner>}
      {figures !== null && (
        <>
          <chakra.output srOnly>{say('period.done')}</chakra.output>
          <ReportSummary figures={figures} listed={listed} heading={heading} />
          <DownloadCards figures={figures} formats={listed?.formats ?? CARD_FORMATS} downloads={downloads} />
        </>
      )}
      <ReportHistory
        data={list}
        error={history.error}
        busy={history.loading}
        onRetry={() => void history.refetch()}
        onPage={(next) => put({ page: next === 1 ? null : String(next) })}
        onOpen={open}
        downloads={downloads}
        shownId={figures?.reportId ?? null}
        onDownload={download}
      />
    </>
  );
}
