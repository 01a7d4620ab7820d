import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { VARIETIES } from '../../domain/lot/cacao.ts';
import { plotOfLotSchema } from '../farms/plotAnswerSchemas.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { calendarDay } from '../../platform/validation/inputSchemas.ts';
import { count, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { farmFilter } from '../../domain/farm/farmInput.ts';
import { pageQuery, wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { DEFAULT_PERIOD, MOST_MONTHS, MOST_WEEKS } from './lotAnalytics.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { LotAnalyticsType } from './lotAnalytics.ts';
import type { FarmList } from './farmList.ts';
import type { LotPlots } from './lotPlots.ts';

const farm = z.object({ farmId: z.string(), lots: count, compliantLots: count, weight: z.number().describe('kg') });

const analytics = z.object({
  lotsByStage: z.array(z.object({ stage: z.enum(STAGES), count })),
  complianceByMonth: z
    .array(
      z.object({
        month: z.string().describe('YYYY-MM, by harvest day'),
        lots: count,
        compliant: count,
        complianceRate: z.number().nullable().describe('%, one decimal; null without lots'),
        weight: z.number().describe('kg'),
      }),
    )
    .describe('The last months, oldest first'),
  qualityHistogram: z.array(z.object({ from: count, to: count, count })).describe('Steps of ten points'),
  ungradedLots: count,
  alertsByWeek: z
    .array(z.object({ week: z.iso.date().describe('Its Monday, UTC'), raised: count, high: count }))
    .describe('The last weeks, oldest first'),
  lotsByFarm: z.array(farm).describe('The farms with most lots, at most 12'),
});

const adminStats = z.object({
  byStage: z.record(z.enum(STAGES), count),
  byVariety: z.record(z.enum(VARIETIES), count),
  byStatus: z.record(z.enum(DEFORESTATION_STATUSES), count),
  byFarm: z.array(farm).describe('The 100 farms with most lots'),
  ledger: z.object({ recorded: count, pending: count, failed: count }),
  satellite: z.object({ fresh: count, outdated: count, inconclusive: count }),
});

interface Services {
  farmList: FarmList;
  lotAnalytics: LotAnalyticsType;
  lotPlots: LotPlots;
}

const figureRoutes = ({ lotAnalytics }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/analytics',
    summary: 'Series for charts over the lots in sight',
    access: 'staff',
    answer: analytics,
    query: z.strictObject({
      harvestedFrom: calendarDay('harvestedFrom').optional(),
      harvestedTo: calendarDay('harvestedTo').optional(),
      months: wholeNumber('months', 1, MOST_MONTHS).default(DEFAULT_PERIOD.months),
      weeks: wholeNumber('weeks', 1, MOST_WEEKS).default(DEFAULT_PERIOD.weeks),
    }),
    handle: async ({ query: { harvestedFrom = null, harvestedTo = null, months, weeks }, caller }) => {
      return {
        data: await lotAnalytics.series(caller, { harvestedFrom, harvestedTo, months, weeks }, new Date()),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/admin/stats',
    summary: 'Counts over all lots; for those who may see all lots',
    access: 'staff',
    answer: adminStats,
    handle: async ({ caller }) => {
      return { data: await lotAnalytics.admin(caller) };
    },
  }),
];

const farmSummary = z.strictObject({
  farmId: z.string(),
  registered: z.boolean().describe('Whether it is in the register'),
  name: z.string().describe('Empty: no name'),
  village: z.string().describe('Empty: not known'),
  country: z.string().describe('ISO 3166-1 alpha-2; empty: not known'),
  farmers: z.array(z.string()).describe('Names of its farmers in the register'),
  lots: count,
  compliantLots: count.describe("With the status 'No Deforestation'"),
  detectedLots: count.describe("With the status 'Deforestation Detected'"),
  plots: count,
  areaHa: z.number().describe('Hectares of its plots together'),
  latitude: z.number().nullable().describe('Centre of its largest plot, else the place of its newest lot'),
  longitude: z.number().nullable().describe('Centre of its largest plot, else the place of its newest lot'),
});

const originRoutes = ({ farmList, lotPlots }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/farms',
    summary: 'Farms in sight that are in the register, or have lots or plots',
    access: 'staff',
    query: z.strictObject({ ...farmFilter, ...pageQuery(20) }),
    answer: z.strictObject({ farms: z.array(farmSummary), pagination: paginationSchema }),
    handle: async ({ query, caller }) => ({ data: await farmList.list(caller, query) }),
  }),
  route({
    method: 'GET',
    path: '/lots/:id/plots',
    summary: 'The plots that a lot came from, as they were then; none where its place alone is known',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    answer: z.strictObject({ plots: z.array(plotOfLotSchema) }),
    handle: async ({ params, caller }) => {
      const plots = await lotPlots.read(caller, params.id);
      if (plots === null) throw notFound('Lot');
      return { data: { plots } };
    },
  }),
];

/** Reads over lots other than the list: details of one lot, and figures over many. */
export const lotReadRoutes = (services: Services): readonly Route[] => [
  ...figureRoutes(services),
  ...originRoutes(services),
];
