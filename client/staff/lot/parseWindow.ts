import type { Window } from '../../../server/domain/forest/forest.ts';

/** Converts the API's list of window edges to named edges; null without a window. */
export function parseWindow(edges: readonly number[] | null): Window | null {
  const [west, south, east, north] = edges ?? [];
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? null
    : [west, south, east, north];
}
