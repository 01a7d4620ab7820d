import type { Caller, RequestInfo } from '../../platform/access/caller.ts';

/** Asks for an integrity audit now; the module of the audit carries it out. */
export interface AuditRequest {
  ask(caller: Caller, info: RequestInfo): Promise<void>;
}
