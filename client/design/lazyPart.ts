import { createElement, lazy, type ComponentType } from 'react';

/*
 * const LotsTab = lazyPart(() => import('./LotsTab.tsx'));   <LotsTab />
 * A part of the page whose script is loaded when it is first shown. One that does not come within the limit, or at all, is a
 * `PartNotLoaded`, which `ErrorBoundary` tells from a fault of the part itself and offers to load again.
 */

/** docs/spec/staff-screens.md, 'Time limits' */
export const PART_TIMEOUT_MS = 120_000;

/** The script of a part did not come: the line is down, or a newer version of the program has taken its place. */
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

/** Whoever shows a part that did not come asks for its script again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Where a script stands that could not be had, as browsers say it; some do not. */
const ADDRESS = /https?:\/\/\S+?\.js/;

/**
 * Loads a part that did not come once more. Chromium remembers that an address failed and does not ask for it again: another
 * address of the same script is asked.
 */
function onceMore<Part extends object>(load: () => Promise<Part>, failure: unknown, times: number): Promise<Part> {
  const cause = failure instanceof Error ? failure.cause : undefined;
  const address = ADDRESS.exec(String(cause))?.[0];
  // The part itself, whose type the first way to it tells.
  return address === undefined ? load() : (import(/* @vite-ignore */ `${address}?again=${times}`) as Promise<Part>);
}

export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = (from: typeof load, times: number): ComponentType<Props> =>
    lazy(() =>
      loadPart(from).catch((error: unknown) => {
        // Not at once: React looks again at what it waited for, and would begin anew instead of saying so.
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
