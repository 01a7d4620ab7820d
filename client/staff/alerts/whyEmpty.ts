import type { AlertFiguresQuery } from '../../graphql/generated.ts';
import { isAlertListFiltered, type AlertListState } from './alertListState.ts';

type Watched = AlertFiguresQuery['watchedLots'];
type Stats = AlertFiguresQuery['alertStats'];

/**
 * Reason for an empty list of alerts (docs/spec/alerts.md, 'Empty list of alerts'). `unknown`: the state of the lots is
 * not known, so claim nothing.
 */
export type WhyEmpty =
  | { kind: 'filtered' }
  | { kind: 'noLots' }
  | { kind: 'compliant'; lastCheckedAt: string | null }
  | { kind: 'open'; watched: Watched; underReview: number }
  | { kind: 'unknown' };

export function whyEmpty(view: AlertListState, watched: Watched | undefined, stats: Stats | undefined): WhyEmpty {
  if (isAlertListFiltered(view)) return { kind: 'filtered' };
  if (watched === undefined) return { kind: 'unknown' };
  if (watched.total === 0) return { kind: 'noLots' };
  const underReview = stats?.byStatus.find(({ name }) => name === 'acknowledged')?.count ?? 0;
  if (watched.compliant === watched.total && watched.pending === 0) {
    return { kind: 'compliant', lastCheckedAt: watched.lastCheckedAt };
  }
  return { kind: 'open', watched, underReview };
}
