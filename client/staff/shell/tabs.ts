import { Bell, FileText, LayoutDashboard, Package, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { TabId } from '../address.ts';

export interface StaffTab {
  id: TabId;
  icon: LucideIcon;
  /** the shortcut key */
  key: string;
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
  { id: 'reports', icon: FileText, key: 'r', component: lazyPart(() => import('../reports/ReportsTab.tsx')) },
];
