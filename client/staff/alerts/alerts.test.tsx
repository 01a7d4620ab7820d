import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { DesignProvider } from '../../design/DesignProvider.tsx';
import type { AlertFiguresQuery, AlertItemFragment } from '../../graphql/generated.ts';
import { staffWordsIn } from '../../words/staffWords.ts';
import { AlertHeadline } from './AlertTableRow.tsx';
import { AlertsLoadFailure } from './AlertsPanel.tsx';
import { DueBadge } from './DueBadge.tsx';
import { FIRST_VIEW, type AlertListState } from './alertListState.ts';
import { daysSince, headingOf } from './finding.ts';
import { NoAlerts } from './NoAlerts.tsx';
import { whyEmpty } from './whyEmpty.ts';

const nothing = (): void => undefined;
const words = staffWordsIn();

/** Text content of a React node, as a person reads it. */
function text(content: ReactNode): string {
  const html = renderToStaticMarkup(
    <DesignProvider>
      <MemoryRouter>{content}</MemoryRouter>
    </DesignProvider>,
  );
  return html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Watched = AlertFiguresQuery['watchedLots'];
const watched = (change: Partial<Watched>): Watched => ({
  total: 5,
  compliant: 5,
  pending: 0,
  neverChecked: 0,
  lastCheckedAt: '2026-03-14T08:30:00.000Z',
  ...change,
});
const stats = (acknowledged: number): AlertFiguresQuery['alertStats'] => ({
  total: acknowledged,
  active: 0,
  byStatus: [{ name: 'acknowledged', count: acknowledged }],
  bySeverity: [],
  byType: [],
  averageResponseHours: null,
});
const empty = (view: Partial<AlertListState>, lots: Watched | undefined, reviewed = 0) =>
  text(
    <NoAlerts
      why={whyEmpty({ ...FIRST_VIEW, ...view }, lots, stats(reviewed))}
      onClear={nothing}
      onUnderReview={nothing}
    />,
  );

describe('an empty list of alerts explains why', () => {
  const COMPLIANT = 'All your lots are compliant with EUDR requirements';

  it('all lots are compliant and none is pending: shows the specified text and the last check', () => {
    expect(empty({}, watched({}))).toMatch(
      new RegExp(`^No Active Alerts ${COMPLIANT} Last satellite check: Mar 14, 2026`),
    );
  });

  it.each([
    [
      'one lot pending',
      watched({ compliant: 4, pending: 1 }),
      ['4 of 5 lots are compliant', '1 lot is pending review'],
    ],
    [
      'never checked',
      watched({ compliant: 0, pending: 5, neverChecked: 5, lastCheckedAt: null }),
      ['5 lots have no satellite check yet', '5 lots are pending review'],
    ],
    ['not compliant', watched({ compliant: 3 }), ['3 of 5 lots are compliant']],
  ])('%s: does not claim that all are compliant', (_what, lots, said) => {
    const shown = empty({}, lots);
    for (const part of ['No Active Alerts', ...said]) expect(shown).toContain(part);
    expect(shown).not.toContain(COMPLIANT);
  });

  it('covers no lots, unknown lots, alerts under review, and a filter', () => {
    expect(empty({}, watched({ total: 0, compliant: 0 }))).toContain('No lots yet');
    expect(empty({}, undefined)).toBe('No Active Alerts Failed to load the check status of your lots.');
    expect(empty({}, watched({ compliant: 4 }), 2)).toContain('Show 2 alerts under review');
    const filtered = empty({ severity: 'low' }, watched({}));
    expect(filtered).toContain('No alerts match these filters');
    expect(filtered).toContain('Show all active alerts');
    expect(filtered).not.toContain(COMPLIANT);
  });
});

describe('the due date of a task', () => {
  const NOW = Date.parse('2026-11-23T10:00:00Z');
  const badge = (dueOn: string | null, status: AlertItemFragment['status'] = 'active') =>
    text(<DueBadge alert={{ ...ALERT, dueOn, status }} now={NOW} />);

  it('is shown when it is near, on the day itself, and when it is past', () => {
    expect(badge('2026-11-22')).toBe('Overdue since Nov 22, 2026');
    expect(badge('2026-11-23')).toBe('Due Nov 23, 2026');
    expect(badge('2026-11-30')).toBe('Due Nov 30, 2026');
  });

  it('is hidden when it is far away, when there is none, and when the alert is closed', () => {
    expect([badge('2026-12-24'), badge(null), badge('2026-11-22', 'resolved')]).toEqual(['', '', '']);
  });
});

describe('a failed request for alerts', () => {
  const said = (error: unknown) => text(<AlertsLoadFailure error={error} onRetry={nothing} retrying={false} />);

  it('shows the reason and a retry button', () => {
    expect(said({})).toMatch(/^Failed to load alerts: Failed to fetch alerts .*Try Again/);
    expect(said(new TypeError('away'))).toContain(
      'Failed to load alerts: Unable to connect to server. Please check your internet connection.',
    );
    expect(said(undefined)).toBe('');
  });
});

const ALERT: AlertItemFragment = {
  id: 'a',
  type: 'deforestation',
  severity: 'high',
  status: 'active',
  titleSaid: {
    code: 'alert.tree_loss_in_sample_data',
    values: { afterYear: 2020 },
    text: 'Tree cover loss after 31 December 2020 (sample data)',
  },
  descriptionSaid: [
    {
      code: 'alert.loss_seen',
      values: { lossPixels: 3, pixels: 64, years: [2021, 2023], hectares: 0.1875, checkedHectares: 4 },
      text: '3 of 64 pixels around this place show tree cover loss',
    },
  ],
  lotId: 'LOT702',
  lot: { lotId: 'LOT702', farmerName: 'Peter Wani', farmId: 'FARM002' },
  latitude: -3.631274,
  longitude: 143.058617,
  createdAt: '2026-03-11T08:30:00.000Z',
  updatedAt: '2026-03-11T08:30:00.000Z',
  acknowledgedAt: null,
  closedAt: null,
  closedBy: null,
  note: null,
  outcome: null,
  assignee: null,
  dueOn: null,
};

describe('an alert', () => {
  it('shows what distinguishes it from similar ones: lot, size and years, farm, place, age', () => {
    const shown = text(
      <AlertHeadline alert={ALERT} now={Date.parse('2026-03-14T08:00:00Z')} isNew list={FIRST_VIEW} />,
    );
    for (const part of [
      'LOT702',
      '0.2 ha of trees lost in 2021, 2023',
      'High',
      'Sample data',
      'New',
      'Peter Wani',
      'FARM002',
      '-3.6313, 143.0586',
      '2 days ago',
    ]) {
      expect(shown).toContain(part);
    }
  });

  it('without a loss shows its title, and omits an erased place, farmer or farm', () => {
    const smoke: AlertItemFragment = {
      ...ALERT,
      titleSaid: { code: 'other', values: {}, text: 'Smoke' },
      descriptionSaid: [],
      lot: { ...ALERT.lot, farmerName: null, farmId: null },
      latitude: null,
      longitude: null,
    };
    expect(headingOf(words, smoke)).toBe('Smoke');
    expect(
      text(<AlertHeadline alert={smoke} now={Date.parse(ALERT.createdAt)} isNew={false} list={FIRST_VIEW} />),
    ).toBe('LOT702 Smoke High today');
  });

  it.each([
    ['2026-03-14T08:30:00Z', 0],
    ['2026-03-12T08:29:00Z', 2],
    ['2026-03-15T00:00:00Z', 0],
  ])('raised at %s is %i days old', (iso, days) =>
    expect(daysSince(iso, Date.parse('2026-03-14T08:30:00Z'))).toBe(days),
  );
});
