import type { Base, ModuleRuntime } from '../../platform/module.ts';
import type { Register } from '../ledger/register/register.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import { IntegrityAudit, WALK_SCHEDULE, WALK_TASK, WHOLE_TASK } from './integrityAudit.ts';
import type { NewestEvents, WholeLedger } from '../../domain/ledger/ledger.ts';
import { requireUser, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/errors/refusal.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { audit } from '../../platform/audit-log/audit.ts';

/** Lets admins have the whole ledger compared with the tables now, not only the part of each night. */
class AuditRequests {
  readonly #database: Database;
  readonly #jobs: Pick<JobQueue, 'enqueue'>;

  constructor(parts: { database: Database; jobs: Pick<JobQueue, 'enqueue'> }) {
    this.#database = parts.database;
    this.#jobs = parts.jobs;
  }

  /** Has it compared soon, in whichever process takes jobs; asked twice, once. @throws Refused unauthenticated, forbidden */
  async ask(caller: Caller, info: RequestInfo): Promise<void> {
    const user = requireUser(caller);
    if (user.role !== 'admin') throw forbidden();
    await this.#database.write(async (em) => {
      await this.#jobs.enqueue(em, WHOLE_TASK, {}, { jobKey: WHOLE_TASK, queue: WALK_TASK });
      await audit(em, { caller: user, action: 'ledger.walk-asked', info });
    });
  }
}

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
