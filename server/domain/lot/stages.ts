import type { Message } from '../messages/message.ts';
import { STAGE } from '../messages/stageMessages.ts';

/** The six processing stages of a cacao lot, in their fixed order (docs/spec/lots-and-stages.md, 'Stages'). */
export const STAGES = ['harvested', 'fermented', 'drying', 'processed', 'shipped', 'delivered'] as const;
export type Stage = (typeof STAGES)[number];

/** Whether a text names a stage. */
export function isStage(text: string): text is Stage {
  return (STAGES as readonly string[]).includes(text);
}

/** Position of a stage, 0 (harvested) to 5 (delivered). */
export function stagePosition(stage: Stage): number {
  return STAGES.indexOf(stage);
}

/** The furthest of some stages; harvested without any. */
export function latestStage(stages: readonly Stage[]): Stage {
  return STAGES[Math.max(0, ...stages.map(stagePosition))] ?? 'harvested';
}

/** Share of the journey done, 0-100: (position + 1) / 6 * 100. */
export function stageProgressPercent(stage: Stage): number {
  return ((stagePosition(stage) + 1) / STAGES.length) * 100;
}

/** The stages a lot may move to: every later one, none after delivered. */
export function laterStages(stage: Stage): readonly Stage[] {
  return STAGES.slice(stagePosition(stage) + 1);
}

/** The one stage that the card's Advance action offers, or null after delivered. */
export function nextStage(stage: Stage): Stage | null {
  return STAGES[stagePosition(stage) + 1] ?? null;
}

/** Forward only, skipping allowed, nothing after delivered (docs/spec/lots-and-stages.md, 'Stages'). */
export function mayMove(from: Stage, to: Stage): boolean {
  return stagePosition(to) > stagePosition(from);
}

/** Why a move is not allowed; null when it is. */
export function moveRefusal(from: Stage, to: Stage): Message | null {
  if (mayMove(from, to)) return null;
  if (from === 'delivered') return STAGE.delivered({});
  if (from === to) return STAGE.same({ stage: to });
  return STAGE.backwards({ from, to });
}
