import { HOME_PATH } from '../../address.ts';
import { alertParams, FIRST_VIEW, type AlertListState } from '../alertListState.ts';

/** Path below /admin/. */
export const ALERT_PATH = 'alert';

/**
 * Path of an alert's page.
 * @param list the filtered list that it was opened from, with its page: the next alert comes from it
 */
export function alertPath(id: string, list: AlertListState = FIRST_VIEW): string {
  const params = alertParams(list);
  params.set('id', id);
  return `/admin/${ALERT_PATH}?${params}`;
}

/** Address of the list of alerts as it was filtered. */
export function listPath(list: AlertListState): string {
  const params = alertParams(list);
  params.set('tab', 'alerts');
  return `${HOME_PATH}?${params}`;
}
