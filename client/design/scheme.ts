import { useSyncExternalStore } from 'react';
import { localStore } from '../deviceStorage.ts';

/*
 * Light or dark: follows the system preference until the user chooses; the choice is stored on this device.
 * `startScheme()` runs once before the first paint (main.tsx); `useScheme()` returns [scheme, toggle]. Print is always
 * light.
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

/**
 * Without a choice (null) the CSS rules follow the system, so the browser need not restyle the page when its script
 * runs.
 */
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

/** The server knows no preference: until hydration the button shows the state of the light scheme. */
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
