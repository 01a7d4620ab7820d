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
  deleteLot: 'DELETE /lots/:id',
  dismissAlert: 'PUT /alerts/:id/dismiss',
  endSession: 'DELETE /auth/sessions/:id',
  eraseFarmer: 'POST /gdpr/erase',
  eraseMyData: 'DELETE /gdpr/delete',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  // All of them at once.
  logoutEverywhere: 'DELETE /auth/sessions/:id',
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
  updateLot: 'PATCH /lots/:id',
  updateProcess: 'PATCH /lots/:id/process',
  updateUser: 'PATCH /users/:id',
  verifyIntegrity: 'POST /lots/:id/verify-integrity',
  walkLedger: 'POST /ledger/walk',
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
  expect(shownOnce.flatMap(({ type }) => secretsIn(type))).toEqual(['CreatedPartnerKey.key', 'CreatedWebHook.secret']);
});
