import {
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** What the probe's calls name: the largest things of each kind that its database holds. */
export interface ProbeData {
  /** a farm whose outlines come to as many characters as a farm may have */
  farmId: string;
  plotId: string;
  /** an outline of 2,000 corners between those of the farm, GeoJSON text */
  outline: string;
  /** UUID and number of a lot with 1,500 events */
  lot: { id: string; lotId: string };
  /** UUIDs of 100 lots */
  lotUuids: readonly string[];
  /** an alert with as many comments as an answer shows */
  alertId: string;
  alertIds: readonly string[];
  fileId: string;
  hookId: string;
  userId: string;
  reportId: string;
  /** of the ledger */
  blocks: number;
  /** files of the largest size that is taken */
  jpeg: Blob;
  plots: Blob;
  lots: Blob;
}

/** One call: below `/api/v1`. */
export interface ProbeRequest {
  path: string;
  body?: unknown;
  file?: { name: string; content: Blob };
}

/** @param n counts the calls, for what must be new each time */
type Probe = (data: ProbeData, n: number) => ProbeRequest;

const NOTHING = '00000000-0000-4000-8000-000000000000';
const long = (length: number): string => 'x'.repeat(length);
const at =
  (path: string, body?: unknown): Probe =>
  () => ({ path, body });

const newLot = (n: number) => ({
  lotId: `LOTP${n}`,
  farmId: 'FARM009',
  farmerName: long(100),
  cacaoVariety: 'Trinitario',
  harvestDate: '2026-03-01',
  latitude: -6.1,
  longitude: 144.1,
  weight: 250.5,
  moistureContent: 41,
  temperature: 25.5,
  certifications: ['Organic', 'Fair Trade'],
});
const named = (n: number): string => `Probe ${n} ${long(50)}`;
const PERIOD = 'startDate=2026-01-01&endDate=2026-12-31';
const LIST = 'search=Farmer%20100&page=80&limit=100&sort=farmerName&order=asc';

/** Each REST call with its largest legal input. `tests/lint/probedCalls.test.ts` finds calls that are missing. */
export const REST_PROBES: Readonly<Record<string, Probe>> = {
  'POST /auth/login': at('/auth/login', { username: long(60), password: long(128) }),
  'POST /auth/refresh': at('/auth/refresh', { refreshToken: long(500) }),
  'GET /auth/validate': at('/auth/validate'),
  'POST /auth/logout': at('/auth/logout', { refreshToken: long(500) }),
  'POST /auth/password': at('/auth/password', { currentPassword: long(128), newPassword: `${long(100)}1` }),
  'GET /auth/sessions': at('/auth/sessions'),
  'DELETE /auth/sessions/:id': at(`/auth/sessions/${NOTHING}`),
  'GET /users': at('/users?limit=100&search=probe'),
  'POST /users': (_, n) => ({
    path: '/users',
    body: {
      username: `probe-${n}`,
      password: 'correct-horse-1',
      role: 'auditor',
      name: named(n),
      email: '',
      farmId: '',
    },
  }),
  'PATCH /users/:id': ({ userId }, n) => ({ path: `/users/${userId}`, body: { name: named(n) } }),
  'POST /users/:id/password': ({ userId }, n) => ({
    path: `/users/${userId}/password`,
    body: { newPassword: `correct-horse-${n}` },
  }),
  'GET /keys': at('/keys?limit=100'),
  'POST /keys': (_, n) => ({ path: '/keys', body: { name: named(n), role: 'auditor', farmId: '' } }),
  'DELETE /keys/:id': at(`/keys/${NOTHING}`),
  'GET /farms/:farmId/plots': ({ farmId }) => ({ path: `/farms/${farmId}/plots` }),
  'POST /farms/:farmId/plots': ({ farmId, outline }, n) => ({
    path: `/farms/${farmId}/plots`,
    body: { name: named(n), geometry: JSON.parse(outline) },
  }),
  'POST /farms/:farmId/plots/check': ({ farmId, outline }) => ({
    path: `/farms/${farmId}/plots/check`,
    body: { geometry: JSON.parse(outline) },
  }),
  'POST /farms/:farmId/plots/import': ({ plots }) => ({
    path: '/farms/FARM008/plots/import?dryRun=true',
    file: { name: 'plots.geojson', content: plots },
  }),
  'GET /plots/:id': ({ plotId }) => ({ path: `/plots/${plotId}` }),
  'PATCH /plots/:id': ({ plotId, outline }) => ({ path: `/plots/${plotId}`, body: { geometry: JSON.parse(outline) } }),
  'DELETE /plots/:id': at(`/plots/${NOTHING}`),
  'GET /lots': at(`/lots?${LIST}`),
  'POST /lots': (_, n) => ({ path: '/lots', body: newLot(n) }),
  'GET /lots/next-id': at('/lots/next-id'),
  'GET /lots/stats': at('/lots/stats?search=Farmer'),
  'GET /lots/:id': ({ lot }) => ({ path: `/lots/${lot.id}` }),
  'GET /lots/by-lot-id/:id': ({ lot }) => ({ path: `/lots/by-lot-id/${lot.lotId}` }),
  'PATCH /lots/:id': ({ lot }, n) => ({ path: `/lots/${lot.id}`, body: { weight: 100 + (n % 500) } }),
  'DELETE /lots/:id': at(`/lots/${NOTHING}`),
  'PATCH /lots/:id/process': at(`/lots/${NOTHING}/process`, { currentProcess: 'fermented', processDetails: long(500) }),
  'GET /lots/:id/history': ({ lot }) => ({ path: `/lots/${lot.id}/history` }),
  'GET /lots/by-lot-id/:lotId/qrcode': ({ lot }) => ({ path: `/lots/by-lot-id/${lot.lotId}/qrcode` }),
  'GET /lots/export': at('/lots/export?format=json'),
  'POST /lots/export': ({ lotUuids }) => ({ path: '/lots/export', body: { ids: lotUuids, format: 'json' } }),
  'POST /lots/import': ({ lots }) => ({
    path: '/lots/import?dryRun=true',
    file: { name: 'lots.csv', content: lots },
  }),
  'GET /lots/analytics': at('/lots/analytics?months=36&weeks=104'),
  'GET /lots/admin/stats': at('/lots/admin/stats'),
  'GET /farms': at('/farms?limit=100&search=FARM'),
  'GET /lots/:id/plots': ({ lot }) => ({ path: `/lots/${lot.id}/plots` }),
  'GET /lots/:id/compliance': ({ lot }) => ({ path: `/lots/${lot.id}/compliance` }),
  'GET /lots/:id/blockchain': ({ lot }) => ({ path: `/lots/${lot.id}/blockchain` }),
  'GET /lots/:id/provenance': ({ lot }) => ({ path: `/lots/${lot.id}/provenance` }),
  'POST /lots/:id/verify-integrity': ({ lot }) => ({ path: `/lots/${lot.id}/verify-integrity` }),
  'GET /lots/public/search': ({ lot }) => ({ path: `/lots/public/search?lotId=${lot.lotId}` }),
  'GET /lots/public/health': at('/lots/public/health'),
  'GET /lots/public/:lotId': ({ lot }) => ({ path: `/lots/public/${lot.lotId}` }),
  'GET /lots/public/:lotId/blockchain': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/blockchain` }),
  'GET /lots/public/:lotId/provenance': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/provenance` }),
  'POST /lots/public/:lotId/verify-integrity': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/verify-integrity` }),
  'GET /lots/:id/audit-trail-blockchain': ({ lot }) => ({ path: `/lots/${lot.id}/audit-trail-blockchain` }),
  'GET /lots/public/:lotId/proof': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/proof` }),
  'GET /ledger/head': at('/ledger/head'),
  'GET /ledger/heads/:number': ({ blocks }) => ({ path: `/ledger/heads/${blocks}` }),
  'POST /ledger/countersign': at('/ledger/countersign', { head: {} }),
  'GET /ledger/consistency': ({ blocks }) => ({ path: `/ledger/consistency?from=1&to=${blocks}` }),
  'GET /reports/compliance': at(`/reports/compliance?${PERIOD}&format=pdf`),
  'GET /reports': at('/reports?limit=100'),
  'GET /reports/:id': ({ reportId }) => ({ path: `/reports/${reportId}?format=pdf` }),
  'GET /lots/:id/dossier': ({ lot }) => ({ path: `/lots/${lot.id}/dossier` }),
  'POST /lots/qr-sheet': ({ lotUuids }) => ({ path: '/lots/qr-sheet', body: { ids: lotUuids } }),
  'GET /lots/public/:lotId/certificate': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/certificate` }),
  'POST /reports': at('/reports', { startDate: '2026-01-01', endDate: '2026-12-31' }),
  'GET /reports/making/:id': at(`/reports/making/${NOTHING}`),
  'DELETE /reports/making/:id': at(`/reports/making/${NOTHING}`),
  'GET /satellite/progress': at('/satellite/progress'),
  'PATCH /lots/:id/satellite': ({ lot }) => ({
    path: `/lots/${lot.id}/satellite`,
    body: { latitude: -5.2, longitude: 145.7 },
  }),
  'GET /lots/:id/checks': ({ lot }) => ({ path: `/lots/${lot.id}/checks?limit=100` }),
  'GET /lots/:id/evidence': ({ lot }) => ({ path: `/lots/${lot.id}/evidence` }),
  'GET /lots/:id/evidence/picture': ({ lot }) => ({ path: `/lots/${lot.id}/evidence/picture` }),
  'GET /alerts': at('/alerts?limit=100'),
  'GET /alerts/satellite': at('/alerts/satellite?limit=100'),
  'GET /alerts/recent': at('/alerts/recent?limit=100'),
  'GET /alerts/stats': at('/alerts/stats'),
  'GET /alerts/:id': ({ alertId }) => ({ path: `/alerts/${alertId}` }),
  'PUT /alerts/bulk-update-status': ({ alertIds }) => ({
    path: '/alerts/bulk-update-status',
    body: { alertIds, status: 'acknowledged' },
  }),
  'PUT /alerts/:id/acknowledge': ({ alertId }) => ({ path: `/alerts/${alertId}/acknowledge` }),
  'PUT /alerts/:id/resolve': at(`/alerts/${NOTHING}/resolve`, { note: long(2_000), outcome: 'confirmed' }),
  'PUT /alerts/:id/dismiss': at(`/alerts/${NOTHING}/dismiss`, { reason: long(2_000) }),
  'GET /alerts/:id/investigation': ({ alertId }) => ({ path: `/alerts/${alertId}/investigation` }),
  'GET /alerts/:id/assignees': ({ alertId }) => ({ path: `/alerts/${alertId}/assignees` }),
  'POST /alerts/:id/comments': ({ alertId }) => ({ path: `/alerts/${alertId}/comments`, body: { text: long(2_000) } }),
  'PUT /alerts/:id/assignment': ({ alertId, userId }) => ({
    path: `/alerts/${alertId}/assignment`,
    body: { assigneeId: userId, dueOn: '2027-01-01' },
  }),
  'POST /alerts/:id/files': ({ alertId, jpeg }) => ({
    path: `/alerts/${alertId}/files`,
    file: { name: `${long(100)}.jpg`, content: jpeg },
  }),
  'GET /alerts/:id/files/:fileId': ({ alertId, fileId }) => ({ path: `/alerts/${alertId}/files/${fileId}` }),
  'DELETE /alerts/:id/files/:fileId': ({ alertId }) => ({ path: `/alerts/${alertId}/files/${NOTHING}` }),
  'GET /hooks': at('/hooks?limit=100'),
  'POST /hooks': (_, n) => ({ path: '/hooks', body: { name: named(n), url: `https://hook.example/${n}`, farmId: '' } }),
  'DELETE /hooks/:id': at(`/hooks/${NOTHING}`),
  'GET /hooks/:id/deliveries': ({ hookId }) => ({ path: `/hooks/${hookId}/deliveries?limit=100` }),
  'GET /alert-mail': at('/alert-mail'),
  'PUT /alert-mail': at('/alert-mail', { address: `${long(60)}@example.org`, language: 'en', pace: 'soon' }),
  'POST /alert-mail/confirm': at('/alert-mail/confirm', { code: '12345678' }),
  'DELETE /alert-mail': at('/alert-mail'),
  'GET /health': at('/health'),
  'GET /blockchain/health': at('/blockchain/health'),
  'GET /ledger/roots': at('/ledger/roots'),
  'GET /ledger/events/refused': at('/ledger/events/refused?limit=100'),
  'POST /ledger/events/:id/retry': at(`/ledger/events/${NOTHING}/retry`),
  'POST /ledger/walk': at('/ledger/walk'),
  'GET /dashboard/stats': at('/dashboard/stats'),
  'GET /dashboard/recent-activity': at('/dashboard/recent-activity?limit=100'),
  'GET /demo/accounts': at('/demo/accounts'),
  'POST /monitoring/errors': at('/monitoring/errors', { message: long(900_000), path: long(200) }),
  'POST /monitoring/metrics': at('/monitoring/metrics', {
    metrics: Array.from({ length: 20 }, () => ({ name: long(60), value: 1 })),
    path: long(200),
  }),
  'POST /analytics/search': at('/analytics/search', { lotId: 'LOT1', sessionId: long(60), found: true }),
  'GET /analytics/search/daily': at('/analytics/search/daily?days=90'),
  'POST /contact': at('/contact', { name: long(100), email: 'a@example.org', message: long(2_000) }),
  'GET /contact': at('/contact?limit=100'),
  'GET /gdpr/export': at('/gdpr/export'),
  // Who asks would be gone: a password that is wrong ends the call before it erases.
  'DELETE /gdpr/delete': at('/gdpr/delete', { password: long(128) }),
  'POST /gdpr/erase': at('/gdpr/erase', { farmId: 'FARM001', farmerName: long(100) }),
  'POST /gdpr/reach': at('/gdpr/reach', { farmId: 'FARM001', farmerName: long(100) }),
  'GET /audit': at('/audit?limit=100'),
  'GET /audit/export': at('/audit/export'),
  'POST /batch': at('/batch', {
    requests: Array.from({ length: 20 }, () => ({ method: 'GET', path: '/lots?limit=100' })),
  }),
  'GET /openapi.json': at('/openapi.json'),
  'GET /docs': at('/docs'),
};

type Values = Readonly<Record<string, unknown>>;
/** Arguments of a field by name; `limit` may be lowered until the operation is within its cost. */
type Arguments = (data: ProbeData, n: number) => Values;
const none: Arguments = () => ({});
const unknown: Arguments = () => ({ id: NOTHING });
const page: Arguments = () => ({ limit: 100 });
const ofLot: Arguments = ({ lot }) => ({ id: lot.id });
const ofAlert: Arguments = ({ alertId }) => ({ id: alertId });

/** Each query and mutation with its largest legal input; what it selects is all that its cost allows. */
export const GRAPHQL_PROBES: Readonly<Record<string, Arguments>> = {
  'Query.alert': ofAlert,
  'Query.alertAssignees': ofAlert,
  'Query.alertInvestigation': ofAlert,
  'Query.alertPlaces': none,
  'Query.alertStats': none,
  'Query.alerts': page,
  'Query.auditLog': page,
  'Query.auditTrail': ofLot,
  'Query.checkPlot': ({ farmId, outline }) => ({ farmId, input: { geoJson: outline } }),
  'Query.complianceReport': () => ({ startDate: '2026-01-01', endDate: '2026-12-31' }),
  'Query.contactRequests': page,
  'Query.dashboardStats': none,
  'Query.farmPlaces': ({ farmId }) => ({ farmId }),
  'Query.farmPlots': ({ farmId }) => ({ farmId }),
  'Query.farmerReach': ({ farmId }) => ({ farmId, farmerName: long(100) }),
  'Query.farms': () => ({ limit: 100, search: 'FARM' }),
  'Query.find': () => ({ text: 'Farmer 1' }),
  'Query.health': none,
  'Query.ledgerConsistency': ({ blocks }) => ({ from: 1, to: blocks }),
  'Query.ledgerDriver': none,
  'Query.ledgerHead': none,
  'Query.ledgerOrganisations': none,
  'Query.lot': ofLot,
  'Query.lotAnalytics': () => ({ months: 36, weeks: 104 }),
  'Query.lotBlockchain': ofLot,
  'Query.lotChecks': ({ lot }) => ({ id: lot.id, limit: 100 }),
  'Query.lotCompliance': ofLot,
  'Query.lotEvidence': ofLot,
  'Query.lotHistory': ofLot,
  'Query.lotPlots': ofLot,
  'Query.lotQrCode': ofLot,
  'Query.lotStats': () => ({ filter: { search: 'Farmer' } }),
  'Query.lots': () => ({ limit: 100, page: 50, filter: { search: 'Farmer 1' } }),
  'Query.mapTiles': none,
  'Query.me': none,
  'Query.myAlertMail': none,
  'Query.mySessions': none,
  'Query.nextLotId': none,
  'Query.partnerKeys': page,
  'Query.plotHistory': ({ plotId }) => ({ id: plotId }),
  'Query.provenanceChain': ofLot,
  'Query.publicLot': ({ lot }) => ({ lotId: lot.lotId }),
  'Query.publicProof': ({ lot }) => ({ lotId: lot.lotId }),
  'Query.recentActivity': page,
  'Query.refusedLedgerEvents': page,
  'Query.reportOrder': unknown,
  'Query.reports': page,
  'Query.satelliteProgress': none,
  'Query.users': () => ({ limit: 100, search: 'probe' }),
  'Query.watchedLots': none,
  'Query.webHookDeliveries': ({ hookId }) => ({ id: hookId, limit: 100 }),
  'Query.webHooks': page,
  'Mutation.acknowledgeAlert': ofAlert,
  'Mutation.addPlot': ({ farmId, outline }, n) => ({ farmId, input: { name: named(n), geoJson: outline } }),
  'Mutation.assignAlert': ({ alertId, userId }) => ({ id: alertId, assigneeId: userId, dueOn: '2027-01-01' }),
  'Mutation.changePassword': () => ({ currentPassword: long(128), newPassword: `${long(100)}1` }),
  'Mutation.changePlot': ({ plotId, outline }) => ({ id: plotId, input: { geoJson: outline } }),
  'Mutation.checkSatellite': ({ lot }) => ({ id: lot.id, latitude: -5.2, longitude: 145.7 }),
  'Mutation.commentOnAlert': ({ alertId }) => ({ id: alertId, text: long(2_000) }),
  'Mutation.confirmMyAlertMail': () => ({ code: '12345678' }),
  'Mutation.createLot': (_, n) => ({ input: { ...newLot(n), isAnonymized: false } }),
  'Mutation.createPartnerKey': (_, n) => ({ input: { name: named(n), role: 'auditor', farmId: '' } }),
  'Mutation.createUser': (_, n) => ({
    input: {
      username: `probe-${n}`,
      password: 'correct-horse-1',
      role: 'auditor',
      name: named(n),
      email: '',
      farmId: '',
    },
  }),
  'Mutation.createWebHook': (_, n) => ({ input: { name: named(n), url: `https://hook.example/${n}`, farmId: '' } }),
  'Mutation.deleteLot': unknown,
  'Mutation.disableWebHook': unknown,
  'Mutation.dismissAlert': () => ({ id: NOTHING, reason: long(2_000) }),
  'Mutation.endSession': unknown,
  'Mutation.eraseFarmer': ({ farmId }) => ({ farmId, farmerName: long(100) }),
  // Who asks would be gone: asked by somebody without sign-in it is refused.
  'Mutation.eraseMyData': none,
  'Mutation.login': () => ({ username: long(60), password: long(128) }),
  'Mutation.logout': () => ({ refreshToken: long(500) }),
  'Mutation.logoutEverywhere': none,
  'Mutation.orderReport': () => ({ startDate: '2026-01-01', endDate: '2026-12-31' }),
  'Mutation.refreshSession': () => ({ refreshToken: long(500) }),
  'Mutation.removeAlertFile': ({ alertId }) => ({ id: alertId, fileId: NOTHING }),
  'Mutation.removePlot': unknown,
  'Mutation.resolveAlert': () => ({ id: NOTHING, note: long(2_000), outcome: 'confirmed' }),
  'Mutation.retryLedgerEvent': unknown,
  'Mutation.revokePartnerKey': unknown,
  'Mutation.setMyAlertMail': () => ({ input: { address: `${long(60)}@example.org`, language: 'en', pace: 'soon' } }),
  'Mutation.setUserPassword': ({ userId }, n) => ({ id: userId, newPassword: `correct-horse-${n}` }),
  'Mutation.stopMyAlertMail': none,
  'Mutation.stopReport': unknown,
  'Mutation.updateAlerts': ({ alertIds }) => ({ ids: alertIds, status: 'acknowledged' }),
  'Mutation.updateLot': ({ lot }, n) => ({ id: lot.id, input: { weight: 100 + (n % 500) } }),
  'Mutation.updateProcess': () => ({
    id: NOTHING,
    input: { currentProcess: 'fermented', processDetails: long(500) },
  }),
  'Mutation.updateUser': ({ userId }, n) => ({ id: userId, input: { name: named(n) } }),
  'Mutation.verifyIntegrity': ofLot,
  'Mutation.walkLedger': none,
};

/** Those that are asked by somebody without sign-in: they would end the probe's own session. */
export const WITHOUT_SIGN_IN: ReadonlySet<string> = new Set(['Mutation.eraseMyData', 'Mutation.logoutEverywhere']);

/** An operation of one field with all that may be selected of it, `levels` deep. */
export function operationOf(
  schema: GraphQLSchema,
  name: string,
  values: Values,
  levels: number,
): { query: string; variables: Values } {
  const [kind, fieldName = ''] = name.split('.');
  const root = kind === 'Query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[fieldName];
  if (field === undefined) throw new Error(`The schema has no ${name}`);
  const given = field.args.filter((arg) => arg.name in values);
  const parts = {
    declared: given.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', '),
    passed: given.map((arg) => `${arg.name}: $${arg.name}`).join(', '),
  };
  const query = `${kind === 'Query' ? 'query' : 'mutation'} ${parts.declared === '' ? '' : `(${parts.declared})`} {
    ${fieldName}${parts.passed === '' ? '' : `(${parts.passed})`} ${selectionOf(getNamedType(field.type), levels)} }`;
  return { query, variables: values };
}

function selectionOf(type: GraphQLNamedType, levels: number): string {
  if (!isCompositeType(type)) return '';
  if (isUnionType(type)) {
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${selectionOf(member, levels)}`)
      .join(' ')} }`;
  }
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const selected = fields.filter((field) => isSelected(field, levels));
  return `{ __typename ${selected.map((field) => `${field.name} ${selectionOf(getNamedType(field.type), levels - 1)}`).join(' ')} }`;
}

function isSelected({ args, type }: GraphQLField<unknown, unknown>, levels: number): boolean {
  return !args.some(isRequiredArgument) && (levels > 1 || !isCompositeType(getNamedType(type)));
}
