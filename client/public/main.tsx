import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { askedLocale, firstSpoken, PUBLIC_LOCALES } from '../../server/domain/public/publicPages.ts';
import { startScheme } from '../design/scheme.ts';
import { reportError } from '../reportError.ts';
import { loadWords } from '../words/publicLanguages.ts';
import { apiUrl, setApiUrl } from './apiUrl.ts';
import { preloadedLot } from './preloadedLot.ts';
import { loadPage } from './loadPage.ts';
import { seenAt } from './offline/offlineCopies.ts';
import { pageAt, WORDS_OF } from './pages.ts';
import { readState, type WrittenState } from './pageState.ts';
import { browserPlaces } from './navigation.ts';
import { PublicSite } from './PublicSite.tsx';
import { UNKNOWN_OFFERS } from './siteOffers.ts';

/** What the server drew the page from; in development no server did. */
function stateOfPage(): WrittenState {
  const state = readState(document.getElementById('page-state')?.textContent ?? '');
  if (state !== null) return state;
  const locale = askedLocale(location.search) ?? firstSpoken(navigator.languages) ?? PUBLIC_LOCALES[0];
  return {
    locale,
    origin: location.origin,
    offers: UNKNOWN_OFFERS,
    apiUrl: apiUrl(),
    lot: null,
    ledger: null,
    map: null,
  };
}

async function begin(): Promise<void> {
  const root = document.getElementById('root');
  const at = pageAt(location.pathname);
  if (root === null || at === null) throw new Error('There is no public page here');
  const state = stateOfPage();
  setApiUrl(state.apiUrl);
  const [{ default: Page }] = await Promise.all([loadPage(at.name), loadWords(state.locale, WORDS_OF[at.name])]);
  // A copy that this device kept shows no record: that is to be the ledger's of now.
  const seen = seenAt() !== null;
  const site = (
    <StrictMode>
      <PublicSite
        places={browserPlaces()}
        Page={Page}
        state={state}
        given={preloadedLot(at.lotId, seen ? { ...state, ledger: null } : state, () => state.map)}
      />
    </StrictMode>
  );
  // A page that was kept tells of the day it was seen, and stands in for other steps as well: it is drawn anew in its place.
  // In small steps, so that a slow phone answers a finger meanwhile: what there is to read stands there already.
  startTransition(() => {
    if (root.hasChildNodes() && !seen) hydrateRoot(root, site, { onRecoverableError: differs });
    else createRoot(root).render(site);
  });
}

/** The server drew another picture than this browser: the page goes on with its own, and we want to know. */
function differs(error: unknown): void {
  const known = error instanceof Error ? error : new Error(String(error));
  void reportError(known);
  // Where a person looks for it; the browser does the same by itself where nobody listens.
  globalThis.reportError(known);
}

startScheme();
void begin();
