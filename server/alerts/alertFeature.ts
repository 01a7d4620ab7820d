import type { Base, FeatureCalls } from '../feature.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { AlertResolver } from './alertResolver.ts';
import { alertRoutes } from './alertRoutes.ts';
import { AlertService } from './alertService.ts';
import { AlertSubscription } from './alertSubscription.ts';

export interface AlertServices {
  alerts: AlertService;
}

export const alertCalls: FeatureCalls = { routes: alertRoutes, resolvers: [AlertResolver, AlertSubscription] };

/** Alerts, and what people decide about them. @param needs.isSound whether a lot's row is as the ledger has it */
export function makeAlerts(
  { config, database }: Base,
  needs: { lotWriter: LotWriter; isSound: (lotUuid: string) => Promise<boolean> },
): AlertServices {
  return { alerts: new AlertService({ database, permissionTable: config.permissionTable, ...needs }) };
}
