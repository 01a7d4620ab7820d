import { z } from 'zod';
import { paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery, wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { clientErrorInput, clientMetricInput } from './clientReports.ts';
import { contactInput } from './contactService.ts';
import { searchEventInput } from './searchAnalytics.ts';
import type { ClientReports } from './clientReports.ts';
import type { SearchAnalytics } from './searchAnalytics.ts';
import type { ContactService } from './contactService.ts';

const accepted = z.object({ accepted: z.literal(true) });
const ACCEPTED = { data: { accepted: true } } as const;

/** Reports of pages are short. */
const bodyBytes = 16 * 1024;

interface Services {
  clientReports: ClientReports;
  contact: ContactService;
  searchAnalytics: SearchAnalytics;
}

const pageReportRoutes = ({ clientReports }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/monitoring/errors',
    summary: 'Report that a page broke',
    description: 'At most 16 kB. No address and no full user agent is kept; fields not named here are dropped.',
    access: 'public',
    status: 202,
    bodyBytes,
    body: clientErrorInput,
    answer: accepted,
    handle: async ({ body, header }) => {
      await clientReports.addError(body, header('user-agent'));
      return ACCEPTED;
    },
  }),
  route({
    method: 'POST',
    path: '/monitoring/metrics',
    summary: 'Report measurements of a page: one, or a list',
    description: 'At most 16 kB. No address and no full user agent is kept; fields not named here are dropped.',
    access: 'public',
    status: 202,
    bodyBytes,
    body: clientMetricInput,
    answer: accepted,
    handle: async ({ body, header }) => {
      await clientReports.addMetrics(body, header('user-agent'));
      return ACCEPTED;
    },
  }),
];

const searchRoutes = ({ searchAnalytics }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/analytics/search',
    summary: 'Tell of a search on the consumer page',
    description:
      'Searches are counted by day; no single search, address, user agent, referrer or place is kept, and of values only lot ids.',
    access: 'public',
    status: 202,
    bodyBytes,
    body: searchEventInput,
    answer: accepted,
    handle: async ({ body }) => {
      await searchAnalytics.add(body);
      return ACCEPTED;
    },
  }),
  route({
    method: 'GET',
    path: '/analytics/search/daily',
    summary: 'Searches by day, the newest first; admins',
    access: 'staff',
    query: z.strictObject({ days: wholeNumber('days', 1, 400).default(30) }),
    answer: z.object({
      days: z.array(
        z.object({
          day: z.iso.date().describe('UTC'),
          searches: z.int(),
          found: z.int(),
          notFound: z.int(),
          sessions: z.int().describe('Browser sessions that searched'),
          averageResponseMs: z.int().nullable().describe('null without measured searches'),
          p95ResponseMs: z.int().nullable().describe('Estimated from counts by response time'),
          topLots: z.array(z.object({ lotId: z.string(), found: z.int(), notFound: z.int() })),
        }),
      ),
    }),
    handle: async ({ query, caller }) => ({
      data: { days: await searchAnalytics.daily(caller, query) },
    }),
  }),
];

const contactRoutes = ({ contact }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/contact',
    summary: 'Send a contact request; only where the operator keeps them (CONTACT=store), else 404',
    access: 'public',
    status: 202,
    bodyBytes,
    body: contactInput,
    answer: accepted,
    handle: async ({ body, info }) => {
      await contact.add(body, info);
      return ACCEPTED;
    },
  }),
  route({
    method: 'GET',
    path: '/contact',
    summary: 'Contact requests, newest first; admins, and only with CONTACT=store',
    access: 'staff',
    query: z.strictObject(pageQuery(50)),
    answer: z.object({
      requests: z.array(
        z.object({
          id: z.uuid(),
          at: z.iso.datetime(),
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          company: z.string(),
          message: z.string().nullable(),
        }),
      ),
      pagination: paginationSchema,
    }),
    handle: async ({ query, caller }) => ({ data: await contact.list(caller, query) }),
  }),
];

/** Reports of pages, searches and contact requests. */
export const clientRoutes = (services: Services): readonly Route[] => [
  ...pageReportRoutes(services),
  ...searchRoutes(services),
  ...contactRoutes(services),
];
