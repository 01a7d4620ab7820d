import { dueState } from '../../../server/domain/alert/alerts.ts';
import { Badge } from '../../design/Badge.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';

/**
 * Badge of an open alert whose due date is near or past.
 * @param now ms since 1970
 */
export function DueBadge({ alert, now }: { alert: AlertItemFragment; now: number }) {
  const { say, formatDate } = useStaffWords();
  const { status, dueOn } = alert;
  const state = dueState({ status, dueOn }, new Date(now).toISOString().slice(0, 10));
  if (state === null || dueOn === null) return null;
  const day = formatDate(dueOn);
  return state === 'overdue' ? (
    <Badge tone="alarm">{say('alert.overdue', { day })}</Badge>
  ) : (
    <Badge tone="pod">{say('alert.dueSoon', { day })}</Badge>
  );
}
