import { ChartColumn, FileUp, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
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
  component: ComponentType;
}

/** The one list of them, in the order of the menu; routes and menu follow it. The server asks for the rights again. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: 'analytics',
    icon: ChartColumn,
    label: 'shell.analytics',
    right: null,
    component: lazyPart(() => import('../analytics/AnalyticsPage.tsx')),
  },
  {
    path: 'import',
    icon: FileUp,
    label: 'import.title',
    right: 'create_lot',
    component: lazyPart(() => import('../import/ImportPage.tsx')),
  },
];

/** The pages that a person may see. */
export function pagesFor(permissions: readonly string[]): StaffPage[] {
  return STAFF_PAGES.filter(({ right }) => right === null || permissions.includes(right));
}

/** The page that stands at a path, when this person may see it. */
export function staffPageAt(pathname: string, permissions: readonly string[]): StaffPage | null {
  return pagesFor(permissions).find(({ path }) => pathname === `/admin/${path}`) ?? null;
}
