import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, RequestInfo } from '../access/caller.ts';
import type { OpenRequests, RequestScope } from '../database/requestScope.ts';

/** What a page needs of the server that it is mounted on. */
export interface PageParts {
  requests: OpenRequests;
  requestTimeoutMs: number;
  infoOf(request: FastifyRequest): RequestInfo;
  /** counts one request against the address's rate; @throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo, scope: RequestScope): Promise<void>;
}

/** Mounts a page that a module brings, with its own addresses. */
export type ModulePage = (app: FastifyInstance, parts: PageParts) => Promise<void>;
