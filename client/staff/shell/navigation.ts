import { LandPlot, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { Action } from '../../../server/domain/access/permissions.ts';
import type { SessionUserFragment } from '../../graphql/generated.ts';
import type { StaffId } from '../../words/staffWords.ts';
import type { TabId } from '../address.ts';
import { ALERT_PATH } from '../alerts/page/alertAddress.ts';
import { RECALL_PATH } from '../recall/recallAddress.ts';

/**
 * Where a page is listed: in the main bar, under 'More', under 'Administration', or in the user's menu.
 * docs/spec/staff-screens.md, 'Navigation'.
 */
export type PageGroup = 'main' | 'more' | 'administration' | 'account';

/** A page of the staff area that is not a tab, shown under the same header. */
export interface StaffPage {
  /** below /admin/ */
  path: string;
  /** has sub-paths: /admin/farms/FARM001 */
  hasBelow?: boolean;
  /** of a page that may stand in the bar of phones; the menus load theirs (`pageIcons.ts`) */
  phoneIcon?: LucideIcon;
  label: StaffId;
  /** label in the main bar, where space is short; default: `label` */
  short?: StaffId;
  /** null: the page is about one item and linked from there */
  group: PageGroup | null;
  /** the tab that leads to this page; default: the dashboard */
  parent?: TabId;
  /** the required permission, or any of several; 'admin': admins only, for pages outside the table; null: everyone */
  right: Action | readonly Action[] | 'admin' | null;
  component: ComponentType;
}

/** All pages in menu order; routes, menus and breadcrumbs use this list. The server checks permissions again. */
export const STAFF_PAGES: readonly StaffPage[] = [
  {
    path: ALERT_PATH,
    label: 'page.alert',
    group: null,
    parent: 'alerts',
    right: null,
    component: lazyPart(() => import('../alerts/page/AlertPage.tsx')),
  },
  {
    path: 'farms',
    hasBelow: true,
    phoneIcon: LandPlot,
    label: 'page.farms',
    short: 'nav.farms',
    group: 'main',
    right: null,
    component: lazyPart(() => import('../farms/FarmsPage.tsx')),
  },
  {
    path: 'receive',
    label: 'page.receive',
    group: 'main',
    right: 'create_lot',
    component: lazyPart(() => import('../receive/ReceivePage.tsx')),
  },
  {
    path: 'consignments',
    hasBelow: true,
    label: 'page.consignments',
    group: 'main',
    right: ['view_all_lots', 'manage_consignments'],
    component: lazyPart(() => import('../consignments/ConsignmentsPage.tsx')),
  },
  {
    path: 'import',
    label: 'page.import',
    short: 'nav.import',
    group: 'main',
    right: 'create_lot',
    component: lazyPart(() => import('../import/ImportPage.tsx')),
  },
  {
    path: 'analytics',
    label: 'shell.analytics',
    group: 'main',
    right: null,
    component: lazyPart(() => import('../analytics/AnalyticsPage.tsx')),
  },
  {
    path: 'parties',
    label: 'page.parties',
    group: 'more',
    right: ['view_all_lots', 'manage_parties'],
    component: lazyPart(() => import('../parties/PartiesPage.tsx')),
  },
  {
    path: 'transformations',
    label: 'page.transformations',
    group: 'more',
    right: 'view_all_lots',
    component: lazyPart(() => import('../transformations/TransformationsPage.tsx')),
  },
  {
    path: 'due-diligence',
    label: 'page.dueDiligence',
    group: 'more',
    right: ['view_all_lots', 'manage_due_diligence'],
    component: lazyPart(() => import('../due-diligence/DueDiligencePage.tsx')),
  },
  {
    path: 'statements',
    hasBelow: true,
    label: 'page.statements',
    group: 'more',
    right: ['view_all_lots', 'manage_statements'],
    component: lazyPart(() => import('../statements/StatementsPage.tsx')),
  },
  {
    path: RECALL_PATH,
    label: 'page.recall',
    group: 'more',
    right: ['view_all_lots', 'manage_consignments'],
    component: lazyPart(() => import('../recall/RecallPage.tsx')),
  },
  {
    path: 'shipping-reviews',
    label: 'page.shippingReviews',
    group: 'more',
    right: ['view_all_lots', 'close_alerts'],
    component: lazyPart(() => import('../shipping/ShippingReviewsPage.tsx')),
  },
  {
    path: 'notifications',
    label: 'page.notifications',
    group: 'account',
    right: null,
    component: lazyPart(() => import('../notifications/NotificationsPage.tsx')),
  },
  {
    path: 'account',
    label: 'page.account',
    group: 'account',
    right: null,
    component: lazyPart(() => import('../account/AccountPage.tsx')),
  },
  {
    path: 'cooperative',
    label: 'page.cooperative',
    group: 'administration',
    right: 'manage_cooperative',
    component: lazyPart(() => import('../cooperative/CooperativePage.tsx')),
  },
  {
    path: 'users',
    label: 'page.users',
    group: 'administration',
    right: 'manage_users',
    component: lazyPart(() => import('../users/UsersPage.tsx')),
  },
  {
    path: 'keys',
    label: 'page.keys',
    group: 'administration',
    right: 'manage_keys',
    component: lazyPart(() => import('../keys/KeysPage.tsx')),
  },
  {
    path: 'hooks',
    label: 'page.hooks',
    group: 'administration',
    right: 'manage_keys',
    component: lazyPart(() => import('../webhooks/WebhooksPage.tsx')),
  },
  {
    path: 'checks',
    label: 'page.checks',
    group: 'more',
    right: 'view_all_lots',
    component: lazyPart(() => import('../checks/ChecksPage.tsx')),
  },
  {
    path: 'audit',
    label: 'page.audit',
    group: 'administration',
    right: 'view_audit',
    component: lazyPart(() => import('../audit/AuditPage.tsx')),
  },
  {
    path: 'ledger',
    label: 'page.ledger',
    group: 'administration',
    right: 'view_audit',
    component: lazyPart(() => import('../ledger/LedgerPage.tsx')),
  },
  {
    path: 'people',
    label: 'page.people',
    group: 'administration',
    right: 'admin',
    component: lazyPart(() => import('../privacy/ErasePersonPage.tsx')),
  },
  {
    path: 'contacts',
    label: 'page.contacts',
    group: 'administration',
    right: 'admin',
    component: lazyPart(() => import('../contacts/ContactsPage.tsx')),
  },
];

type Person = Pick<SessionUserFragment, 'role' | 'permissions'>;

/** The pages that the navigation lists for the user, by group. */
export function pagesByGroup(person: Person): Record<PageGroup, StaffPage[]> {
  const pages = pagesFor(person);
  const of = (group: PageGroup) => pages.filter((page) => page.group === group);
  const more = of('more');
  const others = { administration: of('administration'), account: of('account') };
  // A single page needs no menu.
  return more.length === 1
    ? { main: [...of('main'), ...more], more: [], ...others }
    : { main: of('main'), more, ...others };
}

/** All pages that the navigation lists for the user. */
export function listedPagesFor(person: Person): StaffPage[] {
  return pagesFor(person).filter(({ group }) => group !== null);
}

/** The pages that the user may see. */
export function pagesFor({ role, permissions }: Person): StaffPage[] {
  return STAFF_PAGES.filter(
    ({ right }) =>
      right === null || [right].flat().some((one) => one === role || permissions.some((may) => may === one)),
  );
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
