import { parsePublicLotId } from '../../../server/domain/lot/lotId.ts';

/*
 * Offline pages on this device (docs/decisions/0035): for each lot its page as last seen, the search page, and their
 * scripts and fonts. Used only by the service worker.
 */
const PREFIX = 'manam-';
const PAGES = `${PREFIX}pages-1`;
const FILES = `${PREFIX}files-1`;
const SEARCH = '/verify';
/** Response header with the time when the page was stored. */
const SEEN_AT = 'x-seen-at';

export const KEPT_LOTS = 20;
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Names of built files in a page; each includes its content hash. */
const FILE = /\/pages\/assets\/[\w.-]+/g;

/**
 * Cache key of a page; null for an address that is not cached.
 * @param address path, with or without a query
 */
export function offlinePageKey(address: string): string | null {
  const path = (address.split(/[?#]/)[0] ?? '').replace(/\/$/, '');
  if (path === SEARCH) return SEARCH;
  const written = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  if (written === undefined) return null;
  try {
    const parsed = parsePublicLotId(decodeURIComponent(written));
    return 'lotId' in parsed ? `${SEARCH}/${parsed.lotId}` : null;
  } catch {
    return null;
  }
}

/** Whether an address is a built file, which never changes. */
export function isFile(path: string): boolean {
  return path.match(FILE)?.[0] === path;
}

/** Says in a document that it was kept, and when it was seen: styles and scripts look for it (Result.tsx). */
export function markSeen(html: string, seenAt: string): string {
  return html.replace('<html ', `<html data-seen="${seenAt}" `);
}

/** The offline pages of one origin. Changes run one after the other. */
export class OfflinePages {
  readonly #caches: CacheStorage;
  readonly #clock: () => number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(caches: CacheStorage, clock: () => number = Date.now) {
    this.#caches = caches;
    this.#clock = clock;
  }

  /**
   * The offline copy of an address, marked, or null.
   * @param key from `offlinePageKey`
   */
  async find(key: string): Promise<Response | null> {
    const found = await (await this.#caches.open(PAGES)).match(key, { ignoreVary: true });
    if (found === undefined) return null;
    const seenAt = found.headers.get(SEEN_AT) ?? '';
    if (key !== SEARCH && this.#isOld(seenAt)) {
      await this.forget(key);
      return null;
    }
    return new Response(markSeen(await found.text(), seenAt), { headers: found.headers });
  }

  /** A built file stored with the pages that use it. */
  async findFile(request: Request): Promise<Response | undefined> {
    return (await this.#caches.open(FILES)).match(request, { ignoreVary: true });
  }

  /** Updates the copies from a server response: a page replaces its older copy, a missing page deletes it. */
  learn(key: string, answer: Response): Promise<void> {
    return this.#serialQueue(async () => {
      if (answer.status === 404 || answer.status === 410) return this.#remove(key);
      const html = answer.status === 200 && !answer.redirected ? await answer.text() : '';
      // Ignore responses of others, such as a hotel network's login page.
      if (!html.includes('id="page-state"')) return;
      const headers = new Headers({ [SEEN_AT]: new Date(this.#clock()).toISOString() });
      for (const name of ['content-type', 'content-language', 'content-security-policy']) {
        const value = answer.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      const pages = await this.#caches.open(PAGES);
      await pages.put(key, new Response(html, { headers }));
      await this.#keepFiles(html);
      await this.#tidy();
    });
  }

  forget(key: string): Promise<void> {
    return this.#serialQueue(() => this.#remove(key));
  }

  /** Deletes copies that are too old or too many, and caches of an earlier worker version. */
  sweep(): Promise<void> {
    return this.#serialQueue(async () => {
      const others = (await this.#caches.keys()).filter(
        (name) => name.startsWith(PREFIX) && name !== PAGES && name !== FILES,
      );
      await Promise.all(others.map((name) => this.#caches.delete(name)));
      await this.#tidy();
    });
  }

  #serialQueue(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #remove(key: string): Promise<void> {
    if (await (await this.#caches.open(PAGES)).delete(key, { ignoreVary: true })) await this.#tidy();
  }

  /** Stores the files that a page uses, mostly from the HTTP cache, since the browser has just loaded them. */
  async #keepFiles(html: string): Promise<void> {
    const files = await this.#caches.open(FILES);
    for (const name of new Set(html.match(FILE))) {
      if ((await files.match(name, { ignoreVary: true })) === undefined) await files.add(name);
    }
  }

  async #tidy(): Promise<void> {
    const pages = await this.#caches.open(PAGES);
    const kept = await Promise.all(
      (await pages.keys()).map(async (request) => {
        const page = await pages.match(request, { ignoreVary: true });
        const seenAt = page?.headers.get(SEEN_AT) ?? '';
        return { request, seenAt, html: (await page?.text()) ?? '', isLot: new URL(request.url).pathname !== SEARCH };
      }),
    );
    const lots = kept.filter(({ isLot }) => isLot).sort((one, other) => other.seenAt.localeCompare(one.seenAt));
    const gone = new Set(lots.filter(({ seenAt }, index) => index >= KEPT_LOTS || this.#isOld(seenAt)));
    await Promise.all([...gone].map(({ request }) => pages.delete(request, { ignoreVary: true })));
    const named = new Set(kept.filter((page) => !gone.has(page)).flatMap(({ html }) => html.match(FILE) ?? []));
    const files = await this.#caches.open(FILES);
    const unnamed = (await files.keys()).filter(({ url }) => !named.has(new URL(url).pathname));
    await Promise.all(unnamed.map((request) => files.delete(request, { ignoreVary: true })));
  }

  /** A copy without a date counts as old. */
  #isOld(seenAt: string): boolean {
    return !(this.#clock() - Date.parse(seenAt) < KEPT_MS);
  }
}
