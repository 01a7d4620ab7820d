import { isFile, offlinePageKey, OfflinePages } from './offlinePages.ts';
import { parseWorkerMessage } from './messages.ts';

/*
 * The service worker of /verify and what lies below it (docs/decisions/0035); built into one file, /worker.js. A page
 * comes from the server whenever that responds. It handles only documents of the verification page and their built
 * files: no API calls, and nothing of the staff area, which is outside its scope.
 */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface AskEvent extends LastingEvent {
  request: Request;
  /** client id of the requesting page; and of the page that a document becomes */
  clientId: string;
  resultingClientId: string;
  /** response of navigation preload */
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface LifetimeEvent extends LastingEvent {
  data: unknown;
}
/** The parts of the worker's global scope used here: TypeScript's worker types conflict with those of pages. */
interface Scope {
  addEventListener(kind: 'install' | 'activate', handle: (event: LastingEvent) => void): void;
  addEventListener(kind: 'fetch', handle: (event: AskEvent) => void): void;
  addEventListener(kind: 'message', handle: (event: LifetimeEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
}
const scope = globalThis as unknown as Scope;

/** Time without a response before the offline copy is shown. */
const PATIENCE_MS = 6_000;
/** Statuses of a proxy without a reachable service, or of a service without its database. */
const AWAY = new Set([502, 503, 504]);

const kept = new OfflinePages(caches);
/** Clients that use an offline document, and therefore stored files. All others load files without the worker. */
const readers = new Set<string>();

scope.addEventListener('install', (event) => {
  // Activate immediately: pages come from the server, so none depends on the previous worker.
  event.waitUntil(Promise.all([scope.skipWaiting(), keep('/verify')]));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([kept.sweep(), scope.registration.navigationPreload?.enable()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (isFile(pathname)) {
    if (!readers.has(event.clientId)) return;
    event.respondWith(kept.findFile(request).then((file) => file ?? fetch(request)));
  } else if (request.mode === 'navigate') {
    const key = offlinePageKey(pathname);
    if (key !== null) event.respondWith(answer(event, key));
  }
});

scope.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  const key = message === null ? null : offlinePageKey(message.address);
  if (message === null || key === null) return;
  event.waitUntil(message.kind === 'keep' ? keep(message.address) : kept.forget(key));
});

async function keep(address: string): Promise<void> {
  const key = offlinePageKey(address);
  if (key === null) return;
  try {
    await kept.learn(key, await fetch(address));
  } catch {
    // Offline again: the previous copy stays.
  }
}

/** The server's response, else the offline copy. */
async function answer(event: AskEvent, key: string): Promise<Response> {
  const fromServer = load(event);
  event.waitUntil(fromServer.then((response) => kept.learn(key, response.clone())).catch(() => undefined));
  const known = await kept.find(key);
  if (known === null) {
    // The search page shows that the device is offline, and recent searches.
    return fromServer.catch(async (error: unknown) => {
      const search = await kept.find('/verify');
      if (search === null) throw error;
      readers.add(event.resultingClientId);
      return search;
    });
  }
  const soon = await Promise.race([fromServer.catch(() => null), patience()]);
  if (soon !== null && !AWAY.has(soon.status)) return soon;
  readers.add(event.resultingClientId);
  return known;
}

async function load({ request, preloadResponse }: AskEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

function patience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
}
