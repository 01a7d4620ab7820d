import { cocoaRisk, treesIn2020, type CocoaRisk } from './convergence.ts';
import { concludeReading, type CheckConclusion, type ForestAnswer, type ForestReading } from './forest.ts';
import type { Said } from './said/said.ts';

/**
 * The risk that several sources come to for a lot: the worst of its plots.
 * @param answers one for each plot
 * @returns null where one source was asked alone, of which it is not said
 */
export function riskOf(answers: readonly ForestAnswer[]): CocoaRisk | null {
  if (!answers.some(({ reading }) => reading?.others !== undefined)) return null;
  const risks = answers.map((answer) => {
    const trees = answer.reading === null ? [] : readingsOf(answer.reading).map(treesIn2020);
    return cocoaRisk(concludeReading(answer).kind, trees);
  });
  return (['high', 'more_information'] as const).find((risk) => risks.includes(risk)) ?? 'low';
}

/** All readings that stand in one. */
export function readingsOf(reading: ForestReading): ForestReading[] {
  return [reading, ...(reading.others ?? []).flatMap((other) => (other.reading === null ? [] : [other.reading]))];
}

/** The readings whose own pixels or alerts show loss. */
export function readingsWithLoss(reading: ForestReading): ForestReading[] {
  const alone = readingsOf(reading).map((one) => ({ ...one, others: undefined }));
  return alone.filter((one) => concludeReading({ kind: 'read', reading: one }).kind === 'loss');
}

/** What one of several sources says by itself. */
export interface SourceAnswer {
  driver: string;
  /** null when it could read nothing */
  dataset: string | null;
  datasetVersion: string | null;
  conclusion: CheckConclusion;
  /** why it could not conclude */
  reason: Said | null;
}

/** What each source that was asked says by itself; null for a reading of one alone. */
export function answersOf(reading: ForestReading): SourceAnswer[] | null {
  const { others, readBy = '', ...own } = reading;
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
  reason: Said | null;
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
