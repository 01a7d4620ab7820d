import { useQuery } from '@apollo/client/react';
import { AlertsDocument, type AlertItemFragment } from '../../../graphql/generated.ts';
import { filterOf, type AlertListState } from '../alertListState.ts';
import { alertPath } from './alertAddress.ts';
import { nextAlert } from './nextAlert.ts';

/**
 * The page of the next alert in the list that the current one was opened from, and the number of others in it; null while
 * unknown. The query is the alert list's.
 */
export function useNextAlert(
  current: AlertItemFragment,
  list: AlertListState,
): { path: string | null; others: number } | null {
  const { data } = useQuery(AlertsDocument, { variables: { page: list.page, filter: filterOf(list) } });
  if (data === undefined) return null;
  const { alerts, pagination } = data.alerts;
  const next = nextAlert(alerts, current);
  const isListed = alerts.some(({ id }) => id === current.id);
  return { path: next === null ? null : alertPath(next.id, list), others: pagination.total - (isListed ? 1 : 0) };
}
