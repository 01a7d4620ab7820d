/** What a recall begins with. */
export const RECALL_STARTS = ['lot', 'farm', 'plot'] as const;
export type RecallStartKind = (typeof RECALL_STARTS)[number];

/** Path below /admin/. */
export const RECALL_PATH = 'recall';

/** Names in the address; `of`, because `lot` opens a lot over the page. */
const PARAMS = { lot: 'of', farm: 'farm', plot: 'plot' } as const;

/** Query parameters of the recall list of a lot, a farm or a plot. */
export function recallParams({ start, value }: { start: RecallStartKind; value: string }): URLSearchParams {
  return new URLSearchParams({ [PARAMS[start]]: value });
}

/** Path of the recall list of a lot. */
export function recallPath({ lot }: { lot: string }): string {
  return `/admin/${RECALL_PATH}?${recallParams({ start: 'lot', value: lot })}`;
}

/** What an address begins with; null if it names nothing. */
export function recallOf(params: URLSearchParams): { start: RecallStartKind; value: string } | null {
  for (const start of RECALL_STARTS) {
    const value = params.get(PARAMS[start])?.trim().slice(0, 100) ?? '';
    if (value !== '') return { start, value };
  }
  return null;
}

const API_NAMES = { lot: 'lotId', farm: 'farmId', plot: 'plotId' } as const;

/** The same as the API names it. Numbers of lots and farms are upper-case, UUIDs are not. */
export function recallVariables({ start, value }: { start: RecallStartKind; value: string }): Record<string, string> {
  const isUuid = value.includes('-') && value.length === 36;
  return { [API_NAMES[start]]: isUuid ? value : value.toUpperCase() };
}
