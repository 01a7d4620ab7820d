import type { Base, ModuleApi } from '../../platform/module.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { AlertQueries } from './alertQueries.ts';
import { AlertResolver } from './alertResolver.ts';
import { alertRoutes } from './alertRoutes.ts';
import { AlertSteps } from './alertSteps.ts';
import { alertFileRoutes } from './files/alertFileRoutes.ts';
import { AlertFileService } from './files/alertFileService.ts';
import { InvestigationResolver } from './investigation/investigationResolver.ts';
import { investigationRoutes } from './investigation/investigationRoutes.ts';
import { InvestigationService } from './investigation/investigationService.ts';
import { lotsWithOpenAlert } from './openAlerts.ts';

export interface AlertServices {
  alerts: AlertQueries;
  alertSteps: AlertSteps;
  investigations: InvestigationService;
  alertFiles: AlertFileService;
  /** those of the lots, by UUID, of which an alert is open still */
  lotsWithOpenAlert: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const alertApi: ModuleApi<AlertServices> = {
  routes: (services) => [...alertRoutes(services), ...investigationRoutes(services), ...alertFileRoutes(services)],
  resolvers: [AlertResolver, InvestigationResolver],
};

/** Alerts, and people's decisions about them. @param needs.matchesLedger whether a lot's row matches the ledger */
export function makeAlerts(
  { config, database }: Base,
  needs: { lotWriter: LotWriter; matchesLedger: (lotUuid: string) => Promise<boolean> },
): AlertServices {
  const { permissionTable } = config;
  const alerts = new AlertQueries({ database, permissionTable });
  return {
    alerts,
    alertSteps: new AlertSteps({ database, alerts, permissionTable, ...needs }),
    investigations: new InvestigationService({ database, permissionTable }),
    alertFiles: new AlertFileService({ database, permissionTable, mostBytes: config.limits.alertFilesBytes }),
    lotsWithOpenAlert: (lotUuids) => lotsWithOpenAlert(database, lotUuids),
  };
}
