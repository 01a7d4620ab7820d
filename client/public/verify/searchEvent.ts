import { sessionStore } from '../../deviceStorage.ts';
import { apiUrl } from '../apiUrl.ts';
import { notedFetch } from './debugLog.ts';
import { hasCapability } from './publicAnswers.ts';
import type { SearchType } from './searchInput.ts';

const SESSION_KEY = 'manam.searchSession';

/** The data of a search event (docs/spec/public-pages.md, 'Search analytics'): nothing that identifies the shopper. */
export interface SearchEvent {
  searchType: SearchType;
  /** a lot number; null for other searches, which may contain any text */
  searchValue: string | null;
  found: boolean;
  /** ISO 8601 */
  timestamp: string;
  userAgent: string;
  /** the referring site, without its path */
  referrer: string;
  sessionId: string;
  /** milliseconds */
  responseTime: number;
  errorMessage: string | null;
  geolocation: { timeZone: string; locale: string };
}

function newSessionId(): string {
  // `randomUUID` is missing on pages without HTTPS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function sessionId(): string {
  const kept = sessionStore.getItem(SESSION_KEY);
  if (kept !== null) return kept;
  const made = newSessionId();
  sessionStore.setItem(SESSION_KEY, made);
  return made;
}

const CAPABILITY = 'search-analytics';
let accepted: Promise<boolean> | null = null;

/** Whether the public health response says that this server accepts search events; requested once per page. */
async function takesSearchEvents(): Promise<boolean> {
  try {
    const response = await notedFetch(`${apiUrl()}/lots/public/health`);
    return hasCapability(await response.json(), CAPABILITY);
  } catch {
    return false;
  }
}

/** Whether the browser sends Do Not Track or Global Privacy Control. */
function asksNotToBeCounted(): boolean {
  const asked: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
  return asked.doNotTrack === '1' || asked.globalPrivacyControl === true;
}

function siteOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

/**
 * Reports a search to the server, if it accepts events and the shopper does not object. Does not block, and ignores
 * failures.
 */
export function reportSearch(
  search: Pick<SearchEvent, 'searchType' | 'searchValue' | 'found' | 'responseTime' | 'errorMessage'>,
): void {
  if (asksNotToBeCounted()) return;
  const event: SearchEvent = {
    ...search,
    searchValue: search.searchType === 'lot' ? search.searchValue : null,
    responseTime: Math.round(search.responseTime),
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
    referrer: siteOf(document.referrer),
    sessionId: sessionId(),
    geolocation: { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language },
  };
  accepted ??= takesSearchEvents();
  void accepted.then((takes) => (takes ? send(event) : undefined));
}

function send(event: SearchEvent): void {
  notedFetch(`${apiUrl()}/analytics/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
    keepalive: true,
  }).catch(() => undefined);
}
