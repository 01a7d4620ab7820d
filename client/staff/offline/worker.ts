import { isShellFile, SHELL_PATH, StaffShell } from './staffShell.ts';
import { parseStaffWorkerMessage } from './workerMessage.ts';

/*
 * The service worker of /admin/ (docs/decisions/0035); built into one file, /admin/worker.js. It opens the staff area
 * without a connection: documents come from the server whenever that responds, built files are stored because their
 * names change with their content. No API call and no answer of one passes through it.
 */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface AskEvent extends LastingEvent {
  request: Request;
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
}
const scope = globalThis as unknown as Scope;

/** Statuses of a proxy without a reachable service, or of a service without its database. */
const AWAY = new Set([502, 503, 504]);

const shell = new StaffShell(caches);

scope.addEventListener('install', (event) => {
  // Activate immediately: documents come from the server, so none depends on the previous worker.
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openShell(event));
  else if (isShellFile(pathname)) event.respondWith(openFile(event));
});

scope.addEventListener('message', (event) => {
  const message = parseStaffWorkerMessage(event.data);
  if (message !== null) event.waitUntil(keep(message.files));
});

/** The server's document, else the stored one: it is the same for every address of the staff area. */
async function openShell({ request }: AskEvent): Promise<Response> {
  try {
    const response = await fetch(request);
    if (!AWAY.has(response.status)) return response;
    return (await shell.find(SHELL_PATH)) ?? response;
  } catch (error) {
    const stored = await shell.find(SHELL_PATH);
    if (stored === null) throw error;
    return stored;
  }
}

async function openFile(event: AskEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const stored = await shell.find(pathname);
  if (stored !== null) return stored;
  const response = await fetch(event.request);
  event.waitUntil(shell.add(pathname, response.clone()));
  return response;
}

/** Stores the files that a page loaded, then its document: one that opens without a connection has them. */
async function keep(files: readonly string[]): Promise<void> {
  try {
    for (const path of files) {
      if ((await shell.find(path)) === null) await shell.add(path, await fetch(path));
    }
    await shell.replace(await fetch(SHELL_PATH));
  } catch {
    // Offline again: what is stored stays.
  }
}
