import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { requireUser, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { WALK_TASK, WHOLE_TASK } from './integrityAudit.ts';
import { forbidden } from '../../platform/errors/refusal.ts';
import { audit } from '../audit/audit.ts';

/** Lets admins have the whole ledger compared with the tables now, not only the part of each night. */
export class AuditRequests {
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
