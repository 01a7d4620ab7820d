import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, getNamedType, isObjectType, isUnionType, type GraphQLOutputType } from 'graphql';
import { expect, it } from 'vitest';
import { ROUTES } from '../../support/declaredRoutes.ts';
import { NOT_KEYED, SHOWN_ONCE } from '../../../server/platform/graphql/keyedMutation.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { takesIdempotencyKey } from '../../../server/platform/http/idempotentCall.ts';

/**
 * The REST call that each mutation stands for: the rule of the one is the rule of the other (docs/spec/rest-api.md,
 * 'Idempotency keys').
 */
const CALLS: Record<string, string> = {
  acknowledgeAlert: 'PUT /alerts/:id/acknowledge',
  changePassword: 'POST /auth/password',
  checkSatellite: 'PATCH /lots/:id/satellite',
  createLot: 'POST /lots',
  createPartnerKey: 'POST /keys',
  createUser: 'POST /users',
  inviteUser: 'POST /invitations',
  renewInvitation: 'POST /invitations/:id/renew',
  revokeInvitation: 'DELETE /invitations/:id',
  makeResetLink: 'POST /users/:id/reset-link',
  changeMyEmail: 'POST /auth/email',
  requestPasswordReset: 'POST /auth/password-reset',
  resetPassword: 'POST /auth/password-reset/complete',
  updateCooperative: 'PUT /cooperative',
  readNotifications: 'POST /notifications/read',
  saveView: 'POST /saved-views',
  updateView: 'PATCH /saved-views/:id',
  deleteView: 'DELETE /saved-views/:id',
  acceptInvitation: 'POST /auth/invitation/accept',
  deleteLot: 'DELETE /lots/:id',
  dismissAlert: 'PUT /alerts/:id/dismiss',
  endSession: 'DELETE /auth/sessions/:id',
  eraseFarmer: 'POST /gdpr/erase',
  eraseMyData: 'DELETE /gdpr/delete',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  // All of them at once.
  logoutEverywhere: 'DELETE /auth/sessions/:id',
  recordTransformation: 'POST /transformations',
  refreshSession: 'POST /auth/refresh',
  resolveAlert: 'PUT /alerts/:id/resolve',
  retryLedgerEvent: 'POST /ledger/events/:id/retry',
  revokePartnerKey: 'DELETE /keys/:id',
  setUserPassword: 'POST /users/:id/password',
  updateAlerts: 'PUT /alerts/bulk-update-status',
  assignAlert: 'PUT /alerts/:id/assignment',
  commentOnAlert: 'POST /alerts/:id/comments',
  removeAlertFile: 'DELETE /alerts/:id/files/:fileId',
  createWebHook: 'POST /hooks',
  disableWebHook: 'DELETE /hooks/:id',
  setMyAlertMail: 'PUT /alert-mail',
  confirmMyAlertMail: 'POST /alert-mail/confirm',
  stopMyAlertMail: 'DELETE /alert-mail',
  orderReport: 'POST /reports',
  stopReport: 'DELETE /reports/making/:id',
  addPlot: 'POST /farms/:farmId/plots',
  changePlot: 'PATCH /plots/:id',
  removePlot: 'DELETE /plots/:id',
  openConsignment: 'POST /consignments',
  updateConsignment: 'PATCH /consignments/:id',
  addToConsignment: 'POST /consignments/:id/lots',
  removeFromConsignment: 'DELETE /consignments/:id/lots',
  closeConsignment: 'POST /consignments/:id/close',
  shipConsignment: 'POST /consignments/:id/ship',
  deliverConsignment: 'POST /consignments/:id/deliver',
  createBuyerLink: 'POST /consignments/:id/links',
  revokeBuyerLink: 'DELETE /buyer-links/:id',
  completeBuyerTask: 'POST /buyer-tasks/:id/done',
  createFarm: 'POST /farms',
  updateFarm: 'PATCH /farms/:farmId',
  eraseFarm: 'DELETE /farms/:farmId',
  createParty: 'POST /parties',
  updateParty: 'PATCH /parties/:id',
  deleteParty: 'DELETE /parties/:id',
  updateLot: 'PATCH /lots/:id',
  updateProcess: 'PATCH /lots/:id/process',
  revertStage: 'POST /lots/:id/stage-reversal',
  advanceLots: 'POST /lots/advance',
  askShippingConfirmation: 'POST /lots/:id/shipping-reviews',
  confirmShipping: 'POST /shipping-reviews/:id/confirm',
  closeShippingReview: 'POST /shipping-reviews/:id/close',
  updateUser: 'PATCH /users/:id',
  verifyIntegrity: 'POST /lots/:id/verify-integrity',
  walkLedger: 'POST /ledger/walk',
  weighLot: 'POST /lots/:id/weighings',
  createStatement: 'POST /consignments/:id/statements',
  updateStatement: 'PATCH /statements/:id',
  discardStatement: 'DELETE /statements/:id',
  checkStatement: 'POST /statements/:id/check',
  handOverStatement: 'POST /statements/:id/hand-over',
  submitStatement: 'POST /statements/:id/submit',
  amendStatement: 'POST /statements/:id/amend',
  archiveStatement: 'POST /statements/:id/archive',
  withdrawStatement: 'POST /statements/:id/withdraw',
  recordStatement: 'POST /statements/:id/record',
  publishStatementNumbers: 'PUT /statements/:id/numbers-public',
  verifyDeclaration: 'POST /supplier-declarations',
  removeDueDiligenceDocument: 'DELETE /due-diligence/documents/:id',
  createRiskAssessment: 'POST /due-diligence/assessments',
  answerRiskAssessment: 'PUT /due-diligence/assessments/:id/answers',
  concludeRiskAssessment: 'POST /due-diligence/assessments/:id/conclude',
  createMitigationMeasure: 'POST /due-diligence/measures',
  completeMitigationMeasure: 'POST /due-diligence/measures/:id/done',
  logConcern: 'POST /due-diligence/concerns',
  answerConcern: 'POST /due-diligence/concerns/:id/answer',
};

async function mutations() {
  const schema = buildSchema(await readFile(join(packageRoot, 'schema.graphql'), 'utf8'));
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}

it('every mutation heeds an idempotency key, or not, as the REST call that it stands for', async () => {
  const heeds = (name: string): boolean | undefined => {
    const route = ROUTES.find(({ method, path }) => `${method} ${path}` === CALLS[name]);
    return route && takesIdempotencyKey(route);
  };
  const names = (await mutations()).map(({ name }) => name);
  expect(names.map((name) => [name, heeds(name)])).toEqual(names.map((name) => [name, !NOT_KEYED.has(name)]));
  expect([...NOT_KEYED, ...SHOWN_ONCE].filter((name) => !names.includes(name))).toEqual([]);
});

/** Fields that hold secrets, in all that a type's answers can hold. */
function secretsIn(type: GraphQLOutputType, seen = new Set<string>()): string[] {
  const named = getNamedType(type);
  if (seen.has(named.name)) return [];
  seen.add(named.name);
  if (isUnionType(named)) return named.getTypes().flatMap((member) => secretsIn(member, seen));
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    /^key$|token$|secret|password/i.test(field.name) ? [`${named.name}.${field.name}`] : secretsIn(field.type, seen),
  );
}

it('no answer that is kept for a key holds a secret', async () => {
  const answers = await mutations();
  const kept = answers.filter(({ name }) => !NOT_KEYED.has(name) && !SHOWN_ONCE.has(name));
  expect(kept.flatMap(({ type }) => secretsIn(type))).toEqual([]);
  const shownOnce = answers.filter(({ name }) => SHOWN_ONCE.has(name));
  expect(shownOnce.flatMap(({ type }) => secretsIn(type))).toEqual([
    'BuyerLinkCreated.token',
    'CreatedPartnerKey.key',
    'CreatedWebHook.secret',
  ]);
});
