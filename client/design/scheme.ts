import { useSyncExternalStore } from 'react';
import { localStore } from '../deviceStorage.ts';

/*
 * Light or dark: the system's preference until a person chooses; the choice is kept on this device. `startScheme()` runs once
 * before the first paint (main.tsx); `useScheme()` gives [scheme, toggle]. PdfDocument is always light.
 */
export type SchemeName = 'light' | 'dark';

const KEY = 'manam.scheme';
const listeners = new Set<() => void>();
const preference = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function chosen(): SchemeName | null {
  const kept = localStore.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

function current(): SchemeName {
  return chosen() ?? (preference().matches ? 'dark' : 'light');
}

/** Without a choice (null) the look's own rules follow the system, and nothing of the page has to be styled anew when its script runs. */
function show(scheme: SchemeName | null): void {
  document.documentElement.classList.toggle('dark', scheme === 'dark');
  document.documentElement.classList.toggle('light', scheme === 'light');
}

function refresh(): void {
  show(chosen());
  for (const listener of listeners) listener();
}

export function startScheme(): void {
  refresh();
  preference().addEventListener('change', refresh);
  addEventListener('storage', (event) => {
    if (event.key === KEY) refresh();
  });
  addEventListener('beforeprint', () => show('light'));
  addEventListener('afterprint', refresh);
}

/** A server knows no preference: until the page is alive there, it is the light one that its button speaks of. */
const onServer = (): SchemeName => 'light';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useScheme(): [SchemeName, () => void] {
  const scheme = useSyncExternalStore(subscribe, current, onServer);
  return [
    scheme,
    () => {
      localStore.setItem(KEY, scheme === 'dark' ? 'light' : 'dark');
      refresh();
    },
  ];
}
