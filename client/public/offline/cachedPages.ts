import { parsePublicLotId } from '../../../server/domain/lot/lotId.ts';

/*
 * Pages that this device keeps to be read without connection (docs/decisions/0035): of each lot the page as it was last seen, the
 * page of the search, and the scripts and fonts that these name. Read and written by the service worker alone.
 */
const PREFIX = 'manam-';
const PAGES = `${PREFIX}pages-1`;
const FILES = `${PREFIX}files-1`;
const SEARCH = '/verify';
/** Where a page's answer says when it came. */
const SEEN_AT = 'x-seen-at';

export const KEPT_LOTS = 20;
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Names of our built files, wherever a page names them; each holds the hash of its content. */
const FILE = /\/pages\/assets\/[\w.-]+/g;

/** What a page is kept as; null for an address that no page of ours is kept of. @param address path, with or without a query */
export function keyOf(address: string): string | null {
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

/** Whether an address is that of a built file, which never changes. */
export function isFile(path: string): boolean {
  return path.match(FILE)?.[0] === path;
}

/** Says in a document that it was kept, and when it was seen: styles and scripts look for it (SeenNotice.tsx). */
export function markSeen(html: string, seenAt: string): string {
  return html.replace('<html ', `<html data-seen="${seenAt}" `);
}

/** The pages of one origin. Every change waits for the one before. */
export class CachedPages {
  readonly #caches: CacheStorage;
  readonly #clock: () => number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(caches: CacheStorage, clock: () => number = Date.now) {
    this.#caches = caches;
    this.#clock = clock;
  }

  /** What was kept of an address: an answer that is marked, or null. @param key by `keyOf` */
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

  /** A built file as it was kept with the pages that name it. */
  async findFile(request: Request): Promise<Response | undefined> {
    return (await this.#caches.open(FILES)).match(request, { ignoreVary: true });
  }

  /** Takes what a server answered for what it says: a page is kept in the place of the one before, one that is gone is forgotten. */
  learn(key: string, answer: Response): Promise<void> {
    return this.#serialQueue(async () => {
      if (answer.status === 404 || answer.status === 410) return this.#remove(key);
      const html = answer.status === 200 && !answer.redirected ? await answer.text() : '';
      // Whatever else stands in the way of a line, such as the page of a hotel's network.
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

  /** Forgets what is too old or too much, and what an earlier version of the worker kept in another form. */
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

  /** The files that a page names, mostly from the browser's own cache: it has just loaded them. */
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

  /** What does not say when it was seen counts as old. */
  #isOld(seenAt: string): boolean {
    return !(this.#clock() - Date.parse(seenAt) < KEPT_MS);
  }
}
