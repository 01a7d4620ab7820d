import { expect, it } from 'vitest';
import { analyticsWordsIn } from '../../words/analyticsWords.ts';
import { alertsView, complianceView, farmView, qualityView, stageView } from './chartViews.ts';
import { HARVEST_PERIODS } from './periods.ts';

const words = analyticsWordsIn();
const ALL_DAYS = { harvestedFrom: '', harvestedTo: '' };

it('leads from each bar to the lots that it counts', () => {
  const days = { harvestedFrom: '2026-10-01', harvestedTo: '' };
  const stages = stageView(words, { lotAnalytics: { lotsByStage: [{ stage: 'drying', count: 2 }] } }, days);
  expect(stages.href(0)).toBe('/admin/dashboard?tab=lots&stage=drying&from=2026-10-01');
  const complianceByMonth = [{ month: '2026-02', lots: 1, compliant: 1, complianceRate: 100 }];
  const months = complianceView(words, { lotAnalytics: { complianceByMonth } });
  expect(months.href(0)).toBe('/admin/dashboard?tab=lots&from=2026-02-01&to=2026-02-28');
  const lotsByFarm = [{ farmId: 'FARM001', lots: 7, compliantLots: 6, weight: 700 }];
  const farms = farmView(words, { lotAnalytics: { lotsByFarm } }, days);
  expect(farms.href(0)).toBe('/admin/dashboard?tab=lots&farm=FARM001&from=2026-10-01');
  const qualityHistogram = [{ from: 80, to: 90, count: 3 }];
  const steps = qualityView(words, { lotAnalytics: { qualityHistogram, ungradedLots: 0 } }, ALL_DAYS);
  expect(steps.href(0)).toBe('/admin/dashboard?tab=lots&quality=80');
});

it('shows no rate for a month without lots', () => {
  const { data, summary } = complianceView(words, {
    lotAnalytics: {
      complianceByMonth: [
        { month: '2026-09', lots: 4, compliant: 3, complianceRate: 75 },
        { month: '2026-10', lots: 0, compliant: 0, complianceRate: null },
      ],
    },
  });
  expect(data.series[0]?.values).toEqual([75, null]);
  expect(summary).toContain('Sep 2026: 75.0%');
});

it('counts an alert and a lot once, in one segment of its column', () => {
  const alerts = alertsView(words, { lotAnalytics: { alertsByWeek: [{ week: '2026-11-16', raised: 5, high: 2 }] } });
  expect(alerts.data.series.map(({ values }) => values)).toEqual([[2], [3]]);
  const farms = farmView(
    words,
    {
      lotAnalytics: { lotsByFarm: [{ farmId: 'FARM001', lots: 7, compliantLots: 6, weight: 700 }] },
    },
    ALL_DAYS,
  );
  expect(farms.data.series.map(({ values }) => values)).toEqual([[6], [1]]);
});

it('reports what a chart omits', () => {
  const quality = (ungradedLots: number) =>
    qualityView(
      words,
      { lotAnalytics: { qualityHistogram: [{ from: 80, to: 90, count: 3 }], ungradedLots } },
      ALL_DAYS,
    );
  expect(quality(2).note).toBe('2 lots have no score yet.');
  expect(quality(0).note).toBeUndefined();
});

it('offers periods up to today', () => {
  const month = HARVEST_PERIODS.find(({ id }) => id === '30d');
  expect(month?.variables('2026-11-22')).toEqual({ from: '2026-10-23', to: null });
});
