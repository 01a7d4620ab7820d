import { renderToString } from 'react-dom/server';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { languageOf, PUBLIC_LOCALES, type PublicLocale, type PageLot } from '../../server/domain/public/publicPages.ts';
import { DesignProvider } from '../design/DesignProvider.tsx';
import { SiteOrigin } from '../siteOrigin.ts';
import { WordsProvider } from '../words/words.tsx';
import { Alive } from './hydratedContext.ts';
import LandingPage from './landing/LandingPage.tsx';
import { fixedPlaces, PlacesHere } from './navigation.ts';
import { renderPage } from './render.tsx';
import PrivacyPage from './texts/PrivacyPage.tsx';
import SupportPage from './texts/SupportPage.tsx';
import TermsPage from './texts/TermsPage.tsx';
import Finding from './verify/Finding.tsx';
import { startState, type FlowState } from './verify/flow.ts';
import { readIntegrityCheck, readLotAnswer, readProvenanceChain, type LotAnswer } from './verify/publicAnswers.ts';
import { suggestionsFor } from './verify/suggestions.ts';
import type { VerifyFlow } from './verify/useVerifyFlow.ts';
import LedgerParts from './verify/LedgerParts.tsx';
import VerifyPage, { VerifyView } from './verify/VerifyPage.tsx';

/** Throws when server rendering reads a device property: the first render must be the same on server and browser. */
function forbidden(name: string): object {
  const refuse = (): never => {
    throw new Error(`${name} was read while a page was drawn`);
  };
  return new Proxy({}, { get: refuse, has: refuse });
}
const OF_THE_READER = ['navigator', 'location', 'localStorage', 'sessionStorage', 'matchMedia'];

afterEach(() => {
  vi.unstubAllGlobals();
});

function around(page: ReactElement): ReactElement {
  return (
    <WordsProvider timeZone="UTC">
      <DesignProvider>
        <SiteOrigin value="https://trace.example">{page}</SiteOrigin>
      </DesignProvider>
    </WordsProvider>
  );
}

/** A page rendered as on the server. */
function htmlOf(page: ReactElement, address = '/'): string {
  for (const name of OF_THE_READER) vi.stubGlobal(name, forbidden(name));
  return renderToString(around(<PlacesHere value={fixedPlaces(address)}>{page}</PlacesHere>));
}

/** The text of a server-rendered page, without style sheets. */
const written = (page: ReactElement, address = '/'): string => textOf(htmlOf(page, address));

function textOf(html: string): string {
  return html
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[\s\u202f]+/g, ' ')
    .trim();
}

const asAnswered = {
  lot: {
    lotId: 'LOT701',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
    weight: 1250.5,
    farmerName: 'Maria Santos',
    farmId: 'KF-1',
    latitude: -6.31,
    longitude: 143.96,
    currentProcess: 'drying',
    qualityScore: 87.5,
    certifications: ['Organic'],
    deforestationStatus: 'No Deforestation',
    satelliteTimestamp: '2026-03-14T23:30:00Z',
    updatedAt: '2026-03-15T08:30:00Z',
    blockchainHash: { transactionId: 'a'.repeat(64), status: 'recorded' },
  },
  verification: { state: 'verified', dataMatches: true, discrepancies: [] },
  sampleSatelliteData: true,
};

function found<T>(read: T | null): T {
  if (read === null) throw new Error('not an answer');
  return read;
}
const answer: LotAnswer = found(readLotAnswer(asAnswered));

const nothing = (): void => undefined;
const inState = (state: Partial<FlowState>): VerifyFlow => ({
  state: { ...startState(), ...state },
  moved: false,
  ways: {
    search: '/verify?step=search',
    share: '/verify/LOT701?step=share',
    blockchain: '/verify/LOT701?step=blockchain',
    back: '/verify',
  },
  findProduct: nothing,
  back: nothing,
  chooseSearchType: nothing,
  type: nothing,
  search: nothing,
  retryLot: nothing,
  openBlockchain: nothing,
  loadLedger: nothing,
  verify: nothing,
});
const shown = { lotId: 'LOT701', lot: { status: 'ready', value: answer } } as const;

describe('a server writes', () => {
  it.each([
    [
      'the first page',
      LandingPage,
      'Know the farm behind the chocolate',
      'Start Free Trial',
      'Sample data: No tree loss found by satellite after 31 December 2020 ; checked on Apr 20, 2026',
      'Made for the field',
      'Journey complete',
      '500+',
      'Ask for a demo',
    ],
    ['Privacy', PrivacyPage, 'We keep the farmer’s name, the farm', 'Your rights'],
    ['Terms', TermsPage, 'The ledger proves that a record was not changed', 'Fair use'],
    ['Support', SupportPage, 'you can also type the number in', 'What does Pending mean?'],
  ])('%s', (_name, Page, ...texts) => {
    const text = written(<Page />);
    for (const expected of texts) expect(text).toContain(expected);
    expect(text).toContain('Skip to content Manam-Trace');
    expect(text).toContain('English Français Español Tok Pisin Admin Portal');
  });

  it('the start of a search', () => {
    expect(written(<VerifyPage />, '/verify')).toContain('Check where your cacao comes from');
    expect(written(<VerifyView {...inState({ online: false })} />)).toContain('You are offline');
  });

  it('the search, its refusal and what was searched before', () => {
    const problem = { message: { id: 'input.empty' }, suggestions: suggestionsFor('lot', 'input') } as const;
    const text = written(<VerifyView {...inState({ step: 'search', problem, recent: ['LOT702'] })} />);
    for (const expected of [
      'Find your product',
      'Please enter a search value',
      'A lot number looks like LOT701.',
      'LOT702',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('a lot with its verdict, figures and address', () => {
    const text = written(<VerifyView {...inState({ step: 'results', ...shown })} />);
    for (const expected of [
      'Sample data: No tree loss found by satellite after 31 December 2020 ; checked on Mar 14, 2026',
      'This page matches the ledger record.',
      'Last updated Mar 15, 2026, 8:30 AM',
      '1,250.5 kg',
      '6.31° S, 143.96° E',
      'Excellent 87.5/100',
      'Check this lot: https://trace.example/verify/LOT701',
      'Lot LOT701 is shown.',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('a lot that cannot be shown', () => {
    const lot = { status: 'failed', message: { id: 'code.not_found.public_lot' }, mayRetry: false } as const;
    const text = written(<VerifyView {...inState({ step: 'results', lotId: 'LOT9', lot })} />);
    expect(text).toContain('Lot not found or not available for public verification');
  });

  it.each([
    ['LOT999', true],
    ['Product recalled! Call +44 20 7946 0000', false],
    [`LOT${'9'.repeat(21)}`, false],
  ])('the text of an address only where it has the form of a lot id: %s', (lotId, isShown) => {
    const lot = { status: 'failed', message: { id: 'code.input.public_lot_id_form' }, mayRetry: false } as const;
    // As the browser renders it after hydration.
    const text = written(
      <Alive value>
        <VerifyView {...inState({ step: 'results', lotId, lot })} />
      </Alive>,
    );
    expect(text.includes(lotId)).toBe(isShown);
  });

  it('where a lot is that is not delivered, and what staff wrote as text in an unknown language', () => {
    const journey = [
      { stage: 'drying', timestamp: '2026-03-09T22:45:00Z', details: 'Eight days in the sun', location: 'Bogia' },
    ];
    const value = found(readLotAnswer({ ...asAnswered, journey }));
    const step = inState({ step: 'results', lotId: 'LOT701', lot: { status: 'ready', value } });
    const html = htmlOf(<VerifyView {...step} />);
    expect(textOf(html)).toContain('This lot has not left its place of origin yet.');
    expect(html).toMatch(/<span lang=""[^>]*>Eight days in the sun</);
    expect(html).toMatch(/<span lang=""[^>]*>Bogia</);
  });

  it('a drying that is over as dried', () => {
    const value = found(readLotAnswer({ ...asAnswered, lot: { ...asAnswered.lot, currentProcess: 'shipped' } }));
    const text = written(
      <VerifyView {...inState({ step: 'results', lotId: 'LOT701', lot: { status: 'ready', value } })} />,
    );
    expect(text).toContain('Dried Done');
    expect(text).not.toContain('Drying Done');
  });

  it('the record of a lot on the ledger', () => {
    const chain = found(
      readProvenanceChain({
        provenanceChain: [{ id: '1', action: 'stage', stage: 'fermented', timestamp: '2026-03-02T10:00:00Z' }],
      }),
    );
    const check = found(
      readIntegrityCheck({ state: 'differs', lastVerified: '2026-03-15T08:30:00Z', discrepancies: ['weight'] }),
    );
    const record = { summary: null, chain, driver: 'embedded', warning: { id: 'call.ledgerPart' } } as const;
    const step = inState({
      step: 'blockchain',
      ...shown,
      ledger: { status: 'ready', value: record },
      integrity: { status: 'ready', value: check },
    });
    // The record and the result of a check have separate scripts.
    const parts = (
      <>
        <LedgerParts lot={answer.lot} record={record} proof={check} here="/verify/LOT701" loadLedger={nothing} />
        <Finding check={check} />
      </>
    );
    const text = written(<VerifyView {...step} />) + written(parts);
    for (const expected of [
      'Blockchain record of LOT701',
      'One operator runs this ledger',
      'Some blockchain data could not be loaded',
      'Not verified: the lot differs from its ledger record',
      'Stage changed to Fermented Mar 2, 2026, 10:00 AM',
      'Contents and endorsements: not checked',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('an integrity check that failed, with its reason', () => {
    const integrity = { status: 'failed', message: { id: 'call.userTimeout' }, mayRetry: true } as const;
    const text = written(<VerifyView {...inState({ step: 'blockchain', ...shown, integrity })} />);
    expect(text).toContain('Integrity verification failed. The request took too long to complete. Please try again.');
  });
});

describe('the first picture in the browser', () => {
  it('is that of the server, whatever the device knows', () => {
    const page = around(
      <PlacesHere value={fixedPlaces('/verify')}>
        <VerifyPage />
      </PlacesHere>,
    );
    const onServer = renderToString(page);
    vi.stubGlobal('navigator', { onLine: false, language: 'de-DE' });
    vi.stubGlobal('location', { origin: 'http://elsewhere.example', pathname: '/' });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.stubGlobal('localStorage', { getItem: () => '["LOT1"]' });
    expect(renderToString(page)).toBe(onServer);
  });
});

const wordFiles = (name: string) => ({
  page: `/pages/${name}.js`,
  landing: `/pages/${name}-landing.js`,
  texts: `/pages/${name}-texts.js`,
});
const WORD_FILES = Object.fromEntries(
  PUBLIC_LOCALES.map((locale) => [locale, wordFiles(languageOf(locale))]),
) as Record<PublicLocale, ReturnType<typeof wordFiles>>;

/** A document as the server sends it, without the parts that vary. */
function document(address: string, lot: PageLot | null = null, locale: PublicLocale = 'en-US'): string {
  const offers = { demoLots: true, keepsContacts: false, operator: 'Kaupa Cacao Cooperative' };
  for (const name of OF_THE_READER) vi.stubGlobal(name, forbidden(name));
  const files = {
    script: '/pages/main.js',
    further: { verify: ['/pages/verify.js'] },
    words: WORD_FILES,
    css: '@font-face{}',
  };
  const { html, styles } = renderPage(
    address,
    { locale, origin: 'https://trace.example', offers, apiUrl: '/api/v1', lot, ledger: null },
    files,
  );
  for (const css of styles) expect(html).toContain(`>${css}</style>`);
  expect(html.match(/<style/g)).toHaveLength(styles.length);
  return html;
}

describe('a document', () => {
  it.each([
    ['/', 'verify demo lot LOT701'],
    ['/verify', 'Check where your cacao comes from'],
    ['/verify/LOT701', 'Back to search'],
    ['/privacy', 'When you check a product'],
    ['/terms', 'What the record says'],
    ['/support', 'Where is the lot number?'],
  ])('is drawn for %s, with nothing inline but its styles and its data', (path, expected) => {
    const html = document(path, path === '/verify/LOT701' ? { status: 200, data: asAnswered } : null);
    expect(textOf(html)).toContain(expected);
    expect(html).not.toMatch(/ (style|on[a-z]+)="/);
    const scripts = html.match(/<script[^>]*>/g);
    expect(scripts).toEqual([
      '<script type="application/json" id="page-state">',
      '<script type="module" async fetchpriority="low" src="/pages/main.js">',
    ]);
  });

  it('says in its head which lot it shows and what the verdict is, and where it is at home', () => {
    const html = document('/verify/lot701', { status: 200, data: asAnswered });
    for (const expected of [
      '<title>Lot LOT701 - Manam-Trace</title>',
      '<link rel="canonical" href="https://trace.example/verify/LOT701">',
      'property="og:title" content="Lot LOT701: Sample data: No tree loss found by satellite after 31 December 2020; checked on Mar 14, 2026"',
      'property="og:image" content="https://trace.example/preview.png"',
      '<link rel="modulepreload" fetchpriority="low" href="/pages/verify.js">',
    ]) {
      expect(html).toContain(expected);
    }
  });

  it('of each language speaks it, with its dates and figures, and names the others', () => {
    const lot = { status: 200, data: asAnswered };
    const inFrench = document('/verify/LOT701?lang=fr', lot, 'fr');
    expect(inFrench).toContain('<html lang="fr">');
    expect(inFrench).toContain('<link rel="canonical" href="https://trace.example/verify/LOT701?lang=fr">');
    expect(inFrench).toContain('<link rel="modulepreload" fetchpriority="low" href="/pages/fr.js">');
    for (const language of ['en', 'fr', 'es', 'tpi']) {
      const address = `https://trace.example/verify/LOT701?lang=${language}`;
      expect(inFrench).toContain(`<link rel="alternate" hreflang="${language}" href="${address}">`);
    }
    expect(inFrench).toContain('hreflang="x-default" href="https://trace.example/verify/LOT701">');
    // The choice is kept in links; without one, the browser's language applies.
    expect(inFrench).toContain('href="/privacy?lang=fr"');
    expect(document('/verify/LOT701', lot, 'fr')).toContain('href="/privacy"');
    const figures = (html: string): string[] =>
      [
        '1 250,5 kg',
        '1,250.5 kg',
        '14 mars 2026',
        '14 mar 2026',
        '14 Mas 2026',
        '6,31° S',
        'Dernière mise à jour',
      ].filter((text) => textOf(html).includes(text));
    expect(figures(inFrench)).toEqual(['1 250,5 kg', '14 mars 2026', '6,31° S', 'Dernière mise à jour']);
    expect(figures(document('/verify/LOT701', lot, 'es-419'))).toEqual(['1,250.5 kg', '14 mar 2026']);
    expect(figures(document('/verify/LOT701', lot, 'tpi'))).toEqual(['1,250.5 kg', '14 Mas 2026']);
  });

  it('of a lot that differs from its record says that first, where it is shared too', () => {
    const verification = { state: 'differs', dataMatches: false, discrepancies: ['weight'] };
    const html = document('/verify/LOT701', { status: 200, data: { ...asAnswered, verification } });
    expect(html).toMatch(/og:title" content="Lot LOT701: [^"]*differ/);
  });

  it.each([
    [404, '/verify/LOT999', 'Lot not found or not available for public verification'],
    [400, '/verify/banana', 'Invalid lot ID format.'],
    [429, '/verify/LOT701', 'Too many requests'],
    [503, '/verify/LOT701', 'Service temporarily unavailable'],
  ])('with status %i says so, and is for no search engine', (status, path, expected) => {
    const html = document(path, { status, data: null });
    expect(textOf(html)).toContain(expected);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('canonical');
  });

  it('holds the same names as text, whatever they would be as markup', () => {
    const farmerName = '</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&"\'\u2028';
    const html = document('/verify/LOT701', {
      status: 200,
      data: { ...asAnswered, lot: { ...asAnswered.lot, farmerName } },
    });
    expect(html).not.toContain('alert(1)</script>');
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<script/g)).toHaveLength(2);
    const json = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).lot.data.lot.farmerName).toBe(farmerName);
  });
});
