import type { ForestConclusion } from './forest.ts';

/** Shown wherever a result of sample data is shown (decisions, 'Place, satellite check, alerts'). */
export const SAMPLE_MESSAGE = 'Sample data: made up for demonstration, not an observation of this place.';

/** What stands with a lot's status until its check has ended. */
export const FIRST_CHECK_QUEUED = 'The first check is queued';
export const CHECK_OF_NEW_PLACE_QUEUED = 'The place was changed; a new check is queued';

/** What is shown with a check's result; null when there is nothing to say. */
export function checkMessage(conclusion: ForestConclusion, sample: boolean): string | null {
  const parts = [conclusion.kind === 'inconclusive' ? conclusion.reason : '', sample ? SAMPLE_MESSAGE : ''];
  return parts.filter((part) => part !== '').join(' ') || null;
}
