import { STAGES, stagePosition, type Stage } from '../../../server/domain/lot/stages.ts';

export type StepState = 'done' | 'skipped' | 'current' | 'todo';

export interface StageProgress {
  stage: Stage;
  state: StepState;
  /** when the lot reached it, ISO 8601; null if unknown */
  at: string | null;
}

/**
 * The six stages with their progress. A stage before the current one without an event was skipped; without a history it
 * counts as done.
 * @param history newest first, like in the API
 */
export function stageProgress(
  current: Stage,
  history: readonly { action: string; at: string; stage: Stage | null }[],
): StageProgress[] {
  const reachedAt = new Map<Stage, string>();
  for (const { stage, at } of history) if (stage !== null) reachedAt.set(stage, at);
  return STAGES.map((stage): StageProgress => {
    const at = reachedAt.get(stage) ?? null;
    const ahead = stagePosition(stage) - stagePosition(current);
    if (ahead > 0) return { stage, state: 'todo', at: null };
    if (ahead === 0) return { stage, state: 'current', at };
    return { stage, state: at === null && history.length > 0 ? 'skipped' : 'done', at };
  });
}
