/** Path below /admin/. */
export const ALERT_PATH = 'alert';

/** Path of an alert's page. */
export function alertPath(id: string): string {
  return `/admin/${ALERT_PATH}?${new URLSearchParams({ id })}`;
}
