/**
 * Where focus goes when a view closes: to what opened it. A menu's item is gone by then, and its menu's button is taken.
 * @param active what has the focus as the view opens
 */
export function openerOf(active: Element | null): HTMLElement | null {
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  const trigger =
    menu === null ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger ?? active;
}
