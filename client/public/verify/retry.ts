export const RETRIES = 3;
export const FIRST_DELAY_MS = 1000;

export interface RetryOptions {
  /** whether this failure may be temporary */
  mayPass: (error: unknown) => boolean;
  /** resolves after the delay; rejects after an abort */
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Runs `attempt` and retries temporary failures up to three times, after 1 s, 2 s and 4 s (docs/spec/public-pages.md,
 * 'Connectivity').
 *
 * @throws the error of the last attempt or of `wait`
 */
export async function withRetry<T>(attempt: () => Promise<T>, { mayPass, wait }: RetryOptions): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retry === RETRIES || !mayPass(error)) throw error;
    }
    await wait(FIRST_DELAY_MS * 2 ** retry);
  }
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
