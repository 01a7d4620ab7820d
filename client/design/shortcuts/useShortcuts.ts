import { useEffect, useState, useSyncExternalStore } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { ShortcutRegistry, type Shortcut } from './shortcutRegistry.ts';

/*
 * useShortcuts([{ id: 'create', keys: 'n', label: 'Create a lot', group: 'Lots', run }])   claims keys while mounted
 * useShortcutList()        the active shortcuts: for the list on '?' (`ShortcutList.tsx`) and the palette
 * useCharacterKeys()       [whether single letters are active, set]; stored on this device
 * useIsApple()             whether `mod` is ⌘
 */
const shortcutRegistry = new ShortcutRegistry();
const KEY = 'manam.characterKeys';
const switches = new Set<() => void>();

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select';
const LISTS = '[role=textbox], [role=combobox], [role=listbox], [role=menu]';
const DIALOGS = 'dialog[open], [role=dialog][data-state=open], [role=alertdialog][data-state=open]';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
const hasCharacterKeys = (): boolean => localStore.getItem(KEY) !== 'off';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(`${FIELDS}, ${LISTS}`) !== null);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.getModifierState('AltGraph')) return;
  const shortcut = shortcutRegistry.judge(event, {
    isApple: isApple(),
    isTyping: isTyping(event.target),
    isUnderDialog: document.querySelector(DIALOGS) !== null,
    hasCharacterKeys: hasCharacterKeys(),
  });
  if (shortcut === null) return;
  event.preventDefault();
  shortcut.run();
}

let claimants = 0;

/** Listens while any component claims keys. */
function listen(): () => void {
  claimants += 1;
  if (claimants === 1) document.addEventListener('keydown', onKeyDown);
  return () => {
    claimants -= 1;
    if (claimants === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  // Taken during render: a nested component gets a later position.
  const [place] = useState(shortcutRegistry.place);
  useEffect(() => {
    shortcutRegistry.claim(place, shortcuts);
  }, [place, shortcuts]);
  useEffect(() => {
    const stop = listen();
    return () => {
      stop();
      shortcutRegistry.release(place);
    };
  }, [place]);
}

const NONE: readonly Shortcut[] = [];

export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(shortcutRegistry.subscribe, shortcutRegistry.list, () => NONE);
}

export function useCharacterKeys(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      switches.add(listener);
      return () => switches.delete(listener);
    },
    hasCharacterKeys,
    () => true,
  );
  return [
    isOn,
    (next) => {
      if (next) localStore.removeItem(KEY);
      else localStore.setItem(KEY, 'off');
      for (const listener of switches) listener();
    },
  ];
}

const never = (): (() => void) => () => undefined;

export function useIsApple(): boolean {
  return useSyncExternalStore(never, isApple, () => false);
}
