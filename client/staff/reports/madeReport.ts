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

/** Progress of a report that the server makes in batches. */
const making = z.object({
  id: z.string(),
  state: z.enum(['making', 'done', 'cancelled', 'failed']),
  lots: z.number().nullable(),
  lotsDone: z.number(),
  report: figures.nullable(),
});
export type Making = z.infer<typeof making>;
const makingAnswer = z.object({ data: z.object({ making }) });

/** Error code for a period with too many lots for one request. */
const TOO_LARGE = 'input.period_too_large';
/** Polling interval for a report made in batches. */
const LOOK_MS = 2_000;

/** A report made in batches failed. */
export class NotMade extends Error {
  override name = 'NotMade';
  readonly state: 'cancelled' | 'failed';

  constructor(state: 'cancelled' | 'failed') {
    super(state);
    this.state = state;
  }
}

/**
 * Makes a report, or returns the same one if it was already made today. Uses REST with a limit of two minutes, because
 * large reports exceed the ten seconds of a GraphQL request. Very large ones are made in batches on the server.
 * @param onMaking receives the progress of such a report
 * @throws like `askRest`; NotMade
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

/**
 * Cancels a report that is being made.
 * @throws like `askRest`
 */
export async function takeBack({ id }: Making): Promise<void> {
  await asked(`/reports/making/${id}`, { remove: true });
}

async function asked(path: string, asking?: Parameters<typeof askRest>[1]): Promise<Making> {
  return makingAnswer.parse(await (await askRest(path, asking)).json()).data.making;
}
