import { z } from 'zod';
import { ALERT_SEVERITIES, ALERT_STATUSES } from '../../../domain/alert/alerts.ts';
import { buyerLinkInput } from '../../../domain/consignment/consignmentCalls.ts';
import { STATEMENT_STATES } from '../../../domain/statement/statement.ts';
import { CONSIGNMENT_STATES } from '../../../domain/consignment/states.ts';
import { count, instant } from '../../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { parseInput } from '../../../platform/validation/parseInput.ts';
import { idText } from '../../../platform/validation/idText.ts';
import { consignmentId } from '../consignmentRoutes.ts';
import type { ConsignmentPapers } from '../papers/consignmentPapersService.ts';
import type { BuyerLinks, BuyerLinkView } from './buyerLinks.ts';
import type { BuyerView } from './buyerView.ts';

const linkSchema = z
  .strictObject({
    id: z.uuid(),
    consignmentId: z.uuid(),
    createdAt: instant,
    expiresAt: instant,
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'BuyerLink' });

const day = z.iso.date().nullable();
const buyerSchema = z
  .strictObject({
    number: z.string(),
    state: z.enum(CONSIGNMENT_STATES),
    buyerName: z.string().nullable(),
    weight: z.number().describe('kg, of all lots in it'),
    netWeight: z.number().nullable(),
    bags: count.nullable(),
    containers: z.array(z.strictObject({ number: z.string(), seals: z.array(z.string()) })),
    billOfLading: z.string().nullable(),
    incoterm: z.string().nullable(),
    loadingDate: day,
    departureDate: day,
    arrivalDate: day,
    countryOfEntry: z.string().nullable(),
    closedAt: instant.nullable(),
    shippedAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    lots: z
      .array(z.strictObject({ lotId: z.string(), weight: z.number(), page: z.string(), proof: z.string() }))
      .describe('At most 1,000'),
    lotCount: count,
    originCount: count,
    papers: z.strictObject({ all: z.string(), plots: z.string() }).describe('Paths of the files'),
    alerts: z
      .array(
        z.strictObject({
          title: z.string(),
          severity: z.enum(ALERT_SEVERITIES),
          status: z.enum(ALERT_STATUSES),
          raisedAt: instant,
          lotId: z.string(),
        }),
      )
      .describe('Raised since it was closed, the newest first; at most 1,000'),
    statements: z
      .array(
        z.strictObject({
          internalReference: z.string(),
          referenceNumber: z.string(),
          verificationNumber: z.string(),
          state: z.enum(STATEMENT_STATES),
          submittedAt: instant.nullable(),
        }),
      )
      .describe('Due diligence statements with their numbers, the newest first'),
    expiresAt: instant.describe('When the link ends'),
  })
  .meta({ id: 'BuyerConsignment' });

interface Services {
  buyerLinks: BuyerLinks;
  consignmentPapers: ConsignmentPapers;
  readBuyer(link: BuyerLinkView): Promise<BuyerView>;
  clock: () => Date;
}

const linkId = z.object({ id: idText().describe('UUID of the link') });
const tokenParam = z.object({ token: idText().describe('The secret part of the link') });

const linkRoutes = ({ buyerLinks, clock }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/consignments/:id/links',
    summary: "The buyer's links of a consignment, the newest first, without their secrets",
    access: 'staff',
    params: consignmentId,
    answer: z.strictObject({ links: z.array(linkSchema) }),
    handle: async ({ caller, params }) => ({
      data: { links: (await buyerLinks.list(caller, params.id)).map(linkData) },
    }),
  }),
  route({
    method: 'POST',
    path: '/consignments/:id/links',
    summary: 'Make a link by which the buyer reads the consignment without an account',
    description:
      'Takes manage_consignments. The token is shown this once. Valid for at most 366 days; at most 20 at a time.',
    access: 'staff',
    status: 201,
    params: consignmentId,
    body: z.looseObject({ expiresAt: z.unknown() }),
    bodyDescribed: z.strictObject({ expiresAt: z.iso.datetime().describe('When the link ends') }),
    answer: z.strictObject({ token: z.string(), link: linkSchema }),
    handle: async ({ caller, params, body, info }) => {
      const values = parseInput(buyerLinkInput(clock), body);
      const { token, link } = await buyerLinks.create(caller, params.id, values, info);
      return { data: { token, link: linkData(link) }, headers: { 'cache-control': 'no-store' } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/buyer-links/:id',
    summary: "Revoke a buyer's link for good",
    description: 'Takes manage_consignments.',
    access: 'staff',
    params: linkId,
    answer: z.strictObject({ revoked: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await buyerLinks.revoke(caller, params.id, info);
      return { data: { revoked: true } };
    },
  }),
];

const publicRoutesOfBuyer = ({ buyerLinks, consignmentPapers, readBuyer }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/buyer/:token',
    summary: 'A consignment as its buyer reads it: papers, proofs, and alerts since it was closed',
    description: '404 for an unknown link; 410 for one that was revoked or has ended. Each use is audited.',
    access: 'public',
    params: tokenParam,
    answer: z.strictObject({ consignment: buyerSchema }),
    handle: async ({ params, info }) => {
      const link = await buyerLinks.open(params.token, 'consignment', info);
      return { data: { consignment: buyerData(await readBuyer(link), params.token) }, headers: PRIVATE };
    },
  }),
  route({
    method: 'GET',
    path: '/buyer/:token/papers',
    summary: 'All papers of the consignment as one zip file',
    access: 'public',
    long: true,
    heavy: 'certificates',
    params: tokenParam,
    files: ['application/zip'],
    handle: async ({ params, info }) => {
      const link = await buyerLinks.open(params.token, 'papers', info);
      return { file: await consignmentPapers.all(link.consignmentId), headers: PRIVATE };
    },
  }),
  route({
    method: 'GET',
    path: '/buyer/:token/plots.geojson',
    summary: "The plots of the consignment's origins, for the due diligence statement",
    access: 'public',
    long: true,
    heavy: 'certificates',
    params: tokenParam,
    files: ['application/geo+json'],
    handle: async ({ params, info }) => {
      const link = await buyerLinks.open(params.token, 'plots', info);
      return { file: await consignmentPapers.plots(link.consignmentId), headers: PRIVATE };
    },
  }),
];

/** REST calls of buyers' links, and what their holders read. */
export const buyerRoutes = (services: Services): readonly Route[] => [
  ...linkRoutes(services),
  ...publicRoutesOfBuyer(services),
];

/** The address is a secret: no cache keeps it, and no other site is told. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function linkData(link: BuyerLinkView): z.infer<typeof linkSchema> {
  return {
    ...link,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    revokedAt: link.revokedAt?.toISOString() ?? null,
  };
}

function buyerData(
  { consignment, lots, alerts, statements, expiresAt, ...counts }: BuyerView,
  token: string,
): z.infer<typeof buyerSchema> {
  const { number, state, buyerName, weight, netWeight, bags, containers, billOfLading, incoterm } = consignment;
  const { loadingDate, departureDate, arrivalDate, countryOfEntry, closedAt, shippedAt, deliveredAt } = consignment;
  const base = `/api/v1/buyer/${token}`;
  return {
    number,
    state,
    buyerName,
    weight,
    netWeight,
    bags,
    containers,
    billOfLading,
    incoterm,
    loadingDate,
    departureDate,
    arrivalDate,
    countryOfEntry,
    closedAt: closedAt?.toISOString() ?? null,
    shippedAt: shippedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    ...counts,
    lots: lots.map(({ lotId, weight: kg }) => {
      return { lotId, weight: kg, page: `/verify/${lotId}`, proof: `/api/v1/lots/public/${lotId}/proof` };
    }),
    papers: { all: `${base}/papers`, plots: `${base}/plots.geojson` },
    statements: statements.map((one) => ({ ...one, submittedAt: one.submittedAt?.toISOString() ?? null })),
    alerts: alerts.map((alert) => ({ ...alert, raisedAt: alert.raisedAt.toISOString() })),
    expiresAt: expiresAt.toISOString(),
  };
}
