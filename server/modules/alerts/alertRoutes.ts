import { z } from 'zod';
import { route, type Route } from '../../platform/rest/route.ts';
import {
  alertResponse,
  alertPageAnswer,
  alertsAnswer,
  alertStatsAnswer,
  alertsUpdatedAnswer,
} from './alertAnswerSchemas.ts';
import { alertLimit, alertListing, bulkUpdate, dismissal, resolution } from './alertInput.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { AlertQueries } from './alertQueries.ts';
import type { AlertSteps } from './alertSteps.ts';

const alertId = z.object({ id: idText() });

interface Services {
  alerts: AlertQueries;
  alertSteps: AlertSteps;
}

const readRoutes = ({ alerts }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/alerts',
    summary: 'Alerts in sight, newest first',
    access: 'staff',
    answer: alertPageAnswer,
    query: alertListing,
    handle: async ({ caller, query }) => ({ data: await alerts.list(caller, query) }),
  }),
  route({
    method: 'GET',
    path: '/alerts/satellite',
    summary: 'The newest alerts that satellite checks raised',
    access: 'staff',
    answer: alertsAnswer,
    query: alertLimit(50),
    handle: async ({ caller, query }) => ({
      data: { alerts: await alerts.satellite(caller, query.limit) },
    }),
  }),
  route({
    method: 'GET',
    path: '/alerts/recent',
    summary: 'The newest alerts',
    access: 'staff',
    answer: alertsAnswer,
    query: alertLimit(10),
    handle: async ({ caller, query }) => ({
      data: { alerts: await alerts.recent(caller, query.limit) },
    }),
  }),
  route({
    method: 'GET',
    path: '/alerts/stats',
    summary: 'Counts of alerts, and the hours from raised to first answered',
    access: 'staff',
    answer: alertStatsAnswer,
    handle: async ({ caller }) => ({ data: await alerts.stats(caller) }),
  }),
  route({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'One alert',
    access: 'staff',
    answer: alertResponse,
    params: alertId,
    handle: async ({ caller, params }) => ({ data: { alert: await alerts.one(caller, params.id) } }),
  }),
];

const stepRoutes = ({ alertSteps }: Services): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/alerts/bulk-update-status',
    summary: 'Acknowledges or dismisses several alerts: all that are in sight, or none',
    access: 'staff',
    answer: alertsUpdatedAnswer,
    body: bulkUpdate,
    handle: async ({ caller, body, info }) => ({
      data: await alertSteps.updateMany(caller, body, info),
    }),
  }),
  route({
    method: 'PUT',
    path: '/alerts/:id/acknowledge',
    summary: 'Says that someone looks after an alert',
    access: 'staff',
    answer: alertResponse,
    params: alertId,
    handle: async ({ caller, params, info }) => ({
      data: { alert: await alertSteps.acknowledge(caller, params.id, info) },
    }),
  }),
  route({
    method: 'PUT',
    path: '/alerts/:id/resolve',
    summary: "Closes an alert with what was found out; an outcome becomes the lot's status and needs a note",
    access: 'staff',
    answer: alertResponse,
    params: alertId,
    body: resolution.optional(),
    handle: async ({ caller, params, body, info }) => ({
      data: { alert: await alertSteps.resolve(caller, params.id, body ?? { note: null }, info) },
    }),
  }),
  route({
    method: 'PUT',
    path: '/alerts/:id/dismiss',
    summary: "Closes an alert without a conclusion; the lot's status stays",
    access: 'staff',
    answer: alertResponse,
    params: alertId,
    body: dismissal.optional(),
    handle: async ({ caller, params, body, info }) => ({
      data: { alert: await alertSteps.dismiss(caller, params.id, body ?? { reason: null }, info) },
    }),
  }),
];

/** REST calls of alerts (docs/spec/rest-api.md, 'Alert calls'). */
export const alertRoutes = (services: Services): readonly Route[] => [...readRoutes(services), ...stepRoutes(services)];
