import type { WorkerMessage } from './messages.ts';

/*
 * The page's interface to the service worker. Without one (an old browser, plain HTTP) nothing is stored, and
 * everything else works.
 */
export const WORKER = '/worker.js';
/** No staff page is below this path, so the worker never controls one. */
export const WORKER_SCOPE = '/verify';

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    await navigator.serviceWorker.register(WORKER, { scope: WORKER_SCOPE, updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}

async function tell(message: WorkerMessage): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  registered ??= register();
  (await registered)?.active?.postMessage(message);
}

/** Stores the current page of a lot. */
export function keepCopy(address: string): Promise<void> {
  return tell({ kind: 'keep', address });
}

/** Deletes the copy of a lot that no longer exists. */
export function forgetCopy(lotId: string): Promise<void> {
  return tell({ kind: 'forget', address: `/verify/${encodeURIComponent(lotId)}` });
}

/** Whether the document came through the worker, which has then stored it. */
export const cameThroughWorker = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** When an offline copy was stored (ISO 8601); null for a page from the server. */
export function seenAt(): string | null {
  const marked = document.documentElement.dataset['seen'];
  return marked === undefined || Number.isNaN(Date.parse(marked)) ? null : marked;
}
