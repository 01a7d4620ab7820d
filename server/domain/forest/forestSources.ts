import { cocoaRisk, treesIn2020, type CocoaRisk, type TreesIn2020 } from './convergence.ts';
import { concludeReading } from './conclusion.ts';
import { type CheckConclusion, type ForestAnswer, type ForestReading } from './forest.ts';
import { forestPercent, treesInBaseline } from './forestBaseline.ts';
import type { Message } from '../messages/message.ts';

/**
 * A lot's risk by several sources, including a map of 2020: the worst of its plots.
 * @param answers one for each plot
 * @returns null with a single source, which has no risk
 */
export function riskOf(answers: readonly ForestAnswer[]): CocoaRisk | null {
  if (!answers.some(({ reading }) => reading?.others !== undefined || reading?.baseline !== undefined)) return null;
  const risks = answers.map((answer) => cocoaRisk(concludeReading(answer).kind, treesOf(answer.reading)));
  return (['high', 'more_information'] as const).find((risk) => risks.includes(risk)) ?? 'low';
}

/** A map made for 2020 is more reliable than the remaining trees of 2000. */
function treesOf(reading: ForestReading | null): TreesIn2020[] {
  if (reading === null) return [];
  return reading.baseline === undefined ? readingsOf(reading).map(treesIn2020) : [treesInBaseline(reading.baseline)];
}

/** Forest on a lot's land by the map of 2020. */
export interface BaselineMessages {
  dataset: string;
  datasetVersion: string;
  /** of the land that was read, to one decimal */
  forestPercent: number;
}

/** @param answers one for each plot @returns null unless the map covers all of them */
export function baselineOf(answers: readonly ForestAnswer[]): BaselineMessages | null {
  const baselines = answers.map(({ reading }) => reading?.baseline).filter((one) => one !== undefined);
  const [first] = baselines;
  const percent = forestPercent(baselines);
  if (first === undefined || percent === null || baselines.length < answers.length) return null;
  return { dataset: first.dataset, datasetVersion: first.datasetVersion, forestPercent: percent };
}

/** All readings inside one. */
export function readingsOf(reading: ForestReading): ForestReading[] {
  return [reading, ...(reading.others ?? []).flatMap((other) => (other.reading === null ? [] : [other.reading]))];
}

/** The readings whose own pixels or alerts show loss. */
export function readingsWithLoss(reading: ForestReading): ForestReading[] {
  const alone = readingsOf(reading).map((one) => ({ ...one, others: undefined }));
  return alone.filter((one) => concludeReading({ kind: 'read', reading: one }).kind === 'loss');
}

/** The answer of one of several sources. */
export interface SourceAnswer {
  driver: string;
  /** null when it could read nothing */
  dataset: string | null;
  datasetVersion: string | null;
  conclusion: CheckConclusion;
  /** why it could not conclude */
  reason: Message | null;
}

/** The answer of each source; null for a reading of a single source. */
export function answersOf(reading: ForestReading): SourceAnswer[] | null {
  const { others, readBy = '', baseline: _baseline, ...own } = reading;
  if (others === undefined) return null;
  return [{ driver: readBy, reading: own, reason: null }, ...others].map((one) => answerOf(one));
}

function answerOf({
  driver,
  reading,
  reason,
}: {
  driver: string;
  reading: ForestReading | null;
  reason: Message | null;
}): SourceAnswer {
  if (reading === null) return { driver, dataset: null, datasetVersion: null, conclusion: 'inconclusive', reason };
  const answer: ForestAnswer = { kind: 'read', reading };
  const conclusion = concludeReading(answer);
  return {
    driver,
    dataset: reading.dataset,
    datasetVersion: reading.datasetVersion,
    conclusion: conclusion.kind,
    reason: conclusion.kind === 'inconclusive' ? conclusion.reason : null,
  };
}
