import type { Stage } from '../lot/stages.ts';

interface StageEvent {
  type: string;
  set: { stage?: Stage | null | undefined };
}

/** The steps of a lot that no reversal took back. @param steps in order */
export function standingStages<Step extends { type: string; stage: Stage | null }>(steps: readonly Step[]): Step[] {
  const passed: Step[] = [];
  for (const step of steps) {
    if (step.stage === null) continue;
    if (step.type === 'reverted') passed.pop();
    else passed.push(step);
  }
  return passed;
}

/** The stage that a lot was in before its present one; null for one that is in its first stage. @param events in order */
export function stageBefore(events: readonly StageEvent[]): Stage | null {
  const steps = events.map(({ type, set }) => ({ type, stage: set.stage ?? null }));
  return standingStages(steps).at(-2)?.stage ?? null;
}
