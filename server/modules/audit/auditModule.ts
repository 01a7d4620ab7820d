import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { AuditExport } from './auditExport.ts';
import { AuditLog } from './auditLog.ts';
import { AUDIT_SCHEDULE, AuditSegments } from './auditSegments.ts';
import { AuditResolver } from './auditResolver.ts';
import { auditRoutes } from './auditRoutes.ts';
import type { NameSources } from './auditLog.ts';

export interface AuditServices {
  auditLog: AuditLog;
  auditExport: AuditExport;
}

export const auditApi: ModuleApi<AuditServices> = {
  routes: (services) => auditRoutes(services),
  resolvers: [AuditResolver],
};

/** Who did what. @param names SQL that names what rows are about */
export function makeAudit(
  { config, database }: Base,
  names: NameSources,
): { services: AuditServices; running: ModuleRuntime } {
  const { permissionTable } = config;
  const auditLog = new AuditLog({ database, permissionTable, names });
  return {
    services: { auditLog, auditExport: new AuditExport({ database, permissionTable, auditLog }) },
    running: { tasks: new AuditSegments(database).tasks, schedule: AUDIT_SCHEDULE },
  };
}
