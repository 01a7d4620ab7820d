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
  farms: Blob;
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

const farmGroup = {
  scope: 'farm_group',
  title: long(120),
  farmIds: Array.from({ length: 500 }, (_, farm) => `FARM${farm}`),
};
const allCriteria = Array.from('abcdefghijklmn', (criterion) => ({
  criterion,
  risk: 'not_known',
  reason: long(2_000),
}));
const newMeasure = { what: long(2_000), responsible: long(120), dueOn: '2099-01-01' };
const newConcern = { raisedBy: long(120), receivedOn: '2026-01-01', text: long(2_000) };

/** A gram of each of many lots. */
const transformationOf = (lotUuids: readonly string[], n: number) => ({
  step: 'blending',
  inputs: lotUuids.map((lot) => ({ lot, weight: 0.001 })),
  outputs: [{ lotId: `LOTT${n}`, weight: lotUuids.length / 1_000, moistureContent: 100 }],
  notes: long(2_000),
});

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
const farmFields = {
  name: long(120),
  notes: long(2000),
  farmers: Array.from({ length: 20 }, (_, n) => ({ name: `${long(100)} ${n}`, memberCode: 'M-1' })),
};
const newParty = (n: number) => ({
  kind: 'buyer',
  name: named(n),
  address: long(300),
  country: 'DE',
  eori: 'DE123456789012345',
  email: `${long(60)}@example.org`,
});
/** As many lots as one call may name; none of them exists. */
const manyLots = Array.from({ length: 1_000 }, (_, n) => ({ lot: `LOT${9_000_000 + n}`, weight: 1 }));
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
  'GET /cooperative': at('/cooperative'),
  'PUT /cooperative': at('/cooperative', { name: long(120), country: 'PG', version: 1_000 }),
  'GET /notifications': at('/notifications?limit=100'),
  'POST /notifications/read': at('/notifications/read', { upTo: '2026-01-01T00:00:00Z' }),
  'GET /saved-views': at('/saved-views'),
  'POST /saved-views': at('/saved-views', { name: long(60), query: long(1_000) }),
  'PATCH /saved-views/:id': at(`/saved-views/${NOTHING}`, { name: long(60) }),
  'DELETE /saved-views/:id': at(`/saved-views/${NOTHING}`),
  'GET /invitations': at('/invitations?limit=100'),
  'POST /invitations': (_, n) => ({ path: '/invitations', body: { name: named(n), role: 'auditor' } }),
  'POST /invitations/:id/renew': at(`/invitations/${NOTHING}/renew`, { byMail: false }),
  'DELETE /invitations/:id': at(`/invitations/${NOTHING}`),
  'POST /users/:id/reset-link': ({ userId }) => ({ path: `/users/${userId}/reset-link`, body: { byMail: false } }),
  'POST /auth/email': at('/auth/email', { currentPassword: long(128), email: '' }),
  'POST /auth/password-reset': at('/auth/password-reset', { login: long(254) }),
  'POST /auth/password-reset/complete': at('/auth/password-reset/complete', {
    token: long(200),
    newPassword: long(128),
  }),
  'POST /auth/invitation': at('/auth/invitation', { token: long(200) }),
  'POST /auth/invitation/accept': at('/auth/invitation/accept', {
    token: long(200),
    username: long(40),
    password: long(128),
  }),
  'GET /keys': at('/keys?limit=100'),
  'POST /keys': (_, n) => ({ path: '/keys', body: { name: named(n), role: 'auditor', farmId: '' } }),
  'DELETE /keys/:id': at(`/keys/${NOTHING}`),
  'POST /farms': (_, n) => ({ path: '/farms', body: { farmId: `PROBE-${n}`, ...farmFields } }),
  'GET /farms/export': at('/farms/export?format=geojson'),
  'POST /farms/import': ({ farms }) => ({
    path: '/farms/import?dryRun=true',
    file: { name: 'farms.csv', content: farms },
  }),
  'POST /farms/import/inspect': ({ farms }) => ({
    path: '/farms/import/inspect',
    file: { name: 'farms.csv', content: farms },
  }),
  'GET /farms/:farmId': at('/farms/NOTHING'),
  'PATCH /farms/:farmId': at('/farms/NOTHING', farmFields),
  'DELETE /farms/:farmId': at('/farms/NOTHING'),
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
  'GET /parties': at('/parties?limit=100&search=probe'),
  'POST /parties': (_, n) => ({ path: '/parties', body: newParty(n) }),
  'GET /parties/:id': at(`/parties/${NOTHING}`),
  'PATCH /parties/:id': at(`/parties/${NOTHING}`, { name: long(120), address: long(300) }),
  'DELETE /parties/:id': at(`/parties/${NOTHING}`),
  'GET /consignments': at('/consignments?limit=100&search=probe'),
  'POST /consignments': at('/consignments', { number: long(35), buyerId: NOTHING }),
  'GET /consignments/:id': at(`/consignments/${NOTHING}`),
  'PATCH /consignments/:id': at(`/consignments/${NOTHING}`, { billOfLading: long(35) }),
  'GET /consignments/:id/lots': at(`/consignments/${NOTHING}/lots?limit=100`),
  'GET /consignments/:id/closing': at(`/consignments/${NOTHING}/closing`),
  'POST /consignments/:id/lots': at(`/consignments/${NOTHING}/lots`, { lots: manyLots }),
  'DELETE /consignments/:id/lots': at(`/consignments/${NOTHING}/lots`, { lots: manyLots.map(({ lot }) => lot) }),
  'POST /consignments/:id/close': at(`/consignments/${NOTHING}/close`, {}),
  'POST /consignments/:id/ship': at(`/consignments/${NOTHING}/ship`, {}),
  'POST /consignments/:id/deliver': at(`/consignments/${NOTHING}/deliver`, {}),
  'GET /consignments/:id/due-diligence': at(`/consignments/${NOTHING}/due-diligence`),
  'GET /due-diligence/documents': at('/due-diligence/documents?limit=100'),
  'POST /due-diligence/documents': ({ farmId, jpeg }) => ({
    path:
      `/due-diligence/documents?documentClass=land_use&subjectKind=farm&subject=${farmId}&title=${long(120)}` +
      '&validFrom=2026-01-01',
    file: { name: `${long(100)}.jpg`, content: jpeg },
  }),
  'GET /due-diligence/documents/:id': at(`/due-diligence/documents/${NOTHING}`),
  'GET /due-diligence/documents/:id/file': at(`/due-diligence/documents/${NOTHING}/file`),
  'GET /due-diligence/documents/:id/thumbnail': at(`/due-diligence/documents/${NOTHING}/thumbnail`),
  'DELETE /due-diligence/documents/:id': at(`/due-diligence/documents/${NOTHING}`),
  'GET /due-diligence/assessments': at('/due-diligence/assessments?limit=100'),
  'POST /due-diligence/assessments': () => ({ path: '/due-diligence/assessments', body: farmGroup }),
  'GET /due-diligence/assessments/:id': at(`/due-diligence/assessments/${NOTHING}`),
  'PUT /due-diligence/assessments/:id/answers': at(`/due-diligence/assessments/${NOTHING}/answers`, {
    answers: allCriteria,
    version: 1,
  }),
  'POST /due-diligence/assessments/:id/conclude': at(`/due-diligence/assessments/${NOTHING}/conclude`, {
    conclusion: 'negligible',
    nextReviewOn: '2099-01-01',
    version: 1,
  }),
  'GET /due-diligence/measures': at('/due-diligence/measures?limit=100'),
  'POST /due-diligence/measures': at('/due-diligence/measures', newMeasure),
  'POST /due-diligence/measures/:id/done': at(`/due-diligence/measures/${NOTHING}/done`),
  'GET /due-diligence/concerns': at('/due-diligence/concerns?limit=100'),
  'POST /due-diligence/concerns': at('/due-diligence/concerns', newConcern),
  'POST /due-diligence/concerns/:id/answer': at(`/due-diligence/concerns/${NOTHING}/answer`, { answer: long(2_000) }),
  'GET /due-diligence/benchmarks': at('/due-diligence/benchmarks'),
  'GET /due-diligence/benchmarks/:country': at('/due-diligence/benchmarks/PG'),
  'GET /consignments/:id/papers': at(`/consignments/${NOTHING}/papers`),
  'GET /consignments/:id/plots.geojson': at(`/consignments/${NOTHING}/plots.geojson`),
  'GET /consignments/:id/statements': at(`/consignments/${NOTHING}/statements`),
  'POST /consignments/:id/statements': at(`/consignments/${NOTHING}/statements`, { activityType: 'IMPORT' }),
  'GET /statements/registry': at('/statements/registry'),
  'GET /statements/summary': at('/statements/summary?year=2026'),
  'GET /statements/retained': at('/statements/retained?days=2000'),
  'GET /statements/:id': at(`/statements/${NOTHING}`),
  'PATCH /statements/:id': at(`/statements/${NOTHING}`, { comment: long(2_000) }),
  'DELETE /statements/:id': at(`/statements/${NOTHING}`),
  'POST /statements/:id/check': at(`/statements/${NOTHING}/check`, {}),
  'POST /statements/:id/hand-over': at(`/statements/${NOTHING}/hand-over`, {}),
  'POST /statements/:id/submit': at(`/statements/${NOTHING}/submit`, {}),
  'POST /statements/:id/amend': at(`/statements/${NOTHING}/amend`, {}),
  'POST /statements/:id/archive': at(`/statements/${NOTHING}/archive`, {}),
  'POST /statements/:id/withdraw': at(`/statements/${NOTHING}/withdraw`, {}),
  'POST /statements/:id/record': at(`/statements/${NOTHING}/record`, { submittedAt: '2026-01-01T00:00:00Z' }),
  'PUT /statements/:id/numbers-public': at(`/statements/${NOTHING}/numbers-public`, { numbersPublic: true }),
  'GET /statements/:id/package': at(`/statements/${NOTHING}/package`),
  'GET /statements/:id/exchanges': at(`/statements/${NOTHING}/exchanges`),
  'GET /statements/:id/exchanges/:exchange': at(`/statements/${NOTHING}/exchanges/1`),
  'GET /supplier-declarations': at('/supplier-declarations?limit=100'),
  'POST /supplier-declarations': at('/supplier-declarations', {
    referenceNumber: '26BE7XTVCZAQ2S',
    verificationNumber: 'SFFCB4Y3',
  }),
  'GET /consignments/:id/links': at(`/consignments/${NOTHING}/links`),
  'POST /consignments/:id/links': at(`/consignments/${NOTHING}/links`, { expiresAt: '2099-01-01T00:00:00Z' }),
  'DELETE /buyer-links/:id': at(`/buyer-links/${NOTHING}`),
  'GET /buyer/:token': at(`/buyer/${long(43)}`),
  'GET /buyer/:token/papers': at(`/buyer/${long(43)}/papers`),
  'GET /buyer/:token/plots.geojson': at(`/buyer/${long(43)}/plots.geojson`),
  'GET /recall': at('/recall?farmId=FARM001'),
  'GET /recall/buyers.csv': at('/recall/buyers.csv?farmId=FARM001'),
  'POST /lots/:id/stage-reversal': at(`/lots/${NOTHING}/stage-reversal`, { reason: long(500) }),
  'POST /lots/advance': at('/lots/advance', { lotIds: [NOTHING], processDetails: long(500) }),
  'GET /shipping-reviews': at('/shipping-reviews?limit=100'),
  'POST /lots/:id/shipping-reviews': at(`/lots/${NOTHING}/shipping-reviews`, { stage: 'shipped' }),
  'POST /shipping-reviews/:id/confirm': at(`/shipping-reviews/${NOTHING}/confirm`, {}),
  'POST /shipping-reviews/:id/close': at(`/shipping-reviews/${NOTHING}/close`, {}),
  'GET /buyer-tasks': at('/buyer-tasks?limit=100'),
  'POST /buyer-tasks/:id/done': at(`/buyer-tasks/${NOTHING}/done`, {}),
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
  'GET /lots/:id/trail': ({ lot }) => ({ path: `/lots/${lot.id}/trail?limit=100` }),
  'GET /lots/by-lot-id/:lotId/qrcode': ({ lot }) => ({ path: `/lots/by-lot-id/${lot.lotId}/qrcode` }),
  'GET /lots/export': at('/lots/export?format=json'),
  'POST /lots/export': ({ lotUuids }) => ({ path: '/lots/export', body: { ids: lotUuids, format: 'json' } }),
  'POST /lots/import': ({ lots }) => ({
    path: '/lots/import?dryRun=true',
    file: { name: 'lots.csv', content: lots },
  }),
  'POST /lots/import/inspect': ({ lots }) => ({
    path: '/lots/import/inspect',
    file: { name: 'lots.csv', content: lots },
  }),
  'GET /lots/imports': at('/lots/imports?limit=100'),
  'POST /lots/imports/:id/undo': at(`/lots/imports/${NOTHING}/undo`, {}),
  'GET /lots/analytics': at('/lots/analytics?months=36&weeks=104'),
  'GET /lots/admin/stats': at('/lots/admin/stats'),
  'GET /farms': at('/farms?limit=100&search=FARM'),
  'GET /lots/:id/plots': ({ lot }) => ({ path: `/lots/${lot.id}/plots` }),
  'GET /lots/:id/origins': ({ lot }) => ({ path: `/lots/${lot.id}/origins?limit=100` }),
  'GET /lots/:id/descendants': ({ lot }) => ({ path: `/lots/${lot.id}/descendants?limit=100` }),
  'GET /lots/:id/uses': ({ lot }) => ({ path: `/lots/${lot.id}/uses?limit=100` }),
  'GET /lots/:id/graph': ({ lot }) => ({ path: `/lots/${lot.id}/graph?format=geojson` }),
  'POST /lots/:id/weighings': at(`/lots/${NOTHING}/weighings`, { weight: 50, notes: long(2_000) }),
  'POST /transformations': ({ lotUuids }, n) => ({ path: '/transformations', body: transformationOf(lotUuids, n) }),
  'GET /transformations': at('/transformations?limit=100'),
  'GET /transformations/:id': at(`/transformations/${NOTHING}`),
  'POST /transformations/import': ({ lots }) => ({
    path: '/transformations/import?dryRun=true',
    file: { name: 'transformations.csv', content: lots },
  }),
  'GET /lots/:id/compliance': ({ lot }) => ({ path: `/lots/${lot.id}/compliance` }),
  'GET /lots/:id/blockchain': ({ lot }) => ({ path: `/lots/${lot.id}/blockchain` }),
  'GET /lots/:id/provenance': ({ lot }) => ({ path: `/lots/${lot.id}/provenance` }),
  'POST /lots/:id/verify-integrity': ({ lot }) => ({ path: `/lots/${lot.id}/verify-integrity` }),
  'GET /lots/public/search': ({ lot }) => ({ path: `/lots/public/search?lotId=${lot.lotId}` }),
  'GET /lots/public/health': at('/lots/public/health'),
  'GET /lots/public/:lotId': ({ lot }) => ({ path: `/lots/public/${lot.lotId}` }),
  'GET /lots/public/:lotId/blockchain': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/blockchain` }),
  'GET /lots/public/:lotId/statements': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/statements` }),
  'GET /lots/public/:lotId/provenance': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/provenance` }),
  'POST /lots/public/:lotId/verify-integrity': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/verify-integrity` }),
  'GET /lots/:id/audit-trail-blockchain': ({ lot }) => ({ path: `/lots/${lot.id}/audit-trail-blockchain` }),
  'GET /lots/public/:lotId/proof': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/proof` }),
  'GET /lots/public/:lotId/proof/inputs/:key': ({ lot }) => ({
    path: `/lots/public/${lot.lotId}/proof/inputs/${'0'.repeat(32)}`,
  }),
  'GET /lots/public/:lotId/proof/whole': ({ lot }) => ({ path: `/lots/public/${lot.lotId}/proof/whole` }),
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
  'Query.placeUse': ({ farmId }) => ({ farmId, latitude: -5.258413, longitude: 145.743927 }),
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
  'Query.lotTrail': ({ lot }) => ({ id: lot.id, limit: 100 }),
  'Query.lotPlots': ofLot,
  'Query.lotOrigins': ({ lot }) => ({ lotId: lot.id, limit: 100 }),
  'Query.lotDescendants': ({ lot }) => ({ lotId: lot.id, limit: 100 }),
  'Query.transformation': unknown,
  'Query.transformations': () => ({ limit: 1 }),
  'Mutation.recordTransformation': ({ lotUuids }, n) => ({ input: transformationOf(lotUuids, n) }),
  'Mutation.weighLot': () => ({ id: NOTHING, input: { weight: 50, notes: long(2_000) } }),
  'Query.lotQrCode': ofLot,
  'Query.lotStats': () => ({ filter: { search: 'Farmer' } }),
  'Query.lots': () => ({ limit: 100, page: 50, filter: { search: 'Farmer 1' } }),
  'Query.mapTiles': none,
  'Query.me': none,
  'Query.myAlertMail': none,
  'Query.mySessions': none,
  'Query.nextLotId': none,
  'Query.cooperative': none,
  'Query.savedViews': none,
  'Query.notifications': () => ({ limit: 100 }),
  'Query.unreadNotifications': none,
  'Query.invitations': page,
  'Query.openInvitation': () => ({ token: long(200) }),
  'Query.partnerKeys': page,
  'Query.buyerTasks': page,
  'Query.shippingReviews': page,
  'Query.consignment': unknown,
  'Query.consignments': () => ({ limit: 100, search: 'probe' }),
  'Query.statement': unknown,
  'Query.statements': () => ({ consignmentId: NOTHING }),
  'Query.statementRegistry': none,
  'Query.statementSummary': () => ({ year: 2026 }),
  'Query.retainedStatements': () => ({ days: 2_000 }),
  'Query.supplierDeclarations': page,
  'Query.recall': () => ({ farmId: 'FARM001' }),
  'Query.countryBenchmarks': none,
  'Query.dueDiligenceDocument': unknown,
  'Query.dueDiligenceDocuments': page,
  'Query.mitigationMeasures': page,
  'Query.riskAssessment': unknown,
  'Query.riskAssessments': page,
  'Query.substantiatedConcerns': page,
  'Mutation.answerConcern': () => ({ id: NOTHING, answer: long(2_000) }),
  'Mutation.answerRiskAssessment': () => ({ id: NOTHING, answers: allCriteria, version: 1 }),
  'Mutation.completeMitigationMeasure': unknown,
  'Mutation.concludeRiskAssessment': () => ({
    id: NOTHING,
    conclusion: 'negligible',
    nextReviewOn: '2099-01-01',
    version: 1,
  }),
  'Mutation.createMitigationMeasure': () => ({ input: newMeasure }),
  'Mutation.createRiskAssessment': () => ({ input: farmGroup }),
  'Mutation.logConcern': () => ({ input: newConcern }),
  'Mutation.removeDueDiligenceDocument': unknown,
  'Query.farm': () => ({ farmId: 'FARM008' }),
  'Query.parties': () => ({ limit: 100, search: 'probe' }),
  'Query.party': unknown,
  'Query.plotHistory': ({ plotId }) => ({ id: plotId }),
  'Query.provenanceChain': ofLot,
  'Query.publicLot': ({ lot }) => ({ lotId: lot.lotId }),
  'Query.publicProof': ({ lot }) => ({ lotId: lot.lotId }),
  'Query.recentActivity': page,
  'Query.refusedLedgerEvents': page,
  'Query.reportOrder': unknown,
  'Query.reports': page,
  'Query.satelliteProgress': none,
  'Query.selectedLots': () => ({ ids: [NOTHING], filter: { search: 'Farmer 1' } }),
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
  'Mutation.addToConsignment': () => ({ id: NOTHING, lots: manyLots }),
  'Mutation.closeConsignment': unknown,
  'Mutation.completeBuyerTask': unknown,
  'Mutation.revertStage': () => ({ id: NOTHING, reason: long(500) }),
  'Mutation.advanceLots': () => ({ input: { lotIds: [NOTHING], processDetails: long(500) } }),
  'Mutation.askShippingConfirmation': () => ({ lotId: NOTHING }),
  'Mutation.confirmShipping': unknown,
  'Mutation.closeShippingReview': unknown,
  'Mutation.createBuyerLink': () => ({ consignmentId: NOTHING, expiresAt: '2099-01-01T00:00:00Z' }),
  'Mutation.deliverConsignment': unknown,
  'Mutation.openConsignment': () => ({ input: { number: long(35), buyerId: NOTHING } }),
  'Mutation.removeFromConsignment': () => ({ id: NOTHING, lots: manyLots.map(({ lot }) => lot) }),
  'Mutation.revokeBuyerLink': unknown,
  'Mutation.shipConsignment': unknown,
  'Mutation.updateConsignment': () => ({ id: NOTHING, input: { billOfLading: long(35) } }),
  'Mutation.createStatement': () => ({ consignmentId: NOTHING, input: { activityType: 'IMPORT' } }),
  'Mutation.updateStatement': () => ({ id: NOTHING, input: { comment: long(2_000) } }),
  'Mutation.checkStatement': unknown,
  'Mutation.discardStatement': unknown,
  'Mutation.handOverStatement': unknown,
  'Mutation.submitStatement': unknown,
  'Mutation.amendStatement': unknown,
  'Mutation.withdrawStatement': unknown,
  'Mutation.recordStatement': () => ({ id: NOTHING, input: { submittedAt: '2026-01-01T00:00:00Z' } }),
  'Mutation.archiveStatement': unknown,
  'Mutation.publishStatementNumbers': () => ({ id: NOTHING, numbersPublic: true }),
  'Mutation.verifyDeclaration': () => ({ referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 'SFFCB4Y3' }),
  'Mutation.createFarm': (_, n) => ({ input: { farmId: `PROBED-${n}`, ...farmFields } }),
  'Mutation.updateFarm': () => ({ farmId: 'NOTHING', input: farmFields }),
  'Mutation.eraseFarm': () => ({ farmId: 'NOTHING' }),
  'Mutation.createParty': (_, n) => ({ input: newParty(n) }),
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
  'Mutation.updateCooperative': () => ({ input: { name: long(120), country: 'PG', version: 1_000 } }),
  'Mutation.readNotifications': () => ({ upTo: '2026-01-01T00:00:00Z' }),
  'Mutation.saveView': () => ({ input: { name: long(60), query: long(1_000) } }),
  'Mutation.updateView': () => ({ id: NOTHING, input: { name: long(60) } }),
  'Mutation.deleteView': unknown,
  'Mutation.inviteUser': (_, n) => ({ input: { name: named(n), role: 'auditor' } }),
  'Mutation.renewInvitation': unknown,
  'Mutation.revokeInvitation': unknown,
  'Mutation.makeResetLink': ({ userId }) => ({ id: userId, byMail: false }),
  'Mutation.changeMyEmail': () => ({ currentPassword: long(128), email: '' }),
  'Mutation.requestPasswordReset': () => ({ login: long(254) }),
  'Mutation.resetPassword': () => ({ token: long(200), newPassword: long(128) }),
  'Mutation.acceptInvitation': () => ({ token: long(200), username: long(40), password: long(128) }),
  'Mutation.createWebHook': (_, n) => ({ input: { name: named(n), url: `https://hook.example/${n}`, farmId: '' } }),
  'Mutation.deleteLot': unknown,
  'Mutation.deleteParty': unknown,
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
  'Mutation.updateParty': () => ({ id: NOTHING, input: { name: long(120), address: long(300) } }),
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
