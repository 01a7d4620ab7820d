import { useMemo, type RefObject } from 'react';
import type { Shortcut } from '../design/shortcuts/shortcutRegistry.ts';
import { useShortcuts } from '../design/shortcuts/useShortcuts.ts';
import { useStaffWords } from '../words/staffWords.ts';

type ListRef = RefObject<HTMLElement | null>;

/** Rows of a table, cards of a grid, entries of a list. */
const ITEMS = 'tbody tr[data-openable], article, li:has(> [data-opener], * > [data-opener])';
const OPENER = '[data-opener], .foot > a';

function itemsIn(list: ListRef): HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
}

function currentOf(items: readonly HTMLElement[]): number {
  return items.findIndex((item) => item.contains(document.activeElement));
}

/** Focuses the opener of a neighbor; of the first item, if none has the focus. */
function stepIn(list: ListRef, by: 1 | -1): void {
  const items = itemsIn(list);
  const at = currentOf(items);
  const to = items[at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))];
  const opener = to?.querySelector<HTMLElement>(OPENER);
  opener?.focus();
  opener?.scrollIntoView({ block: 'nearest' });
}

function selectIn(list: ListRef): void {
  const items = itemsIn(list);
  items[currentOf(items)]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
}

/**
 * J and K focus the next and the previous row or card of a list, X selects it; Enter opens it, as the focused control.
 * @param list contains the rows or cards
 */
export function useListKeys(list: ListRef): void {
  const { say } = useStaffWords();
  const shortcuts = useMemo((): Shortcut[] => {
    const group = say('keys.lists');
    return [
      { id: 'nextItem', keys: 'j', label: say('keys.next'), group, run: () => stepIn(list, 1) },
      { id: 'previousItem', keys: 'k', label: say('keys.previous'), group, run: () => stepIn(list, -1) },
      { id: 'selectItem', keys: 'x', label: say('keys.select'), group, run: () => selectIn(list) },
    ];
  }, [list, say]);
  useShortcuts(shortcuts);
}
