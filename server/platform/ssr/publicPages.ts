import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenRequests, RequestScope } from '../database/requestScope.ts';
import { parsePublicLotId } from '../../domain/lot/lotId.ts';
import {
  ANY_BUYER_PATH,
  firstSpoken,
  languageOf,
  LISTED_PATHS,
  PUBLIC_LOCALES,
  PUBLIC_STEPS,
  type PageState,
  type PublicLocale,
  type RenderedPage,
  type SiteOffers,
  type PageLedger,
  type PageLot,
} from '../../domain/public/publicPages.ts';
import type { PublicLotView } from '../../domain/public/publicAnswers.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { isAutomation } from '../http/automation.ts';
import type { Caller, RequestInfo } from '../access/caller.ts';
import { forbidden } from '../errors/refusal.ts';
import { endWhenSent, errorAnswer, leaveWhenGone } from '../http/answer.ts';
import { isKnownTag } from '../http/etag.ts';
import type { Config } from '../config.ts';
import { packageRoot } from '../process/packageRoot.ts';
import { CachedPage, CachedPages, type Encoding } from './cachedPages.ts';
import { preferredLocale } from './pageLocale.ts';
import { loadRenderer, PAGE_FILES } from './pageRenderer.ts';

/** What the page of a lot shows of it: the `data` of `GET /lots/public/{lotId}`; another object when any of it changes. */
interface PublicPage {
  readonly lot: Readonly<PublicLotView>;
}

/** The public calls of a lot; each answers null for a lot that is not there. @throws LedgerAway */
interface PublicLots {
  publicPage(lotId: string): Promise<PublicPage | null>;
  publicBlockchain(lotId: string): Promise<object | null>;
  publicChain(lotId: string): Promise<readonly object[] | null>;
}

export interface PublicPagesParts {
  config: Config;
  requests: OpenRequests;
  health: { ledger(): Promise<{ driver: string }> };
  provenance: PublicLots;
  /** scheme, host and port of the site, once it listens */
  origin(): string;
  /** name of the cooperative that runs the site, which may be some seconds old; empty while none is set */
  operator(): Promise<string>;
  infoOf(request: FastifyRequest): RequestInfo;
  /** counts one request against the caller's rate; @throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo, scope: RequestScope): Promise<void>;
}

/** Built files carry their content's hash in the name. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const CHECKED = 'no-cache';
/** An address of the kind, for pages that say the same of every lot: they are drawn once. */
const ANY_LOT = '/verify/LOT0';
const MALFORMED = { missing: '/verify/%20', empty: '/verify/%20', form: '/verify/-' };

interface LotAtAddress {
  told: PageLot;
  /** source of the page; null for pages that are the same for all lots */
  source: PublicPage | null;
  /** where it is drawn at */
  path: string;
  headers: Record<string, string>;
}

export interface PublicPages {
  /** deletes cached pages of lots: called when personal data were erased */
  forget(): void;
}

/**
 * The public pages as documents with their content, rendered by the client's own components, and their scripts
 * (docs/decisions/0032). A lot's page has the content and status of `GET /lots/public/{lotId}`.
 */
export async function servePublicPages(app: FastifyInstance, parts: PublicPagesParts): Promise<PublicPages> {
  await app.register(fastifyStatic, {
    root: PAGE_FILES,
    prefix: '/pages/',
    index: false,
    wildcard: false,
    decorateReply: false,
    acceptRanges: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
  });
  await serveWorkers(app);
  const kept = new CachedPages();
  const drawer = pageDrawer(parts, kept);
  serveListedPages(app, drawer, kept);
  serveLotPages(app, parts, drawer, kept);
  serveBuyerPages(app, drawer, kept);
  serveCrawlerFiles(app, parts);
  return { forget: () => kept.forgetAll() };
}

type Draw = (address: string, locale: PublicLocale, lot: PageLot | null, ledger?: PageLedger | null) => CachedPage;

/**
 * Loads what draws pages with the first one; a file that could not be read is asked for again. Pages that name another
 * operator than the one of now are drawn again.
 */
function pageDrawer({ config, origin, operator }: PublicPagesParts, kept: CachedPages): () => Promise<Draw> {
  const { demo, contact, publicApiUrl: apiUrl } = config;
  let offers: SiteOffers = { demoLots: demo, keepsContacts: contact === 'store', operator: '' };
  let renderer: ReturnType<typeof loadRenderer> | null = null;
  return async () => {
    renderer ??= loadRenderer();
    renderer.catch(() => {
      renderer = null;
    });
    const render: (address: string, state: PageState) => RenderedPage = await renderer;
    const name = await operator();
    if (name !== offers.operator) {
      offers = { ...offers, operator: name };
      kept.forgetAll();
    }
    return (address, locale, lot, ledger = null) => {
      const drawn = render(address, { locale, origin: origin(), offers, apiUrl, lot, ledger });
      return new CachedPage(drawn, lot?.status ?? 200, languageOf(locale), apiUrl);
    };
  };
}

function serveListedPages(app: FastifyInstance, drawer: () => Promise<Draw>, kept: CachedPages): void {
  for (const path of LISTED_PATHS) {
    app.get(path, { compress: false }, async (request, reply) => {
      const draw = await drawer();
      const { locale, query } = askedOf(request, path === '/verify');
      const searched = path === '/verify' ? asked(request, 'lotId') : undefined;
      if (typeof searched === 'string') return reply.redirect(foundAt(searched) + query, 303);
      const address = path + query;
      const page = kept.of(`${address} ${locale}`, null, () => draw(address, locale, null));
      return sendPage(request, reply, page);
    });
  }
}

function serveLotPages(
  app: FastifyInstance,
  parts: PublicPagesParts,
  drawer: () => Promise<Draw>,
  kept: CachedPages,
): void {
  app.get<{ Params: { lotId: string } }>('/verify/:lotId', { compress: false }, async (request, reply) => {
    const scope = parts.requests.begin(parts.config.limits.requestTimeoutMs);
    leaveWhenGone(reply, scope);
    try {
      const draw = await drawer();
      const { told, source, path, headers } = await lotAt(request.params.lotId, request, parts, scope);
      const { locale, query, step } = askedOf(request, true);
      const address = path + query;
      const ledger = step === 'blockchain' && source !== null ? await ledgerOf(source.lot.lotId, parts, scope) : null;
      const page = kept.of(`${address} ${told.status} ${locale}`, source, () => draw(address, locale, told, ledger));
      return await sendPage(request, reply.headers(headers), page);
    } finally {
      endWhenSent(reply, scope);
    }
  });
}

/**
 * The page of a buyer's link: its frame, the same for all links. The browser loads the consignment (`GET /buyer/{token}`),
 * so that mail programs that look at a link are not counted as its reader. No other site learns the address.
 */
function serveBuyerPages(app: FastifyInstance, drawer: () => Promise<Draw>, kept: CachedPages): void {
  app.get('/buyer/:token', { compress: false }, async (request, reply) => {
    const draw = await drawer();
    const { locale, query } = askedOf(request, false);
    const address = ANY_BUYER_PATH + query;
    const page = kept.of(`${address} ${locale}`, null, () => draw(address, locale, null));
    return sendPage(request, reply.header('referrer-policy', 'no-referrer'), page);
  });
}

function serveCrawlerFiles(app: FastifyInstance, { origin }: PublicPagesParts): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CHECKED)
      .send(`User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin()}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', CHECKED).send(sitemap(origin())),
  );
}

/** The first value of a query's parameter. */
function asked({ query }: FastifyRequest, name: string): unknown {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The language of the answer and the query parameters that change the page: the others are unlimited, and each would be
 * rendered and cached.
 */
function askedOf(
  request: FastifyRequest,
  hasSteps: boolean,
): { locale: PublicLocale; query: string; step: (typeof PUBLIC_STEPS)[number] | undefined } {
  const lang = asked(request, 'lang');
  const chosen = typeof lang === 'string' ? firstSpoken([lang]) : null;
  const named = hasSteps ? asked(request, 'step') : undefined;
  const step = PUBLIC_STEPS.find((known) => known === named);
  // In our own spelling, in the order that the page's own links have (client/public/pageAddress.ts).
  const params = [
    ...(chosen === null ? [] : [`lang=${languageOf(chosen)}`]),
    ...(step === undefined ? [] : [`step=${step}`]),
  ];
  return {
    locale: chosen ?? preferredLocale(request.headers['accept-language']),
    query: params.length === 0 ? '' : `?${params.join('&')}`,
    step,
  };
}

/**
 * The address of the result of a search for a lot number, for pages without scripts: the page of the lot, or of the
 * fault of the number.
 */
function foundAt(searched: string): string {
  const parsed = parsePublicLotId(searched);
  return 'fault' in parsed ? MALFORMED[parsed.fault] : `/verify/${encodeURIComponent(parsed.lotId)}`;
}

/** What the ledger holds of a lot. A part that cannot be read is null. */
async function ledgerOf(
  lotId: string,
  { provenance, health }: PublicPagesParts,
  scope: RequestScope,
): Promise<PageLedger> {
  const orNull = <T>(part: Promise<T>): Promise<T | null> => part.catch(() => null);
  const [blockchain, provenanceChain, ledger] = await scope.run(() =>
    Promise.all([
      orNull(provenance.publicBlockchain(lotId)),
      orNull(provenance.publicChain(lotId)),
      orNull(health.ledger()),
    ]),
  );
  return {
    blockchain,
    provenance: provenanceChain === null ? null : { provenanceChain },
    health: ledger === null ? null : { driver: ledger.driver },
  };
}

/** The answer of the REST call. Never throws: an error that is no refusal is logged and answered as a server error. */
async function lotAt(
  written: string,
  request: FastifyRequest,
  { config, provenance, infoOf, spend }: PublicPagesParts,
  scope: RequestScope,
): Promise<LotAtAddress> {
  const refused = (status: number, path = ANY_LOT, headers: Record<string, string> = {}): LotAtAddress => ({
    told: { status, data: null },
    source: null,
    path,
    headers,
  });
  try {
    await spend({ kind: 'anonymous' }, infoOf(request), scope);
    if (config.publicBlockAutomation && isAutomation(request.headers['user-agent'])) {
      throw forbidden(REFUSED.automation({}));
    }
    const parsed = parsePublicLotId(written);
    if ('fault' in parsed) return refused(400, MALFORMED[parsed.fault]);
    const page = await scope.run(() => provenance.publicPage(parsed.lotId));
    if (page === null) return refused(404);
    const path = `/verify/${encodeURIComponent(page.lot.lotId)}`;
    return { told: { status: 200, data: page }, source: page, path, headers: {} };
  } catch (error) {
    const { status, headers } = errorAnswer(error, String(request.id), (unknown) =>
      request.log.error({ err: unknown, requestId: request.id }, 'A public page could not be made'),
    );
    const { 'retry-after': wait } = headers;
    return refused(status, ANY_LOT, wait === undefined ? {} : { 'retry-after': wait });
  }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  void reply.code(page.status).headers(page.headers);
  if (isKnownTag(request.headers['if-none-match'], page.etag))
    return reply.code(304).removeHeader('content-type').send();
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(page.html);
  return reply.header('content-encoding', encoding).send(await page.packed(encoding));
}

/** The smallest form that is taken; null for the document as it is. */
function encodingOf(header: string | string[] | undefined): Encoding | null {
  const taken = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : null;
}

/** The site's own pages in each language; no lots, because there is no public list of them. */
function sitemap(origin: string): string {
  const urls = LISTED_PATHS.flatMap((path) => {
    const home = origin + path;
    const inLanguages = PUBLIC_LOCALES.map(languageOf).map((lang) => ({ lang, address: `${home}?lang=${lang}` }));
    const alternates = [...inLanguages, { lang: 'x-default', address: home }]
      .map(({ lang, address }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${address}"/>`)
      .join('');
    return [home, ...inLanguages.map(({ address }) => address)].map(
      (address) => `<url><loc>${address}</loc>${alternates}</url>`,
    );
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>${urls.join('')}</urlset>\n`;
}

/** Address and file of each service worker; its scope is what lies below its address, or narrower. */
const WORKERS = [
  ['/worker.js', 'worker.js'],
  ['/admin/worker.js', 'staffWorker.js'],
] as const;

/**
 * The service workers of the verification page (client/public/offline/worker.ts), whose scope is `/verify`, and of the
 * staff area (client/staff/offline/worker.ts). Their addresses are the same in each version, so browsers request them
 * again each time.
 */
async function serveWorkers(app: FastifyInstance): Promise<void> {
  for (const [path, file] of WORKERS) {
    const script = await readFile(join(packageRoot, 'dist', 'worker', file), 'utf8');
    app.get(path, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    );
  }
}
