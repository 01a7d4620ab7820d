/**
 * The element that gets the focus back when a view closes. A menu item no longer exists then, so its menu's button is
 * used.
 * @param active focused element when the view opens
 */
export function openerOf(active: Element | null): HTMLElement | null {
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  const trigger =
    menu === null ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger ?? active;
}
