import { createElement, lazy, type ComponentType } from 'react';

/*
 * const LotsTab = lazyPart(() => import('./LotsTab.tsx'));   <LotsTab />
 *
 * A component whose script loads on first display. If the script fails to load or takes too long, it throws
 * `PartNotLoaded`; `ErrorBoundary` then offers to load it again.
 */

/** docs/spec/staff-screens.md, 'Time limits' */
export const PART_TIMEOUT_MS = 120_000;

/** The script of a part failed to load: no connection, or a newer version of the program is deployed. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

/** @throws PartNotLoaded */
export async function loadPart<Part>(load: () => Promise<Part>, timeoutMs = PART_TIMEOUT_MS): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartNotLoaded('late')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw cause instanceof PartNotLoaded ? cause : new PartNotLoaded('failed', { cause });
  } finally {
    clearTimeout(timer);
  }
}

const failed = new Set<() => void>();

/** Resets failed parts, so that rendering them loads their scripts again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Matches the URL of a script in a browser's import error; some browsers do not include it. */
const ADDRESS = /https?:\/\/\S+?\.js/;

/**
 * Retries a failed import. Chromium caches the failure of a URL, so the retry uses a different URL for the same script.
 */
function onceMore<Part extends object>(load: () => Promise<Part>, failure: unknown, times: number): Promise<Part> {
  const cause = failure instanceof Error ? failure.cause : undefined;
  const address = ADDRESS.exec(String(cause))?.[0];
  // Same module, so the type of the original import applies.
  return address === undefined ? load() : (import(/* @vite-ignore */ `${address}?again=${times}`) as Promise<Part>);
}

export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = (from: typeof load, times: number): ComponentType<Props> =>
    lazy(() =>
      loadPart(from).catch((error: unknown) => {
        // Not immediately: React retries the pending promise, and would load again instead of showing the error.
        failed.add(() => {
          part = begin(() => onceMore(load, error, times), times + 1);
        });
        throw error;
      }),
    );
  let part = begin(load, 1);
  return function LazyPart(props: Props) {
    return createElement(part, props);
  };
}
