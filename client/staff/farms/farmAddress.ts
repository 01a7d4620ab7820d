/** Where farms are chosen; a farm's own page stands below it. */
export const FARMS_PATH = '/admin/farms';

/** The page of a farm. */
export const farmPath = (farmId: string): string => `${FARMS_PATH}/${encodeURIComponent(farmId)}`;

const PLOT = 'plot';

/** The page of a farm with one of its plots marked. */
export const plotPath = (farmId: string, plotId: string): string =>
  `${farmPath(farmId)}?${new URLSearchParams({ [PLOT]: plotId })}`;

/** The plot that an address marks, by its UUID; null for none. */
export const plotAt = (search: string): string | null => new URLSearchParams(search).get(PLOT);

/** The farm that a path names, upper-case as farms are stored; null where farms are chosen. */
export function farmAt(pathname: string): string | null {
  const named = pathname.startsWith(`${FARMS_PATH}/`) ? pathname.slice(FARMS_PATH.length + 1) : '';
  try {
    return decodeURIComponent(named).trim().toUpperCase() || null;
  } catch {
    return null;
  }
}
