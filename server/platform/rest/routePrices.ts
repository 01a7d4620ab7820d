import { requestsOf } from '../rate-limits/requestsOfCost.ts';
import type { Route } from './route.ts';

/** What one item of a page costs, for lists; a page costs as many as its `limit`. */
interface PagePrice {
  item: number;
  /** besides its items */
  own?: number;
}

type Price = number | PagePrice;

const LONGEST_PAGE = 100;

/** Answers, or changes, a single small thing. */
const SMALL = 1;
/** A lot, an alert, with every field of it. */
const LOT = { item: 37 };
const ALERT = { item: 40 };
const ROW = { item: 12 };
/** Has a lot compared with the ledger; the events that are checked are charged besides. */
const VERIFIES = 200;
const REPORT = 3_001;
const FILE = 3_500;
/** Reads outlines of thousands of corners, or compares one with those around it. */
const OUTLINES = 700;
/** Statements of a consignment with their parts, packages and alerts on their beans. */
const STATEMENTS = 300;
const MOST = 6_000;

/**
 * The cost of each REST call with its largest legal input, in the unit of the cost of a GraphQL operation and equal to
 * the same call there (`server/platform/graphql/operationCost.ts`; docs/api.md, 'Limits'). A route without a price is not served.
 */
const PRICES: Readonly<Record<string, Price>> = {
  'POST /auth/login': SMALL,
  'POST /auth/refresh': SMALL,
  'GET /auth/validate': SMALL,
  'POST /auth/logout': SMALL,
  'POST /auth/password': SMALL,
  'GET /auth/sessions': SMALL,
  'DELETE /auth/sessions/:id': SMALL,
  'GET /users': ROW,
  'POST /users': SMALL,
  'PATCH /users/:id': SMALL,
  'POST /users/:id/password': SMALL,
  'POST /users/:id/reset-link': SMALL,
  'POST /auth/email': SMALL,
  'POST /auth/password-reset': SMALL,
  'POST /auth/password-reset/complete': SMALL,
  'GET /cooperative': SMALL,
  'PUT /cooperative': SMALL,
  'GET /saved-views': ROW,
  'POST /saved-views': SMALL,
  'PATCH /saved-views/:id': SMALL,
  'DELETE /saved-views/:id': SMALL,
  'GET /notifications': ROW,
  'POST /notifications/read': SMALL,
  'GET /invitations': ROW,
  'POST /invitations': SMALL,
  'POST /invitations/:id/renew': SMALL,
  'DELETE /invitations/:id': SMALL,
  'POST /auth/invitation': SMALL,
  'POST /auth/invitation/accept': SMALL,
  'GET /keys': ROW,
  'POST /keys': SMALL,
  'DELETE /keys/:id': SMALL,
  'POST /farms': SMALL,
  'GET /farms/export': FILE,
  'POST /farms/import': MOST,
  'POST /farms/import/inspect': FILE,
  'GET /farms/:farmId': SMALL,
  'PATCH /farms/:farmId': SMALL,
  'DELETE /farms/:farmId': SMALL,
  'GET /farms/:farmId/plots': OUTLINES,
  'POST /farms/:farmId/plots': OUTLINES,
  'POST /farms/:farmId/plots/check': OUTLINES,
  'POST /farms/:farmId/plots/import': MOST,
  'GET /plots/:id': OUTLINES,
  'PATCH /plots/:id': OUTLINES,
  'DELETE /plots/:id': SMALL,
  'GET /parties': ROW,
  'POST /parties': SMALL,
  'GET /parties/:id': SMALL,
  'PATCH /parties/:id': SMALL,
  'DELETE /parties/:id': SMALL,
  'GET /lots': LOT,
  'POST /lots': SMALL,
  'GET /lots/next-id': SMALL,
  'GET /lots/stats': SMALL,
  'GET /lots/:id': SMALL,
  'GET /lots/by-lot-id/:id': SMALL,
  'PATCH /lots/:id': SMALL,
  'DELETE /lots/:id': SMALL,
  'PATCH /lots/:id/process': SMALL,
  'POST /lots/:id/stage-reversal': SMALL,
  'GET /lots/:id/history': VERIFIES,
  'GET /lots/:id/trail': VERIFIES,
  'GET /lots/by-lot-id/:lotId/qrcode': 700,
  'GET /lots/export': FILE,
  'POST /lots/export': FILE,
  'POST /lots/import': MOST,
  'POST /lots/import/inspect': FILE,
  'GET /lots/imports': ROW,
  'POST /lots/imports/:id/undo': MOST,
  'GET /lots/analytics': 1_800,
  'GET /lots/admin/stats': SMALL,
  'GET /farms': { item: 12, own: 300 },
  'GET /lots/:id/plots': OUTLINES,
  'GET /lots/:id/origins': ROW,
  'GET /lots/:id/descendants': ROW,
  'GET /lots/:id/uses': ROW,
  'POST /lots/:id/weighings': SMALL,
  // Up to 500 lots with their events.
  'POST /lots/advance': REPORT,
  'GET /shipping-reviews': ROW,
  'POST /lots/:id/shipping-reviews': SMALL,
  'POST /shipping-reviews/:id/confirm': SMALL,
  'POST /shipping-reviews/:id/close': SMALL,
  // Up to 1,000 lots with their events.
  'POST /transformations': REPORT,
  'POST /transformations/import': MOST,
  'GET /lots/:id/graph': FILE,
  'GET /transformations': { item: 30 },
  'GET /transformations/:id': 1_000,
  'GET /lots/:id/compliance': SMALL,
  'GET /lots/:id/blockchain': VERIFIES,
  'GET /lots/:id/provenance': VERIFIES,
  'POST /lots/:id/verify-integrity': VERIFIES,
  'GET /lots/public/search': VERIFIES,
  'GET /lots/public/health': SMALL,
  'GET /lots/public/:lotId': VERIFIES,
  'GET /lots/public/:lotId/blockchain': VERIFIES,
  'GET /lots/public/:lotId/provenance': VERIFIES,
  'POST /lots/public/:lotId/verify-integrity': VERIFIES,
  'GET /lots/:id/audit-trail-blockchain': VERIFIES,
  'GET /lots/public/:lotId/proof': FILE,
  'GET /lots/public/:lotId/proof/inputs/:key': FILE,
  'GET /lots/public/:lotId/proof/whole': MOST,
  'GET /ledger/head': SMALL,
  'GET /ledger/heads/:number': SMALL,
  'POST /ledger/countersign': SMALL,
  'GET /ledger/consistency': SMALL,
  'GET /reports/compliance': REPORT,
  'GET /reports': { item: 12, own: REPORT },
  'GET /reports/:id': REPORT,
  'GET /lots/:id/dossier': REPORT,
  'POST /lots/qr-sheet': REPORT,
  'GET /lots/public/:lotId/certificate': 500,
  'POST /reports': REPORT,
  'GET /reports/making/:id': 700,
  'DELETE /reports/making/:id': 700,
  'GET /consignments': ROW,
  'POST /consignments': SMALL,
  'GET /consignments/:id': SMALL,
  'PATCH /consignments/:id': SMALL,
  'GET /consignments/:id/lots': ROW,
  'GET /consignments/:id/closing': 700,
  'GET /consignments/:id/papers': FILE,
  'GET /consignments/:id/plots.geojson': FILE,
  'GET /consignments/:id/links': SMALL,
  'POST /consignments/:id/links': SMALL,
  'GET /consignments/:id/statements': STATEMENTS,
  'POST /consignments/:id/statements': SMALL,
  'GET /statements/registry': SMALL,
  'GET /statements/summary': 700,
  'GET /statements/retained': 700,
  'GET /statements/:id': STATEMENTS,
  'PATCH /statements/:id': STATEMENTS,
  'DELETE /statements/:id': SMALL,
  'POST /statements/:id/check': MOST,
  'POST /statements/:id/hand-over': MOST,
  'POST /statements/:id/submit': MOST,
  'POST /statements/:id/amend': STATEMENTS,
  'POST /statements/:id/archive': STATEMENTS,
  'POST /statements/:id/withdraw': STATEMENTS,
  'POST /statements/:id/record': STATEMENTS,
  'PUT /statements/:id/numbers-public': STATEMENTS,
  'GET /statements/:id/package': FILE,
  'GET /statements/:id/exchanges': SMALL,
  'GET /statements/:id/exchanges/:exchange': FILE,
  'GET /lots/public/:lotId/statements': SMALL,
  'GET /supplier-declarations': ROW,
  'POST /supplier-declarations': SMALL,
  'DELETE /buyer-links/:id': SMALL,
  'GET /buyer/:token': 700,
  'GET /buyer/:token/papers': FILE,
  'GET /buyer/:token/plots.geojson': FILE,
  'GET /recall': 700,
  'GET /recall/buyers.csv': 700,
  'GET /buyer-tasks': ROW,
  'POST /buyer-tasks/:id/done': SMALL,
  'POST /consignments/:id/lots': MOST,
  'DELETE /consignments/:id/lots': MOST,
  'POST /consignments/:id/close': MOST,
  'POST /consignments/:id/ship': MOST,
  'POST /consignments/:id/deliver': MOST,
  'GET /consignments/:id/due-diligence': 700,
  'GET /due-diligence/documents': ROW,
  'POST /due-diligence/documents': FILE,
  'GET /due-diligence/documents/:id': SMALL,
  'GET /due-diligence/documents/:id/file': FILE,
  'GET /due-diligence/documents/:id/thumbnail': SMALL,
  'DELETE /due-diligence/documents/:id': SMALL,
  'GET /due-diligence/assessments': ROW,
  'POST /due-diligence/assessments': SMALL,
  'GET /due-diligence/assessments/:id': SMALL,
  'PUT /due-diligence/assessments/:id/answers': SMALL,
  'POST /due-diligence/assessments/:id/conclude': SMALL,
  'GET /due-diligence/measures': ROW,
  'POST /due-diligence/measures': SMALL,
  'POST /due-diligence/measures/:id/done': SMALL,
  'GET /due-diligence/concerns': ROW,
  'POST /due-diligence/concerns': SMALL,
  'POST /due-diligence/concerns/:id/answer': SMALL,
  'GET /due-diligence/benchmarks': SMALL,
  'GET /due-diligence/benchmarks/:country': SMALL,
  'GET /satellite/progress': 1_501,
  'PATCH /lots/:id/satellite': SMALL,
  'GET /lots/:id/checks': { item: 12, own: VERIFIES },
  'GET /lots/:id/evidence': VERIFIES,
  'GET /lots/:id/evidence/picture': VERIFIES,
  'GET /alerts': ALERT,
  'GET /alerts/satellite': ALERT,
  'GET /alerts/recent': ALERT,
  'GET /alerts/stats': SMALL,
  'GET /alerts/:id': SMALL,
  'PUT /alerts/bulk-update-status': MOST,
  'PUT /alerts/:id/acknowledge': SMALL,
  'PUT /alerts/:id/resolve': SMALL,
  'PUT /alerts/:id/dismiss': SMALL,
  'GET /alerts/:id/investigation': 1_300,
  'GET /alerts/:id/assignees': SMALL,
  'POST /alerts/:id/comments': 1_300,
  'PUT /alerts/:id/assignment': 1_300,
  'POST /alerts/:id/files': FILE,
  'GET /alerts/:id/files/:fileId': FILE,
  'DELETE /alerts/:id/files/:fileId': 1_300,
  'GET /hooks': ROW,
  'POST /hooks': SMALL,
  'DELETE /hooks/:id': SMALL,
  'GET /hooks/:id/deliveries': ROW,
  'GET /alert-mail': SMALL,
  'PUT /alert-mail': SMALL,
  'POST /alert-mail/confirm': SMALL,
  'DELETE /alert-mail': SMALL,
  'GET /health': SMALL,
  'GET /blockchain/health': SMALL,
  'GET /ledger/roots': SMALL,
  'GET /ledger/events/refused': ROW,
  'POST /ledger/events/:id/retry': SMALL,
  'POST /ledger/walk': SMALL,
  'GET /dashboard/stats': 400,
  'GET /dashboard/recent-activity': ROW,
  'GET /demo/accounts': SMALL,
  'POST /monitoring/errors': SMALL,
  'POST /monitoring/metrics': SMALL,
  'POST /analytics/search': SMALL,
  'GET /analytics/search/daily': SMALL,
  'POST /contact': SMALL,
  'GET /contact': ROW,
  'GET /gdpr/export': FILE,
  'DELETE /gdpr/delete': MOST,
  'POST /gdpr/erase': MOST,
  'POST /gdpr/reach': MOST,
  'GET /audit': { item: 12, own: 700 },
  'GET /audit/export': FILE,
  // Each of its calls is charged for itself.
  'POST /batch': SMALL,
  'GET /openapi.json': SMALL,
  'GET /docs': SMALL,
};

/** Documents how many requests of its caller's rate a call counts as; null for calls that always count as one. */
export function priceNote(route: Pick<Route, 'method' | 'path'>): string | null {
  const requests = requestsOf(routePrice(route)({ limit: LONGEST_PAGE }));
  if (requests === 1) return null;
  const isPaged = typeof PRICES[`${route.method} ${route.path}`] !== 'number';
  return isPaged
    ? `A page of ${LONGEST_PAGE} counts as ${requests} requests of the caller's rate, a shorter one as fewer.`
    : `Counts as ${requests} requests of the caller's rate.`;
}

/** What calls of a route cost, by their parsed query. @throws Error for a route without a price */
export function routePrice({ method, path }: Pick<Route, 'method' | 'path'>): (query: unknown) => number {
  const price = PRICES[`${method} ${path}`];
  if (price === undefined) throw new Error(`${method} ${path} has no price in server/platform/rest/routePrices.ts`);
  if (typeof price === 'number') return () => price;
  return (query) => (price.own ?? 0) + price.item * limitOf(query);
}

function limitOf(query: unknown): number {
  const limit = typeof query === 'object' && query !== null && 'limit' in query ? query.limit : 1;
  return typeof limit === 'number' ? limit : 1;
}
