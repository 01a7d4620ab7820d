import type { DashboardView } from './dashboardService.ts';
import type { ActivityView } from './recentActivity.ts';

/** The dashboard in the REST interface: actions on a lot are in its history there. */
export type PlainActivity = Omit<ActivityView, 'action' | 'stage'>;
export type PlainDashboard = Omit<DashboardView, 'recentActivity'> & { recentActivity: PlainActivity[] };

export function plainActivity({ lotId, farmerName, deforestationStatus, timestamp }: ActivityView): PlainActivity {
  return { lotId, farmerName, deforestationStatus, timestamp };
}

export function plainDashboard(view: DashboardView): PlainDashboard {
  return { ...view, recentActivity: view.recentActivity.map(plainActivity) };
}
