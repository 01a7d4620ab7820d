import { z } from 'zod';
import { requireUser, scopeOf } from '../identity/caller.ts';
import { forbidden, notFound, Refused } from '../refusal.ts';
import { wholeNumber } from '../rest/query.ts';
import { route, type Route } from '../rest/route.ts';
import { DEMO_ACCOUNTS } from '../database/demo/accounts.ts';

export const monitoringRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/health',
    summary: 'How the program and its outside worlds are',
    access: 'anonymous',
    handle: async ({ services }) => {
      const health = await services.health.read();
      return { data: health, status: health.status === 'ok' ? 200 : 503 };
    },
  }),
  route({
    method: 'GET',
    path: '/blockchain/health',
    summary: 'How the ledger is',
    access: 'anonymous',
    handle: async ({ services }) => {
      const { status, ...rest } = await services.health.ledger();
      return { data: { status: status === 'up' ? 'ok' : 'degraded', ...rest } };
    },
  }),
  route({
    method: 'GET',
    path: '/ledger/roots',
    summary: "The ledger organisations' root certificates",
    access: 'anonymous',
    handle: async ({ services }) => ({ data: { organisations: await services.provenance.organisations() } }),
  }),
  route({
    method: 'POST',
    path: '/ledger/events/:id/retry',
    summary: 'Try an event again that the ledger refused; admins',
    access: 'staff',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'id takes the 32 hex digits of an event') }),
    handle: async ({ params, caller, services }) => {
      if (requireUser(caller).role !== 'admin') throw forbidden();
      if (!(await services.retryLedgerEvent(params.id))) {
        throw new Refused({ kind: 'not-found', message: 'There is no refused event of this id' });
      }
      return { data: { queued: true } };
    },
  }),
  route({
    method: 'GET',
    path: '/dashboard/stats',
    summary: "The dashboard's figures",
    access: 'staff',
    handle: async ({ caller, services }) => ({
      data: await services.dashboard.stats(scopeOf(services.config.permissionTable, caller)),
    }),
  }),
  route({
    method: 'GET',
    path: '/dashboard/recent-activity',
    summary: 'The lots that changed last',
    access: 'staff',
    query: z.strictObject({ limit: wholeNumber('limit', 1, 100).default(10) }),
    handle: async ({ query, caller, services }) => ({
      data: {
        recentActivity: await services.dashboard.recentActivity(
          scopeOf(services.config.permissionTable, caller),
          query.limit,
        ),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/demo/accounts',
    summary: 'The accounts that the sign-in page offers; only with demo data',
    access: 'anonymous',
    handle: async ({ services }) => {
      if (!services.config.demo) throw notFound('User');
      const accounts = DEMO_ACCOUNTS.filter((account) => account.offered).map(({ label, username, password }) => ({
        label,
        username,
        password,
      }));
      return { data: { accounts } };
    },
  }),
];
