import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import {
  askedLocale,
  PAGE_WORDS,
  PUBLIC_LOCALES,
  type PageRenderer,
  type PageState,
} from '../../server/domain/publicPages.ts';
import mark from '../design/mark.svg';
import { loadWords } from '../words/publicLanguages.ts';
import { givenOf } from './givenOf.ts';
import LandingPage from './landing/LandingPage.tsx';
import { pageDocument, type PageStyle } from './pageDocument.ts';
import { headOf } from './pageHead.ts';
import { pageAt, WORDS_OF, type PageModule, type PageName } from './pages.ts';
import { PublicSite } from './PublicSite.tsx';
import PrivacyPage from './texts/PrivacyPage.tsx';
import SupportPage from './texts/SupportPage.tsx';
import TermsPage from './texts/TermsPage.tsx';
import VerifyPage from './verify/VerifyPage.tsx';

/* The program that draws public pages on the server: built on its own (vite.config.ts) and loaded by server/pages. */
const COMPONENTS: Record<PageName, PageModule['default']> = {
  landing: LandingPage,
  verify: VerifyPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  support: SupportPage,
};

// A server speaks all languages at once.
await Promise.all(PUBLIC_LOCALES.map((locale) => loadWords(locale, PAGE_WORDS)));

/** Emotion's name in class names and elements: that of its own cache in the browser, which takes these rules over. */
const KEY = 'css';

type Cache = ReturnType<typeof createCache>;

/** The rules that were drawn with, global ones each in an element of its own, as Emotion looks for them. */
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
  // Rules are kept rather than written between the elements, where each would need a hash of its own.
  cache.compat = true;
  const given = givenOf(lotId, state.lot);
  const html = renderToString(
    <StrictMode>
      <CacheProvider value={cache}>
        <StaticRouter location={address}>
          <PublicSite page={name} Page={COMPONENTS[name]} state={state} given={given} />
        </StaticRouter>
      </CacheProvider>
    </StrictMode>,
  );
  return { html, styles: stylesOf(cache), head: headOf(name, given, state.locale) };
}

export const renderPage: PageRenderer['renderPage'] = (address, state, { script, further, words, css }) => {
  const [path = '/', query = ''] = address.split('?');
  const at = pageAt(path);
  if (at === null) throw new Error(`${address} is no public page`);
  const { html, styles, head } = draw(address, at.name, at.lotId, state);
  const all = [{ name: null, css }, ...styles];
  const spoken = WORDS_OF[at.name].map((part) => words[state.locale][part]);
  const files = { script, further: [...(further[at.name] ?? []), ...spoken], icon: mark };
  return {
    html: pageDocument({ html, styles: all }, head, { ...state, asked: askedLocale(query) }, files),
    styles: all.map((style) => style.css),
  };
};
