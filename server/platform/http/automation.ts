/** How crawlers and scripts name themselves; people's browsers do not. */
const KNOWN =
  /bot\b|crawl|spider|slurp|curl\/|wget\/|python-requests|python-urllib|scrapy|go-http-client|java\/|libwww|httpclient|headlesschrome/i;

/** Whether a user agent is known to be a program; none at all counts as one (docs/spec/rest-api.md, 'Public calls'). */
export function isAutomation(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.trim() === '' || KNOWN.test(userAgent);
}
