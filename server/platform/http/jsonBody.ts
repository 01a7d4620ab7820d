import { REQUEST } from '../../domain/messages/refusalMessages.ts';

/** Levels of objects and lists in a body; no call takes nearly as many. */
const MOST_LEVELS = 64;

/** Thousands of levels fit in few bytes, and whatever walks through them fills its stack. */
export class TooDeep extends Error {
  readonly said = REQUEST.deepJson({ levels: MOST_LEVELS });
  override message = this.said.text;
}

/** Why a body is not taken for its depth; null when it is. */
export function depthError(value: unknown): TooDeep | null {
  return isShallow(value, MOST_LEVELS) ? null : new TooDeep();
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
