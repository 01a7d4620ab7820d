import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { askedLocale, firstSpoken, PUBLIC_LOCALES } from '../../server/domain/public/publicPages.ts';
import { startScheme } from '../design/scheme.ts';
import { reportError } from '../reportError.ts';
import { loadWords } from '../words/publicLanguages.ts';
import { apiUrl, setApiUrl } from './apiUrl.ts';
import { preloadedLot } from './preloadedLot.ts';
import { seenAt } from './offline/offlineCopies.ts';
import { pageAt, WORDS_OF, type PageModule, type PageName } from './pages.ts';
import { readState, type WrittenState } from './pageState.ts';
import { browserPlaces } from './navigation.ts';
import { PublicSite } from './PublicSite.tsx';
import { UNKNOWN_OFFERS } from './siteOffers.ts';

/** The page scripts, each loaded only with its page. */
const LOADS: Record<PageName, () => Promise<PageModule>> = {
  landing: () => import('./landing/LandingPage.tsx'),
  verify: () => import('./verify/VerifyPage.tsx'),
  privacy: () => import('./texts/PrivacyPage.tsx'),
  terms: () => import('./texts/TermsPage.tsx'),
  support: () => import('./texts/SupportPage.tsx'),
  buyer: () => import('./buyer/BuyerPage.tsx'),
};

/** The state that the server rendered the page from; none in development. */
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
  const [{ default: Page }] = await Promise.all([LOADS[at.name](), loadWords(state.locale, WORDS_OF[at.name])]);
  // An offline copy must not show the record, which has to be current.
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
  // An offline copy shows an earlier day and may represent another step, so it is rendered again instead of hydrated.
  // As a transition, so that a slow phone stays responsive; its content is already readable.
  startTransition(() => {
    if (root.hasChildNodes() && !seen) hydrateRoot(root, site, { onRecoverableError: differs });
    else createRoot(root).render(site);
  });
}

/** Hydration mismatch: the client renders the page again, and the error is reported. */
function differs(error: unknown): void {
  const known = error instanceof Error ? error : new Error(String(error));
  void reportError(known);
  // Also reports it to the console, as the browser does for errors without a handler.
  globalThis.reportError(known);
}

startScheme();
void begin();
