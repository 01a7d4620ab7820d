import type { Base, ModuleRuntime } from '../../platform/module.ts';
import type { Register } from '../ledger/register/register.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import { IntegrityAudit, WALK_SCHEDULE } from './integrityAudit.ts';
import type { NewestEvents, WholeLedger } from '../../domain/ledger/ledger.ts';
import { AuditRequests } from './auditRequests.ts';

export interface IntegrityAuditServices {
  integrityAudit: IntegrityAudit;
  auditRequests: AuditRequests;
}

/** The nightly comparison of the ledger and all seals with the tables of every feature. */
export function makeIntegrityAudit(
  { database, ledger, jobs, log }: Base,
  { comparedLots, register, own }: { comparedLots: ComparedLots; register: Register; own: WholeLedger & NewestEvents },
): { services: IntegrityAuditServices; running: ModuleRuntime } {
  const compare: ComparedLots['compare'] = (ids) => comparedLots.compare(ids);
  const integrityAudit = new IntegrityAudit({ database, ledger, whole: own, register, compare, log, rests: true });
  return {
    services: { integrityAudit, auditRequests: new AuditRequests({ database, jobs }) },
    running: { tasks: integrityAudit.tasks, schedule: WALK_SCHEDULE },
  };
}
