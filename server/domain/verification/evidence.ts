import { z } from 'zod';
import { checkMessages } from '../forest/checkMessage.ts';
import {
  ALERT_CONFIDENCES,
  type ForestAnswer,
  type ForestBaseline,
  type ForestConclusion,
  type ForestReading,
} from '../forest/forest.ts';
import { concludePlots } from '../forest/forestOfPlots.ts';
import { OTHER, textOf } from '../messages/message.ts';

/** A satellite check as its row has it; places in micro-degrees. */
export interface CheckRow {
  id: string;
  endedAt: Date;
  driver: string;
  dataset: string;
  datasetVersion: string;
  sample: boolean;
  latMicro: number | null;
  lonMicro: number | null;
  /** the plots that were read, as their lot names them; null: the land around its place */
  plots: string[] | null;
  conclusion: string;
  reason: string | null;
  /** canonical JSON; empty once erased */
  evidence: string;
  /** SHA-256, hex; empty once erased */
  evidenceHash: string;
  lossPixels: number;
  lossYears: number[];
  pixels: number;
  treeCover2000: number | null;
  confidence: string;
}

const layer = z.array(z.number());
const otherReason = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())])),
  text: z.string(),
});
const ownReading = z.object({
  dataset: z.string(),
  datasetVersion: z.string(),
  sample: z.boolean(),
  window: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  width: z.int(),
  height: z.int(),
  lossYear: layer,
  treeCover2000: layer,
  dataMask: layer,
  covered: layer.optional(),
  alerts: z
    .array(
      z.object({
        latMicro: z.int(),
        lonMicro: z.int(),
        date: z.string(),
        confidence: z.enum(ALERT_CONFIDENCES),
      }),
    )
    .optional(),
}) satisfies z.ZodType<ForestReading>;
const baseline = z.object({
  dataset: z.string(),
  datasetVersion: z.string(),
  window: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  width: z.int(),
  height: z.int(),
  forest: layer,
  covered: layer.optional(),
}) satisfies z.ZodType<ForestBaseline>;
const reading = ownReading.extend({
  baseline: baseline.optional(),
  readBy: z.string().optional(),
  others: z
    .array(z.object({ driver: z.string(), reading: ownReading.nullable(), reason: otherReason.nullable() }))
    .optional(),
}) satisfies z.ZodType<ForestReading>;
/** `driver` and, without a reading, `sample` are in evidence stored since contents of version 2. */
const evidence = z.object({
  reason: z.string().optional(),
  driver: z.string().optional(),
  sample: z.boolean().optional(),
  /** of a lot from several plots: the reading of each */
  plots: z.array(z.looseObject({})).optional(),
});

/**
 * The reading in stored evidence, for several plots the representative one; null when the check could read nothing, or
 * the text is invalid.
 */
export function readingIn(text: string): ForestReading | null {
  return shownReading(answersIn(text));
}

/** What the sources answered, plot by plot; empty when the text cannot be read. */
export function answersIn(text: string): ForestAnswer[] {
  try {
    const raw: unknown = JSON.parse(text);
    const parts = evidence.safeParse(raw).data?.plots ?? [raw];
    return parts.map(answerIn).filter((answer) => answer !== null);
  } catch {
    return [];
  }
}

/** The conclusion recomputed from a check's evidence. */
export interface ConcludedEvidence {
  conclusion: ForestConclusion;
  dataset: string;
  datasetVersion: string;
  /** null where the evidence does not say */
  driver: string | null;
  sample: boolean | null;
}

/** Recomputes the conclusion from stored evidence; null if it cannot be read. */
export function concludeEvidence(text: string): ConcludedEvidence | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const said = evidence.safeParse(raw).data;
  if (said === undefined) return null;
  const answers = (said.plots ?? [raw]).map(answerIn).filter((answer) => answer !== null);
  if (answers.length === 0 || answers.length < (said.plots?.length ?? 1)) return null;
  const shown = shownReading(answers);
  return {
    conclusion: concludePlots(answers),
    dataset: shown?.dataset ?? '',
    datasetVersion: shown?.datasetVersion ?? '',
    driver: said.driver ?? null,
    sample: said.sample ?? null,
  };
}

/** The answer in one part of evidence; null if it is neither a reading nor a reason. */
function answerIn(part: unknown): ForestAnswer | null {
  const { reason } = evidence.safeParse(part).data ?? {};
  const read = reading.safeParse(part).data ?? null;
  if (reason !== undefined) return { kind: 'unreadable', reason: OTHER({ text: reason }), reading: read };
  return read === null ? null : { kind: 'read', reading: read };
}

/** The representative reading for all plots of a lot: the first that shows loss, else the first one. */
export function shownReading(answers: readonly ForestAnswer[]): ForestReading | null {
  const lost = answers.find((answer) => concludePlots([answer]).kind === 'loss');
  return lost?.reading ?? answers.find(({ reading: read }) => read !== null)?.reading ?? null;
}

/**
 * The columns of a check that do not follow from its evidence. The evidence itself is compared with the ledger by its
 * hash.
 * @returns column names, empty when all follow from the evidence
 */
export function checkFaults(row: CheckRow, concluded: ConcludedEvidence | null): string[] {
  if (concluded === null) return ['evidence'];
  const { conclusion, dataset, datasetVersion, driver, sample } = concluded;
  const loss = conclusion.kind === 'loss' ? conclusion : { lossPixels: [], lossYears: [] };
  const expected: Partial<Record<keyof CheckRow, unknown>> = {
    conclusion: conclusion.kind,
    reason: conclusion.kind === 'inconclusive' ? conclusion.reason.text : null,
    dataset,
    datasetVersion,
    lossPixels: loss.lossPixels.length,
    lossYears: loss.lossYears,
    pixels: conclusion.pixels,
    treeCover2000: conclusion.treeCover2000 === null ? null : Math.round(conclusion.treeCover2000),
    confidence: conclusion.confidence,
    ...(driver === null ? {} : { driver }),
    ...(sample === null ? {} : { sample }),
  };
  return Object.entries(expected)
    .filter(([column, value]) => JSON.stringify(row[column as keyof CheckRow]) !== JSON.stringify(value))
    .map(([column]) => column);
}

/** What a lot's row says with the result of a check. */
export function checkMessageText(row: CheckRow, concluded: ConcludedEvidence): string | null {
  return textOf(checkMessages(concluded.conclusion, concluded.sample ?? row.sample));
}
