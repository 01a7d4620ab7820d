import { Bell, FileText, LayoutDashboard, Package, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { Action } from '../../../server/domain/access/permissions.ts';
import type { SessionUserFragment } from '../../graphql/generated.ts';
import type { StaffId } from '../../words/staffWords.ts';
import type { TabId } from '../address.ts';

export interface StaffTab {
  id: TabId;
  icon: LucideIcon;
  /** the shortcut key */
  key: string;
  /** the required permission; default: none */
  right?: Action;
  component: ComponentType;
}

export const TABS: readonly StaffTab[] = [
  {
    id: 'dashboard',
    icon: LayoutDashboard,
    key: 'd',
    component: lazyPart(() => import('../dashboard/DashboardTab.tsx')),
  },
  { id: 'lots', icon: Package, key: 'l', component: lazyPart(() => import('../lots/list/LotsTab.tsx')) },
  { id: 'alerts', icon: Bell, key: 'a', component: lazyPart(() => import('../alerts/AlertsTab.tsx')) },
  {
    id: 'reports',
    icon: FileText,
    key: 'r',
    right: 'generate_reports',
    component: lazyPart(() => import('../reports/ReportsTab.tsx')),
  },
];

/** The tabs that are listed for the user. The address opens the others too; they say what is missing. */
export function listedTabsFor({ permissions }: Pick<SessionUserFragment, 'permissions'>): StaffTab[] {
  return TABS.filter(({ right }) => right === undefined || permissions.includes(right));
}

/** The label of a tab: those who see only lots of their own farm read 'My lots'. */
export function tabLabel(id: TabId, { permissions }: Pick<SessionUserFragment, 'permissions'>): StaffId {
  return id === 'lots' && !permissions.includes('view_all_lots') ? 'shell.myLots' : `shell.${id}`;
}
