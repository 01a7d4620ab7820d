import type { Window } from '../../../server/domain/forest/forest.ts';

/** A window as the API answers it, a list, by its four edges; null where there is none. */
export function windowOf(edges: readonly number[] | null): Window | null {
  const [west, south, east, north] = edges ?? [];
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? null
    : [west, south, east, north];
}
