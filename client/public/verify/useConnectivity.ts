import { useEffect } from 'react';
import { serviceIsDown } from './publicApi.ts';

const POLL_MS = 30_000;

/**
 * Reports changes between online and offline: from the browser's events, and from the health of the service, which is
 * requested at once and every 30 s while the page is visible.
 */
export function useConnectivity(report: (online: boolean) => void): void {
  useEffect(() => {
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let down = false;
    const tell = (): void => report(navigator.onLine && !down);

    async function poll(): Promise<void> {
      clearTimeout(timer);
      if (document.hidden || life.signal.aborted) return;
      if (navigator.onLine) down = await serviceIsDown(life.signal);
      if (life.signal.aborted) return;
      tell();
      clearTimeout(timer);
      timer = setTimeout(poll, POLL_MS);
    }

    const { signal } = life;
    addEventListener('online', () => void poll(), { signal });
    addEventListener('offline', tell, { signal });
    document.addEventListener('visibilitychange', () => void poll(), { signal });
    void poll();
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [report]);
}
