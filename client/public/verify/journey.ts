import { STAGES, stagePosition, type Stage } from '../../../server/domain/lot/stages.ts';
import type { JourneyStep, LotAnswer } from './publicAnswers.ts';

export type JourneyState = 'done' | 'in progress' | 'pending';

/** A stage of the journey: how far it is, and what the chain has of it. */
export interface JourneyStop {
  stage: Stage;
  state: JourneyState;
  /** null: passed without an entry of its own, not recorded yet, or still to come */
  entry: JourneyStep | null;
}

/**
 * The six stages in order, those before the present one as done (docs/spec/public-pages.md, 'Journey'). Without a known
 * stage all are pending.
 */
export function journeyOf({ lot, journey }: Pick<LotAnswer, 'lot' | 'journey'>): JourneyStop[] {
  const reached = lot.currentProcess === null ? -1 : stagePosition(lot.currentProcess);
  return STAGES.map((stage, position) => ({
    stage,
    state: position < reached ? 'done' : position === reached ? 'in progress' : 'pending',
    entry: position > reached ? null : (journey?.find((step) => step.stage === stage) ?? null),
  }));
}
