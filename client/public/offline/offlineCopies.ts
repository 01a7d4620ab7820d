import type { WorkerMessage } from './messages.ts';

/* The page's side of the service worker. Without one (an old browser, a page over plain HTTP) nothing is kept, and nothing breaks. */
export const WORKER = '/worker.js';
/** No page of staff lies below it, so that none is ever the worker's. */
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

/** Has the page of a lot kept as it is now. */
export function keepCopy(address: string): Promise<void> {
  return tell({ kind: 'keep', address });
}

/** Has the worker forget a lot that is not there any more. */
export function forgetCopy(lotId: string): Promise<void> {
  return tell({ kind: 'forget', address: `/verify/${encodeURIComponent(lotId)}` });
}

/** Whether the document came through the worker, which has kept it then. */
export const cameThroughWorker = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** When a page that was kept was seen (ISO 8601); null for one that comes from the server. */
export function seenAt(): string | null {
  const marked = document.documentElement.dataset['seen'];
  return marked === undefined || Number.isNaN(Date.parse(marked)) ? null : marked;
}
