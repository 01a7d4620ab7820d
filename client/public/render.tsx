import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  askedLocale,
  PAGE_WORDS,
  PUBLIC_LOCALES,
  type PageRenderer,
  type PageState,
} from '../../server/domain/public/publicPages.ts';
import type { Drawing } from '../design/map/drawing.ts';
import { placeOnMap } from '../design/map/placeOnMap.ts';
import { knownPlaces, originsOnMap, sheetOfPlaces } from '../design/map/placesOnMap.ts';
import { sheetName, type Sheet } from '../design/map/sheet.ts';
import mark from '../design/mark.svg';
import { loadWords } from '../words/publicLanguages.ts';
import { setApiUrl } from './apiUrl.ts';
import BuyerPage from './buyer/BuyerPage.tsx';
import { preloadedLot } from './preloadedLot.ts';
import LandingPage from './landing/LandingPage.tsx';
import { pageDocument, type PageStyle } from './pageDocument.ts';
import { pageHead } from './pageHead.ts';
import { pageAt, WORDS_OF, type PageModule, type PageName } from './pages.ts';
import { fixedPlaces } from './navigation.ts';
import { PublicSite } from './PublicSite.tsx';
import PrivacyPage from './texts/PrivacyPage.tsx';
import SupportPage from './texts/SupportPage.tsx';
import TermsPage from './texts/TermsPage.tsx';
import { LedgerPartsHere } from './verify/BlockchainStep.tsx';
import CombinedOrigin from './verify/CombinedOrigin.tsx';
import { CombinedPartsHere, type CombinedParts } from './verify/combinedParts.ts';
import LedgerParts from './verify/LedgerParts.tsx';
import OriginsDrawing from './verify/OriginsDrawing.tsx';
import type { LotAnswer } from './verify/publicAnswers.ts';
import VerifyPage from './verify/VerifyPage.tsx';
import { withinKm } from './verify/words.ts';

/* Server-side rendering of public pages: built separately (vite.config.ts) and loaded by server/platform/ssr. */
const COMPONENTS: Record<PageName, PageModule['default']> = {
  landing: LandingPage,
  verify: VerifyPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  support: SupportPage,
  buyer: BuyerPage,
};

const COMBINED_PARTS: CombinedParts = { Origin: CombinedOrigin, Way: OriginsDrawing };

// A server renders all languages.
await Promise.all(PUBLIC_LOCALES.map((locale) => loadWords(locale, [...PAGE_WORDS, 'details'])));

/** Emotion's cache key in class names and elements: the same as in the browser, which hydrates these rules. */
const KEY = 'css';

/** All outlines: half a megabyte, loaded once for all pages. */
const SHEETS = import.meta.glob<Sheet>('../design/map/sheets/*.json', { import: 'default', eager: true });

const sheetNamed = (name: string): Sheet => SHEETS[`../design/map/sheets/${name}.json`] ?? [];

/** Map of a lot's origin, or of its origins, as far as they are public. */
function mapOf({ lot, origins }: LotAnswer): Drawing | null {
  const places = knownPlaces(origins?.shares ?? []);
  if (places.length > 1) return originsOnMap(sheetNamed(sheetOfPlaces(places)), places);
  const { latitude, longitude } = places[0] ?? lot;
  if (latitude === null || longitude === null) return null;
  const place = { latitude, longitude };
  return placeOnMap(sheetNamed(sheetName(place)), place, withinKm(lot));
}

type Cache = ReturnType<typeof createCache>;

/** The rendered rules; each global rule gets its own element, as Emotion expects. */
function stylesOf({ inserted, registered }: Cache): PageStyle[] {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const isOfElements = ([id]: [string, string]): boolean => registered[`${KEY}-${id}`] !== undefined;
  const ofElements = rules.filter(isOfElements);
  return [
    ...rules.filter((rule) => !isOfElements(rule)).map(([id, css]) => ({ name: `${KEY}-global ${id}`, css })),
    { name: [KEY, ...ofElements.map(([id]) => id)].join(' '), css: ofElements.map(([, css]) => css).join('') },
  ];
}

function draw(address: string, name: PageName, lotId: string | null, state: PageState) {
  const cache = createCache({ key: KEY });
  // Collect rules instead of inserting them between elements, where each would need its own CSP hash.
  cache.compat = true;
  setApiUrl(state.apiUrl);
  const given = preloadedLot(lotId, state, mapOf);
  const html = renderToString(
    <StrictMode>
      <CacheProvider value={cache}>
        {/* A server renders without lazy loading. */}
        <LedgerPartsHere value={LedgerParts}>
          <CombinedPartsHere value={COMBINED_PARTS}>
            <PublicSite places={fixedPlaces(address)} Page={COMPONENTS[name]} state={state} given={given} />
          </CombinedPartsHere>
        </LedgerPartsHere>
      </CacheProvider>
    </StrictMode>,
  );
  return { html, styles: stylesOf(cache), head: pageHead(name, given, state.locale), map: given?.map ?? null };
}

export const renderPage: PageRenderer['renderPage'] = (address, state, { script, further, words, css }) => {
  const [path = '/', query = ''] = address.split('?');
  const at = pageAt(path);
  if (at === null) throw new Error(`${address} is no public page`);
  const { html, styles, head, map } = draw(address, at.name, at.lotId, state);
  const all = [{ name: null, css }, ...styles];
  const spoken = WORDS_OF[at.name].map((part) => words[state.locale][part]);
  const files = { script, further: [...(further[at.name] ?? []), ...spoken], icon: mark };
  return {
    html: pageDocument({ html, styles: all }, head, { ...state, map, asked: askedLocale(query) }, files),
    styles: all.map((style) => style.css),
  };
};
