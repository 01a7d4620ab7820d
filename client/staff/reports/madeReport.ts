import { z } from 'zod';
import type { Period } from '../../../server/domain/report/reportPeriod.ts';
import { askRest, refusalOf } from '../../graphql/files.ts';
import type { ReportFiguresFragment } from '../../graphql/generated.ts';

/** The figures of a report; percentages to one decimal. */
export type Figures = ReportFiguresFragment;

const figures = z.object({
  reportId: z.string(),
  generatedDate: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  totalLots: z.number(),
  compliantLots: z.number(),
  nonCompliantLots: z.number(),
  averageQualityScore: z.number().nullable(),
  complianceRate: z.number().nullable(),
  differingLots: z.number(),
  satelliteChecks: z.number(),
  gdprCompliant: z.boolean(),
}) satisfies z.ZodType<Figures>;
const answer = z.object({ data: z.object({ report: figures }) });

/** How far a report is that the server makes in portions. */
const making = z.object({
  id: z.string(),
  state: z.enum(['making', 'done', 'cancelled', 'failed']),
  lots: z.number().nullable(),
  lotsDone: z.number(),
  report: figures.nullable(),
});
export type Making = z.infer<typeof making>;
const makingAnswer = z.object({ data: z.object({ making }) });

/** What the server says of a period with more lots than it reads at once. */
const TOO_LARGE = 'input.period_too_large';
/** Between two looks at a report that is made in portions. */
const LOOK_MS = 2_000;

/** A report in portions that was not made. */
export class NotMade extends Error {
  override name = 'NotMade';
  readonly state: 'cancelled' | 'failed';

  constructor(state: 'cancelled' | 'failed') {
    super(state);
    this.state = state;
  }
}

/**
 * Has a report made, or the same one of this day answered. Over REST, which gives it two minutes: of many lots it takes more than the
 * ten seconds of a GraphQL call. Of very many lots the server makes it in portions.
 * @param onMaking told how far such a report is
 * @throws as `askRest` does; NotMade
 */
export async function makeReport({ from, to }: Period, onMaking: (making: Making) => void): Promise<Figures> {
  const query = new URLSearchParams({ startDate: from, endDate: to });
  try {
    return answer.parse(await (await askRest(`/reports/compliance?${query}`)).json()).data.report;
  } catch (failure) {
    if (refusalOf(failure).details?.[0]?.said.code !== TOO_LARGE) throw failure;
  }
  const body = { startDate: from, endDate: to };
  let now = await asked('/reports', { body });
  for (; now.state === 'making'; now = await asked(`/reports/making/${now.id}`)) {
    onMaking(now);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (now.report !== null) return now.report;
  throw new NotMade(now.state === 'cancelled' ? 'cancelled' : 'failed');
}

/** Takes back a report that is being made. @throws as `askRest` does */
export async function takeBack({ id }: Making): Promise<void> {
  await asked(`/reports/making/${id}`, { remove: true });
}

async function asked(path: string, asking?: Parameters<typeof askRest>[1]): Promise<Making> {
  return makingAnswer.parse(await (await askRest(path, asking)).json()).data.making;
}
