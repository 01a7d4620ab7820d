/**
 * What lets pages of any site read an answer (Fetch, 3.2; HTML, 7.1.4): without credentials, since `*` allows none, and without headers
 * of their own, since nothing answers the question that browsers ask before such calls.
 */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;
