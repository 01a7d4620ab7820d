import { STAGES, stagePosition, type Stage } from '../../../server/domain/lot/stages.ts';
import type { JourneyStep, LotAnswer } from './publicAnswers.ts';

export type JourneyState = 'done' | 'in progress' | 'pending';

/** A stage of the journey: its progress and its ledger entry. */
export interface JourneyStop {
  stage: Stage;
  state: JourneyState;
  /** null: passed without an entry, not recorded yet, or not reached */
  entry: JourneyStep | null;
}

/**
 * The six stages in order; those before the current one are done (docs/spec/public-pages.md, 'Journey'). Without a
 * known stage all are pending.
 */
export function journeyStops({ lot, journey }: Pick<LotAnswer, 'lot' | 'journey'>): JourneyStop[] {
  const reached = lot.currentProcess === null ? -1 : stagePosition(lot.currentProcess);
  return STAGES.map((stage, position) => ({
    stage,
    state: position < reached ? 'done' : position === reached ? 'in progress' : 'pending',
    entry: position > reached ? null : (journey?.find((step) => step.stage === stage) ?? null),
  }));
}
