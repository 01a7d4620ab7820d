/** Path of the list of farms; a farm's page is below it. */
export const FARMS_PATH = '/admin/farms';

/** Path of a farm's page. */
export const farmPath = (farmId: string): string => `${FARMS_PATH}/${encodeURIComponent(farmId)}`;

const PLOT = 'plot';

/** Path of a farm's page with one of its plots marked. */
export const plotPath = (farmId: string, plotId: string): string =>
  `${farmPath(farmId)}?${new URLSearchParams({ [PLOT]: plotId })}`;

/** UUID of the plot marked by an address; null if none. */
export const plotAt = (search: string): string | null => new URLSearchParams(search).get(PLOT);

/** The farm in a path, upper-case as stored; null for the list of farms. */
export function farmAt(pathname: string): string | null {
  const named = pathname.startsWith(`${FARMS_PATH}/`) ? pathname.slice(FARMS_PATH.length + 1) : '';
  try {
    return decodeURIComponent(named).trim().toUpperCase() || null;
  } catch {
    return null;
  }
}
