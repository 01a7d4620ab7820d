import {
  ChartColumn,
  FileUp,
  History,
  Inbox,
  KeyRound,
  LandPlot,
  Link2,
  SatelliteDish,
  TriangleAlert,
  UserRound,
  UserRoundX,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { Action } from '../../../server/domain/access/permissions.ts';
import type { SessionUserFragment } from '../../graphql/generated.ts';
import type { StaffId } from '../../words/staffWords.ts';
import { ALERT_PATH } from '../alerts/page/alertAddress.ts';

/** A page of the staff area that is not a tab: opened from the user menu, shown under the same header. */
export interface StaffPage {
  /** below /admin/ */
  path: string;
  /** has sub-paths: /admin/farms/FARM001 */
  hasBelow?: boolean;
  icon: LucideIcon;
  label: StaffId;
  /** the required permission; 'admin': admins only, for pages outside the permission table; null: everyone */
  right: Action | 'admin' | null;
  component: ComponentType;
  /** hidden in the menu: the page is about one item and linked from there */
  unlisted?: boolean;
}

/** All pages in menu order; routes and menu use this list. The server checks permissions again. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: ALERT_PATH,
    icon: TriangleAlert,
    label: 'page.alert',
    right: null,
    component: lazyPart(() => import('../alerts/page/AlertPage.tsx')),
    unlisted: true,
  },
  {
    path: 'analytics',
    icon: ChartColumn,
    label: 'shell.analytics',
    right: null,
    component: lazyPart(() => import('../analytics/AnalyticsPage.tsx')),
  },
  {
    path: 'farms',
    hasBelow: true,
    icon: LandPlot,
    label: 'page.farms',
    right: null,
    component: lazyPart(() => import('../farms/FarmsPage.tsx')),
  },
  {
    path: 'import',
    icon: FileUp,
    label: 'page.import',
    right: 'create_lot',
    component: lazyPart(() => import('../import/ImportPage.tsx')),
  },
  {
    path: 'account',
    icon: UserRound,
    label: 'page.account',
    right: null,
    component: lazyPart(() => import('../account/AccountPage.tsx')),
  },
  {
    path: 'users',
    icon: Users,
    label: 'page.users',
    right: 'manage_users',
    component: lazyPart(() => import('../users/UsersPage.tsx')),
  },
  {
    path: 'keys',
    icon: KeyRound,
    label: 'page.keys',
    right: 'manage_keys',
    component: lazyPart(() => import('../keys/KeysPage.tsx')),
  },
  {
    path: 'hooks',
    icon: Webhook,
    label: 'page.hooks',
    right: 'manage_keys',
    component: lazyPart(() => import('../webhooks/WebhooksPage.tsx')),
  },
  {
    path: 'checks',
    icon: SatelliteDish,
    label: 'page.checks',
    right: 'view_all_lots',
    component: lazyPart(() => import('../checks/ChecksPage.tsx')),
  },
  {
    path: 'audit',
    icon: History,
    label: 'page.audit',
    right: 'view_audit',
    component: lazyPart(() => import('../audit/AuditPage.tsx')),
  },
  {
    path: 'ledger',
    icon: Link2,
    label: 'page.ledger',
    right: 'view_audit',
    component: lazyPart(() => import('../ledger/LedgerPage.tsx')),
  },
  {
    path: 'people',
    icon: UserRoundX,
    label: 'page.people',
    right: 'admin',
    component: lazyPart(() => import('../privacy/ErasePersonPage.tsx')),
  },
  {
    path: 'contacts',
    icon: Inbox,
    label: 'page.contacts',
    right: 'admin',
    component: lazyPart(() => import('../contacts/ContactsPage.tsx')),
  },
];

type Person = Pick<SessionUserFragment, 'role' | 'permissions'>;

/** The pages in the user's menu. */
export function listedPagesFor(person: Person): StaffPage[] {
  return pagesFor(person).filter(({ unlisted = false }) => !unlisted);
}

/** The pages that the user may see. */
export function pagesFor({ role, permissions }: Person): StaffPage[] {
  return STAFF_PAGES.filter(({ right }) => right === null || right === role || permissions.includes(right));
}

/** The page at a path, if the user may see it. */
export function staffPageAt(pathname: string, person: Person): StaffPage | null {
  return pagesFor(person).find((page) => isAt(page, pathname)) ?? null;
}

/** Whether a path belongs to a page. */
export function isAt({ path, hasBelow = false }: Pick<StaffPage, 'path' | 'hasBelow'>, pathname: string): boolean {
  const whole = `/admin/${path}`;
  return pathname === whole || (hasBelow && pathname.startsWith(`${whole}/`));
}
