import { z } from 'zod';
import { pageQuery, wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import {
  activityAnswer,
  dashboardAnswer,
  demoAccountsAnswer,
  healthAnswer,
  ledgerHealthAnswer,
  queuedAnswer,
  refusedEventsAnswer,
  rootsAnswer,
} from './monitoringAnswerSchemas.ts';
import { eventIdInput } from './ledgerRetries.ts';
import { plainActivity, plainDashboard } from './plainDashboard.ts';
import { DEMO_ACCOUNTS } from '../demo/accounts.ts';
import type { HealthService } from './healthService.ts';
import type { ProvenanceService } from '../provenance/provenanceService.ts';
import type { LedgerRetries } from './ledgerRetries.ts';
import type { AuditRequest } from './auditRequest.ts';
import type { DashboardService } from './dashboardService.ts';
import type { Config } from '../../platform/config.ts';

interface Services {
  auditRequests: AuditRequest;
  config: Config;
  dashboard: DashboardService;
  health: HealthService;
  ledgerRetries: LedgerRetries;
  provenance: ProvenanceService;
}

const healthRoutes = ({ health }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/health',
    summary: 'How the program and its outside worlds are',
    access: 'anonymous',
    answer: healthAnswer,
    alsoAnswers: [503],
    handle: async ({ caller }) => {
      const state = await health.read(caller);
      return { data: state, status: state.status === 'ok' ? 200 : 503 };
    },
  }),
  route({
    method: 'GET',
    path: '/blockchain/health',
    summary: 'How the ledger is',
    access: 'anonymous',
    answer: ledgerHealthAnswer,
    handle: async () => {
      const { status, ...rest } = await health.ledger();
      return { data: { status: status === 'up' && rest.message === undefined ? 'ok' : 'degraded', ...rest } };
    },
  }),
];

const ledgerRoutes = ({ auditRequests, ledgerRetries, provenance }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/ledger/roots',
    summary: "The ledger organisations' root certificates",
    access: 'anonymous',
    anyOrigin: true,
    answer: rootsAnswer,
    handle: async () => ({ data: { organisations: await provenance.organisations() } }),
  }),
  route({
    method: 'GET',
    path: '/ledger/events/refused',
    summary: 'The events that the ledger refused, first ones first; admins',
    access: 'staff',
    query: z.strictObject(pageQuery(50)),
    answer: refusedEventsAnswer,
    handle: async ({ query, caller }) => {
      const { events, ...rest } = await ledgerRetries.list(caller, query);
      return { data: { events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })), ...rest } };
    },
  }),
  route({
    method: 'POST',
    path: '/ledger/events/:id/retry',
    summary: 'Try an event again that the ledger refused; admins',
    access: 'staff',
    answer: queuedAnswer,
    params: eventIdInput,
    handle: async ({ params, caller, info }) => {
      await ledgerRetries.retry(caller, params.id, info);
      return { data: { queued: true } };
    },
  }),
  route({
    method: 'POST',
    path: '/ledger/walk',
    summary: 'Have the whole ledger compared with the tables now, not in the night alone; admins',
    access: 'staff',
    answer: queuedAnswer,
    handle: async ({ caller, info }) => {
      await auditRequests.ask(caller, info);
      return { data: { queued: true } };
    },
  }),
];

const dashboardRoutes = ({ config, dashboard }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/dashboard/stats',
    summary: "The dashboard's figures",
    access: 'staff',
    answer: dashboardAnswer,
    handle: async ({ caller }) => ({
      data: plainDashboard(await dashboard.stats(caller)),
    }),
  }),
  route({
    method: 'GET',
    path: '/dashboard/recent-activity',
    summary: 'The lots that changed last',
    access: 'staff',
    answer: activityAnswer,
    query: z.strictObject({ limit: wholeNumber('limit', 1, 100).default(10) }),
    handle: async ({ query, caller }) => ({
      data: {
        recentActivity: (await dashboard.recentActivity(caller, query.limit)).map(plainActivity),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/demo/accounts',
    summary: 'The accounts that the sign-in page offers; none without demo data',
    access: 'anonymous',
    answer: demoAccountsAnswer,
    handle: async () => {
      const offered = config.demo ? DEMO_ACCOUNTS.filter((account) => account.offered) : [];
      return { data: { accounts: offered.map(({ label, username, password }) => ({ label, username, password })) } };
    },
  }),
];

export const monitoringRoutes = (services: Services): readonly Route[] => [
  ...healthRoutes(services),
  ...ledgerRoutes(services),
  ...dashboardRoutes(services),
];
