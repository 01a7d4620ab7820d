import { ServerError } from '@apollo/client/errors';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { DesignProvider } from '../../design/DesignProvider.tsx';
import type { ListedReportFragment } from '../../graphql/generated.ts';
import { reportsWordsIn } from '../../words/reportsWords.ts';
import { DownloadCards } from './DownloadCards.tsx';
import type { Figures } from './madeReport.ts';
import { Portions } from './PeriodForm.tsx';
import { ReportHistory } from './ReportHistory.tsx';
import { ReportsPage } from './ReportsTab.tsx';
import { chartOf, ReportSummary } from './ReportSummary.tsx';
import { fileMessageOf } from './reportWords.ts';
import type { Download } from './useDownloads.ts';

const nothing = (): void => undefined;
const words = reportsWordsIn();

function html(content: ReactNode): string {
  return renderToStaticMarkup(
    <DesignProvider>
      <MemoryRouter>{content}</MemoryRouter>
    </DesignProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '');
}

/** Text content of a React node, as a person reads it. */
function text(content: ReactNode): string {
  return html(content)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#x27;/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const FIGURES: Figures = {
  reportId: '7b1e0c3a-0000-4000-8000-000000000000',
  generatedDate: '2026-04-01T08:30:00.000Z',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  totalLots: 8,
  compliantLots: 5,
  nonCompliantLots: 3,
  averageQualityScore: 73.5,
  complianceRate: 62.5,
  differingLots: 1,
  satelliteChecks: 12,
  gdprCompliant: true,
};
const LISTED: ListedReportFragment = {
  reportId: FIGURES.reportId,
  intact: true,
  madeBy: 'Ada Auditor',
  madeByRole: 'auditor',
  byKey: false,
  sampleData: true,
  formats: ['pdf', 'json', 'csv'],
  report: FIGURES,
};
const heading = { current: null };

it('users without the right to generate reports get a message', () => {
  expect(text(<ReportsPage mayReport={false} />)).toBe(
    "Reports and Compliance You don't have permission to generate reports.",
  );
});

describe('the figures of a report', () => {
  it('are complete, with percentages to one decimal, author and time', () => {
    const shown = text(<ReportSummary figures={FIGURES} listed={LISTED} heading={heading} />);
    for (const part of [
      'Report from Mar 1, 2026 to Mar 31, 2026',
      'by Ada Auditor (Auditor)',
      'Sample data',
      'Lots 8',
      'Compliance rate 62.5%',
      'Average quality 73.5/100',
      'Satellite checks 12',
      'Ledger mismatches 1',
      'GDPR obligations met Yes',
      '1 lot differs from the ledger',
    ]) {
      expect(shown).toContain(part);
    }
  });

  it('of a period without lots say so, and show dashes instead of percentages', () => {
    const none = { ...FIGURES, totalLots: 0, compliantLots: 0, nonCompliantLots: 0, differingLots: 0 };
    const shown = text(
      <ReportSummary
        figures={{ ...none, complianceRate: null, averageQualityScore: null, gdprCompliant: false }}
        listed={undefined}
        heading={heading}
      />,
    );
    for (const part of [
      'No lots harvested from Mar 1, 2026 to Mar 31, 2026.',
      'Compliance rate —',
      'Average quality —',
      'GDPR obligations met No',
      'within 30 days',
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toContain('Lots by compliance');
  });

  it('form a chart whose segments add up to the total', () => {
    const { categories, series } = chartOf(words, FIGURES);
    expect(categories).toEqual(['Compliant', 'Not compliant for other reasons', 'Ledger mismatches']);
    expect(series[0]?.values).toEqual([5, 2, 1]);
    expect(chartOf(words, { ...FIGURES, differingLots: 0 }).series[0]?.values).toEqual([5, 3]);
  });
});

describe('a report made in batches', () => {
  const making = { id: 'm', state: 'making', lots: null, lotsDone: 0, report: null } as const;
  const portions = (lots: number | null, lotsDone: number) => (
    <Portions making={{ ...making, lots, lotsDone }} onTakeBack={nothing} />
  );

  it('shows its progress and can be cancelled', () => {
    expect(html(portions(null, 0))).not.toMatch(/<progress[^>]*value=/);
    expect(text(portions(null, 0))).toContain('Finding the lots of this period');
    expect(html(portions(1_000_000, 250_000))).toMatch(/<progress[^>]*value="250000"[^>]*max="1000000"/);
    expect(text(portions(1_000_000, 250_000))).toMatch(/^250,000 of 1,000,000 lots compared .* Stop$/);
  });
});

describe('the downloads', () => {
  const cards = (download: Download | undefined) => (
    <DownloadCards
      figures={{ reportId: 'r', totalLots: 8 }}
      formats={['pdf', 'csv', 'json']}
      downloads={{ of: (_id, format) => (format === 'pdf' ? download : undefined), start: nothing }}
    />
  );

  it('have a card each, which says if an erasure removes the file', () => {
    const shown = html(cards(undefined));
    expect([...shown.matchAll(/<h3[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      'PDF',
      'CSV',
      'JSON',
      'Due diligence draft',
      'GeoJSON for filing',
      'All plots, not for filing',
    ]);
    expect(text(cards(undefined)).match(/Erased with the personal data in it\./g)).toHaveLength(3);
    expect([...shown.matchAll(/aria-label="(Download [^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Download PDF',
      'Download CSV',
      'Download JSON',
    ]);
  });

  it('of a very large report say that files with names hold fewer lots', () => {
    const downloads = { of: () => undefined, start: nothing };
    const figures = { reportId: 'r', totalLots: 1_000_000 };
    expect(text(<DownloadCards figures={figures} formats={['pdf', 'csv', 'json']} downloads={downloads} />)).toContain(
      'Limited to 50,000 lots. Generate reports of shorter periods.',
    );
  });

  it('show progress, failure and success', () => {
    expect(html(cards({ kind: 'running', progress: { received: 500, total: 2000 } }))).toMatch(
      /<progress[^>]*value="500"[^>]*max="2000"|<progress[^>]*max="2000"[^>]*value="500"/,
    );
    expect(html(cards({ kind: 'running', progress: null }))).not.toMatch(/<progress[^>]*value=/);
    expect(text(cards({ kind: 'failed', message: 'Failed to download report' }))).toMatch(
      /signature lines.*Failed to download report Try Again/,
    );
    expect(text(cards({ kind: 'failed', message: 'The figures do.' }))).toContain(
      'Failed to download report: The figures do.',
    );
    expect(text(cards({ kind: 'done', name: 'report.pdf' }))).toContain('report.pdf downloaded.');
  });
});

describe('a refused request', () => {
  const refused = (statusCode: number, body: unknown) =>
    new ServerError('', { response: new Response(null, { status: statusCode }), bodyText: JSON.stringify(body) });

  it.each([
    [
      refused(409, { said: { code: 'conflict.report_changed', values: {}, text: 'English' } }),
      "Someone changed this report in the database, so you can't open it.",
    ],
    [
      refused(429, { said: { code: 'busy.reports_a_day', values: { most: 100 }, text: 'English' } }),
      'Limit reached: 100 different reports in 24 hours. You can still open existing reports.',
    ],
    [refused(500, {}), 'A server error occurred. Please try again later.'],
    [new TypeError('away'), 'Unable to connect to server. Please check your internet connection.'],
    [{}, 'Failed to fetch compliance report'],
  ])('has a message by its code, else by its kind: %#', (failure, said) => {
    expect(fileMessageOf(words, failure, words.say('reports.fetchFailed'))).toBe(said);
  });
});

describe('the list of reports', () => {
  const history = (
    reports: ListedReportFragment[] | undefined,
    error?: unknown,
    download: { of?: Download; shownId?: string } = {},
  ) =>
    text(
      <ReportHistory
        data={reports && { reports, pagination: { total: reports.length, page: 1, totalPages: 1 } }}
        error={error}
        busy={false}
        onRetry={nothing}
        onPage={nothing}
        onOpen={nothing}
        downloads={{ of: (_id, format) => (format === 'pdf' ? download.of : undefined), start: nothing }}
        shownId={download.shownId ?? null}
        onDownload={nothing}
      />,
    );

  it('shows author, time and integrity', () => {
    const shown = history([LISTED]);
    for (const part of ['Mar 1, 2026 – Mar 31, 2026', 'Ada Auditor Auditor', '62.5%', 'Unaltered', 'Sample data']) {
      expect(shown).toContain(part);
    }
    expect(history([{ ...LISTED, madeBy: null }])).toContain('Name erased Auditor');
  });

  it('shows a download, unless the cards above show it', () => {
    const of: Download = { kind: 'done', name: 'march.pdf' };
    expect(history([LISTED], undefined, { of })).toContain('march.pdf');
    expect(history([LISTED], undefined, { of, shownId: LISTED.reportId })).not.toContain('march.pdf');
  });

  it('marks a report that was changed in the database, and hides its figures', () => {
    const shown = history([
      { ...LISTED, intact: false, report: null, madeBy: null, madeByRole: null, sampleData: false, formats: [] },
    ]);
    expect(shown).toContain('Report 7b1e0c3a — — — — Changed in the database');
    expect(shown).not.toContain('Unaltered');
  });

  it('may be empty or unavailable', () => {
    expect(history([])).toContain('No reports yet Choose a period above and generate your first report.');
    expect(history(undefined, {})).toMatch(
      /Failed to load the report history: Failed to fetch compliance report .*Try Again/,
    );
  });
});
