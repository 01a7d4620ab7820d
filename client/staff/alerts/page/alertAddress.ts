/** Below /admin/. */
export const ALERT_PATH = 'alert';

/** The address of an alert's own page. */
export function alertPath(id: string): string {
  return `/admin/${ALERT_PATH}?${new URLSearchParams({ id })}`;
}
