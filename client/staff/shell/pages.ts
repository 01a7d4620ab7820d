import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Action } from '../../../server/domain/permissions.ts';
import type { StaffId } from '../../words/staffWords.ts';

/** A page of the staff area that is no tab: reached from the person's menu, shown under the same head. */
export interface StaffPage {
  /** below /admin/ */
  path: string;
  icon: LucideIcon;
  label: StaffId;
  /** what a person must be allowed to do to see it; null: everybody */
  right: Action | null;
  component: LazyExoticComponent<ComponentType>;
}

/** The one list of them, in the order of the menu; routes and menu follow it. The server asks for the rights again. */
export const STAFF_PAGES: readonly StaffPage[] = [];

/** The page that stands at a path, when this person may see it. */
export function staffPageAt(pathname: string, permissions: readonly string[]): StaffPage | null {
  const page = STAFF_PAGES.find(({ path }) => pathname === `/admin/${path}`);
  if (page === undefined || (page.right !== null && !permissions.includes(page.right))) return null;
  return page;
}
