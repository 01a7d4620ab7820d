import { text as wholeText } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DesignProvider } from '../design/DesignProvider.tsx';
import { routes } from '../routes.tsx';
import { SiteOrigin } from '../siteOrigin.ts';
import { WordsProvider } from '../words/words.tsx';
import LandingPage from './landing/LandingPage.tsx';
import PrivacyPage from './texts/PrivacyPage.tsx';
import SupportPage from './texts/SupportPage.tsx';
import TermsPage from './texts/TermsPage.tsx';
import { startState, type FlowState } from './verify/flow.ts';
import { readIntegrityCheck, readLotAnswer, readProvenanceChain, type LotAnswer } from './verify/publicAnswers.ts';
import { suggestionsFor } from './verify/suggestions.ts';
import type { VerifyFlow } from './verify/useVerifyFlow.ts';
import VerifyPage, { VerifyView } from './verify/VerifyPage.tsx';

/** A reading of the machine that draws: a server's is not the reader's, and the first picture of both has to be the same. */
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

/** The text of a page as a server writes it, without its style sheets. */
function written(page: ReactElement, address = '/'): string {
  for (const name of OF_THE_READER) vi.stubGlobal(name, forbidden(name));
  return textOf(renderToString(around(<StaticRouter location={address}>{page}</StaticRouter>)));
}

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
    ['the first page', LandingPage, 'Know the farm behind the chocolate', 'Staff sign-in'],
    ['Privacy', PrivacyPage, 'We keep the farmer’s name, the farm', 'Your rights'],
    ['Terms', TermsPage, 'The ledger proves that a record was not changed', 'Fair use'],
    ['Support', SupportPage, 'you can also type the number in', 'What does Pending mean?'],
  ])('%s', (_name, Page, ...texts) => {
    const text = written(<Page />);
    for (const expected of texts) expect(text).toContain(expected);
    expect(text).toContain('Skip to content Manam-Trace Admin Portal');
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
      'Grown without deforestation since 2020 ; checked on Mar 14, 2026 (sample data)',
      'What is shown here matches the ledger record.',
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
    const lot = { status: 'failed', message: { id: 'call.lotNotPublic' }, mayRetry: false } as const;
    const text = written(<VerifyView {...inState({ step: 'results', lotId: 'LOT9', lot })} />);
    expect(text).toContain('Lot not found or not available for public verification');
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
    const text = written(
      <VerifyView
        {...inState({
          step: 'blockchain',
          ...shown,
          ledger: {
            status: 'ready',
            value: { summary: null, chain, driver: 'embedded', warning: { id: 'call.ledgerPart' } },
          },
          integrity: { status: 'ready', value: check },
        })}
      />,
    );
    for (const expected of [
      'Blockchain record of LOT701',
      'This ledger is run by one operator',
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
      <StaticRouter location="/verify">
        <VerifyPage />
      </StaticRouter>,
    );
    const onServer = renderToString(page);
    vi.stubGlobal('navigator', { onLine: false, language: 'de-DE' });
    vi.stubGlobal('location', { origin: 'http://elsewhere.example', pathname: '/' });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.stubGlobal('localStorage', { getItem: () => '["LOT1"]' });
    expect(renderToString(page)).toBe(onServer);
  });
});

describe('the route table', () => {
  it.each([
    ['/', 'Know the farm behind the chocolate'],
    ['/verify', 'Check where your cacao comes from'],
    ['/verify/LOT701', 'Back to search'],
    ['/privacy', 'When you check a product'],
    ['/terms', 'What the record says'],
    ['/support', 'Where is the lot number?'],
  ])('is drawn on a server: %s', async (path, expected) => {
    const { query, dataRoutes } = createStaticHandler(routes);
    const context = await query(new Request(`https://trace.example${path}`));
    if (context instanceof Response) throw new Error('redirected');
    const router = createStaticRouter(dataRoutes, context);
    const { prelude } = await prerenderToNodeStream(
      around(<StaticRouterProvider router={router} context={context} hydrate={false} />),
    );
    expect(textOf(await wholeText(prelude))).toContain(expected);
  });
});
