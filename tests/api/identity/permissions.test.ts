import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotRight, PermissionTable, Role } from '../../../server/domain/access/permissions.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { graphqlClient, type GraphqlAnswer } from '../../support/graphqlClient.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient } from '../../support/restClient.ts';
import { ScriptedMonitor } from '../../support/satelliteWorld.ts';
import { openSocket, type SocketClient } from '../../support/socketClient.ts';
import { settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** One server for each permission table, on one database. */
const servers: Partial<Record<PermissionTable, TestApp>> = {};
const people: Partial<Record<Role, Person>> = {};
/** access tokens and partner keys, by who holds them */
const tokens: Partial<Record<Caller, string>> = {};
/** one open socket for each caller and server */
const sockets = new Map<string, SocketClient>();
/** a lot of each farm, in stage harvested */
const lots: Record<Farm, Lot> = { own: { id: '', lotId: '' }, other: { id: '', lotId: '' } };
const FARMS = { own: 'FARM001', other: 'FARM002' } as const;
/** A period of which only one lot is, so that a report does not compare all that the other actions have made. */
const REPORTED = { from: '2026-02-01', to: '2026-02-28' };

type Farm = keyof typeof FARMS;
interface Lot {
  id: string;
  lotId: string;
}

const ROLES = ['farmer', 'processor', 'auditor', 'admin'] as const;
/**
 * Partner keys have a role's rights (docs/spec/access-and-accounts.md, 'Partner keys'), and an admin's they never have.
 */
const KEYS = { "a farmer's key": 'farmer', "a processor's key": 'processor', "an auditor's key": 'auditor' } as const;
type KeyHolder = keyof typeof KEYS;
type Caller = Role | KeyHolder;
const KEY_HOLDERS = ["a farmer's key", "a processor's key", "an auditor's key"] as const;
const CALLERS: readonly Caller[] = [...ROLES, ...KEY_HOLDERS];
const TABLES = ['merged', 'A', 'B'] as const;

beforeAll(async () => {
  const merged = await createTestApp({ surroundings: { monitor: new ScriptedMonitor() } });
  servers.merged = merged;
  for (const table of ['A', 'B'] as const) {
    servers[table] = await createTestApp({
      database: merged.databaseUrl,
      env: { PERMISSION_TABLE: table, ROLE: 'web' },
    });
  }
  for (const role of ROLES) {
    const added = await merged.person(role);
    people[role] = added;
    tokens[role] = added.accessToken;
  }
  for (const holder of KEY_HOLDERS) tokens[holder] = await keyOf(KEYS[holder]);
  for (const farm of ['own', 'other'] as const) lots[farm] = await lotOf(farm);
  await lotOf('own', REPORTED.from);
});

afterAll(async () => {
  for (const socket of sockets.values()) await socket.close();
  await servers.B?.stop();
  await servers.A?.stop();
  await servers.merged?.stop();
});

function server(table: PermissionTable): TestApp {
  const found = servers[table];
  if (found === undefined) throw new Error(`The server of table ${table} did not start`);
  return found;
}

function person(role: Role): Person {
  const found = people[role];
  if (found === undefined) throw new Error(`There is no ${role}`);
  return found;
}

function tokenOf(caller: Caller): string {
  const found = tokens[caller];
  if (found === undefined) throw new Error(`There is no token of ${caller}`);
  return found;
}

async function keyOf(role: Role): Promise<string> {
  const farmId = role === 'farmer' ? FARMS.own : '';
  const { status, data } = await person('admin').rest.send('POST', '/keys', { name: `Partner ${role}`, role, farmId });
  expect(status).toBe(201);
  return data.key;
}

async function lotOf(farm: Farm, harvestDate = '2026-03-01'): Promise<Lot> {
  const { status, data } = await person('admin').rest.send(
    'POST',
    '/lots',
    newLot({ farmId: FARMS[farm], harvestDate }),
  );
  expect(status).toBe(201);
  return data.lot;
}

async function alertOf({ id }: Lot): Promise<string> {
  return raiseSmoke(server('merged').app.database, id);
}

type Outcome = 'done' | 'not signed in' | 'forbidden' | 'not found';

const ACTIONS = [
  'create_lot',
  'view_all_lots',
  'edit_lot (fields)',
  'edit_lot (stage)',
  'delete_lot',
  'refresh_satellite',
  'acknowledge_alerts',
  'close_alerts (dismiss)',
  'close_alerts (resolve)',
  'generate_reports',
  'manage_users',
  'manage_keys',
] as const;
type Action = (typeof ACTIONS)[number];

const done = 'done';
const denied = 'forbidden';
const unseen = 'not found';
/** What befalls a role: with a lot of farm FARM001, which is the farmer's, and with one of another farm. */
type Expected = Record<Role, readonly [own: Outcome, other: Outcome]>;

/** Written out by hand from docs/spec/access-and-accounts.md, 'Merged table', not from the program. */
const seesAll = (outcome: Outcome) => [outcome, outcome] as const;
const EXPECTED: Record<PermissionTable, Record<Action, Expected>> = {
  merged: {
    create_lot: { farmer: [done, denied], processor: seesAll(done), auditor: seesAll(denied), admin: seesAll(done) },
    view_all_lots: { farmer: [done, unseen], processor: seesAll(done), auditor: seesAll(done), admin: seesAll(done) },
    'edit_lot (fields)': {
      farmer: [done, unseen],
      processor: seesAll(done),
      auditor: seesAll(denied),
      admin: seesAll(done),
    },
    'edit_lot (stage)': {
      farmer: [done, unseen],
      processor: seesAll(done),
      auditor: seesAll(denied),
      admin: seesAll(done),
    },
    delete_lot: { farmer: [done, unseen], processor: seesAll(denied), auditor: seesAll(denied), admin: seesAll(done) },
    refresh_satellite: {
      farmer: [done, unseen],
      processor: seesAll(done),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    acknowledge_alerts: {
      farmer: [done, unseen],
      processor: seesAll(done),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    'close_alerts (dismiss)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    'close_alerts (resolve)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    generate_reports: {
      farmer: seesAll(denied),
      processor: seesAll(done),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    manage_users: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(done),
      admin: seesAll(done),
    },
    manage_keys: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(done),
    },
  },
  // Table A names creating, seeing and reporting; every other action is denied. It gives an admin nothing, not even sight.
  A: {
    create_lot: { farmer: [done, denied], processor: seesAll(done), auditor: seesAll(denied), admin: seesAll(denied) },
    view_all_lots: { farmer: [done, unseen], processor: seesAll(done), auditor: seesAll(done), admin: seesAll(unseen) },
    'edit_lot (fields)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    'edit_lot (stage)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    delete_lot: {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    refresh_satellite: {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    acknowledge_alerts: {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    'close_alerts (dismiss)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    'close_alerts (resolve)': {
      farmer: [denied, unseen],
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(unseen),
    },
    generate_reports: {
      farmer: seesAll(denied),
      processor: seesAll(done),
      auditor: seesAll(done),
      admin: seesAll(denied),
    },
    manage_users: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(done),
      admin: seesAll(denied),
    },
    manage_keys: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
  },
  // Table B changes creating, seeing and editing. A processor may edit in it, but sees no lot.
  B: {
    create_lot: { farmer: [done, denied], processor: seesAll(denied), auditor: seesAll(denied), admin: seesAll(done) },
    view_all_lots: { farmer: [done, unseen], processor: seesAll(unseen), auditor: seesAll(done), admin: seesAll(done) },
    'edit_lot (fields)': {
      farmer: [done, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(done),
    },
    'edit_lot (stage)': {
      farmer: [done, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(done),
    },
    delete_lot: {
      farmer: [denied, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
    refresh_satellite: {
      farmer: [denied, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
    acknowledge_alerts: {
      farmer: [denied, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
    'close_alerts (dismiss)': {
      farmer: [denied, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
    'close_alerts (resolve)': {
      farmer: [denied, unseen],
      processor: seesAll(unseen),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
    generate_reports: {
      farmer: seesAll(denied),
      processor: seesAll(done),
      auditor: seesAll(done),
      admin: seesAll(denied),
    },
    manage_users: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(done),
      admin: seesAll(denied),
    },
    manage_keys: {
      farmer: seesAll(denied),
      processor: seesAll(denied),
      auditor: seesAll(denied),
      admin: seesAll(denied),
    },
  },
};

/** What an action is done to; actions that use their target up get one of their own. */
interface Target {
  farmId: string;
  lot: Lot;
  alertId: string;
}

const PLACE = (() => {
  const { latitude, longitude } = newLot();
  return { latitude, longitude };
})();
const STAGE = { currentProcess: 'fermented', processDetails: 'Turned on day two' };
const FAILURE = '__typename ... on Failure { message }';

type Call = [method: string, path: string, body?: unknown];
const REST: Record<Action, (target: Target) => Call> = {
  create_lot: ({ farmId }) => ['POST', '/lots', newLot({ farmId })],
  view_all_lots: ({ lot }) => ['GET', `/lots/${lot.lotId}`],
  'edit_lot (fields)': ({ lot }) => ['PATCH', `/lots/${lot.id}`, { weight: 51 }],
  'edit_lot (stage)': ({ lot }) => ['PATCH', `/lots/${lot.lotId}/process`, STAGE],
  delete_lot: ({ lot }) => ['DELETE', `/lots/${lot.id}`],
  refresh_satellite: ({ lot }) => ['PATCH', `/lots/${lot.id}/satellite`, PLACE],
  acknowledge_alerts: ({ alertId }) => ['PUT', `/alerts/${alertId}/acknowledge`],
  'close_alerts (dismiss)': ({ alertId }) => ['PUT', `/alerts/${alertId}/dismiss`, {}],
  'close_alerts (resolve)': ({ alertId }) => ['PUT', `/alerts/${alertId}/resolve`, {}],
  generate_reports: () => ['GET', `/reports/compliance?startDate=${REPORTED.from}&endDate=${REPORTED.to}`],
  manage_users: () => ['GET', '/users'],
  manage_keys: () => ['GET', '/keys'],
};
const GRAPHQL: Record<Action, (target: Target) => [query: string, variables: Record<string, unknown>]> = {
  create_lot: ({ farmId }) => [
    `mutation ($input: CreateLotInput!) { answer: createLot(input: $input) { ${FAILURE} } }`,
    { input: newLot({ farmId }) },
  ],
  view_all_lots: ({ lot }) => ['query ($id: ID!) { answer: lot(id: $id) { lotId } }', { id: lot.lotId }],
  'edit_lot (fields)': ({ lot }) => [
    `mutation ($id: ID!) { answer: updateLot(id: $id, input: { weight: 52 }) { ${FAILURE} } }`,
    { id: lot.id },
  ],
  'edit_lot (stage)': ({ lot }) => [
    `mutation ($id: ID!, $input: UpdateProcessInput!) { answer: updateProcess(id: $id, input: $input) { ${FAILURE} } }`,
    { id: lot.lotId, input: STAGE },
  ],
  delete_lot: ({ lot }) => [`mutation ($id: ID!) { answer: deleteLot(id: $id) { ${FAILURE} } }`, { id: lot.id }],
  refresh_satellite: ({ lot }) => [
    `mutation ($id: ID!, $latitude: Float!, $longitude: Float!) {
      answer: checkSatellite(id: $id, latitude: $latitude, longitude: $longitude) { ${FAILURE} } }`,
    { id: lot.id, ...PLACE },
  ],
  acknowledge_alerts: ({ alertId }) => [
    `mutation ($id: ID!) { answer: acknowledgeAlert(id: $id) { ${FAILURE} } }`,
    { id: alertId },
  ],
  'close_alerts (dismiss)': ({ alertId }) => [
    `mutation ($id: ID!) { answer: dismissAlert(id: $id) { ${FAILURE} } }`,
    { id: alertId },
  ],
  'close_alerts (resolve)': ({ alertId }) => [
    `mutation ($id: ID!) { answer: resolveAlert(id: $id) { ${FAILURE} } }`,
    { id: alertId },
  ],
  generate_reports: () => [
    'query ($from: Date!, $to: Date!) { answer: complianceReport(startDate: $from, endDate: $to) { reportId } }',
    REPORTED,
  ],
  manage_users: () => ['{ answer: users { pagination { total } } }', {}],
  manage_keys: () => ['{ answer: partnerKeys { pagination { total } } }', {}],
};

const STATUSES: Record<number, Outcome> = {
  200: 'done',
  201: 'done',
  401: 'not signed in',
  403: 'forbidden',
  404: 'not found',
};
const CODES: Record<string, Outcome> = { UNAUTHENTICATED: 'not signed in', FORBIDDEN: 'forbidden' };

/** A null answer of a query means that nothing is visible. */
function outcomeOf({ data, errors }: Pick<GraphqlAnswer, 'data'> & Pick<SocketAnswer, 'errors'>): string {
  const code = errors[0]?.extensions?.code;
  if (code !== undefined) return CODES[String(code)] ?? String(code);
  if (data.answer === null || data.answer.__typename === 'NotFound') return 'not found';
  return data.answer.message ?? 'done';
}

type SocketAnswer = Awaited<ReturnType<SocketClient['run']>>;

async function socketOf(url: string, token: string | undefined): Promise<SocketClient> {
  const key = `${url} ${token}`;
  const known = sockets.get(key);
  if (known !== undefined) return known;
  const opened = await openSocket(url, token);
  sockets.set(key, opened);
  return opened;
}

const TRANSPORTS = {
  REST: async (url: string, token: string | undefined, action: Action, target: Target) => {
    const { status } = await restClient(url, token).send(...REST[action](target));
    return STATUSES[status] ?? `status ${status}`;
  },
  GraphQL: async (url: string, token: string | undefined, action: Action, target: Target) =>
    outcomeOf(await graphqlClient(url, token).run(...GRAPHQL[action](target))),
  'a GraphQL socket': async (url: string, token: string | undefined, action: Action, target: Target) => {
    const { data, errors } = await (await socketOf(url, token)).run(...GRAPHQL[action](target));
    return outcomeOf({ data: data ?? null, errors });
  },
};
const LIST = '{ lots(limit: 100) { lots { farmId } pagination { total } } }';

async function runOver(way: 'GraphQL' | 'a GraphQL socket', url: string, token: string, query: string) {
  return way === 'GraphQL' ? graphqlClient(url, token).run(query) : (await socketOf(url, token)).run(query);
}
const WAYS = ['REST', 'GraphQL', 'a GraphQL socket'] as const;
type Transport = (typeof WAYS)[number];

const FARMS_TRIED = ['own', 'other'] as const;
const concernsLots = (action: Action): boolean => !['generate_reports', 'manage_users', 'manage_keys'].includes(action);
const isKeyHolder = (caller: Caller): caller is KeyHolder => caller in KEYS;

/** A key has what its role has, but never users and keys. */
function expected(table: PermissionTable, action: Action, caller: Caller): Expected[Role] {
  if (!isKeyHolder(caller)) return EXPECTED[table][action][caller];
  if (action === 'manage_users' || action === 'manage_keys') return seesAll(denied);
  return EXPECTED[table][action][KEYS[caller]];
}

const usesItsLotUp = (action: Action) => action === 'delete_lot' || action === 'edit_lot (stage)';

async function targetOf(action: Action, farm: Farm, outcome: Outcome): Promise<Target> {
  const lot = usesItsLotUp(action) && outcome === 'done' ? await lotOf(farm) : lots[farm];
  const alertId = action.includes('alerts') ? await alertOf(lot) : '';
  return { farmId: FARMS[farm], lot, alertId };
}

/** The farms that an action is tried on: the farmer's and another. */
const farmsOf = (action: Action): readonly Farm[] => FARMS_TRIED.slice(0, concernsLots(action) ? 2 : 1);

async function tried(
  table: PermissionTable,
  transport: Transport,
  { caller, action, farm }: { caller: Caller | null; action: Action; farm: Farm },
  outcome: Outcome,
): Promise<string> {
  const target = await targetOf(action, farm, outcome);
  const token = caller === null ? undefined : tokenOf(caller);
  return TRANSPORTS[transport](server(table).url, token, action, target);
}

/** The farms of the lots in a list, as each role gets it. */
async function farmsListed(table: PermissionTable, transport: Transport): Promise<Record<Role, string[]>> {
  const listed: Record<Role, string[]> = { farmer: [], processor: [], auditor: [], admin: [] };
  for (const role of ROLES) {
    const { accessToken } = person(role);
    const answer =
      transport === 'REST'
        ? (await restClient(server(table).url, accessToken).get('/lots?limit=100')).data
        : (await runOver(transport, server(table).url, accessToken, LIST)).data.lots;
    const farms = new Set<string>(answer.lots.map((lot: { farmId: string }) => lot.farmId));
    listed[role] = [...farms].sort();
    expect(answer.pagination.total > 0).toBe(farms.size > 0);
  }
  return listed;
}
const BOTH_FARMS = ['FARM001', 'FARM002'];
const FARMS_LISTED: Record<PermissionTable, Record<Role, string[]>> = {
  merged: { farmer: ['FARM001'], processor: BOTH_FARMS, auditor: BOTH_FARMS, admin: BOTH_FARMS },
  A: { farmer: ['FARM001'], processor: BOTH_FARMS, auditor: BOTH_FARMS, admin: [] },
  B: { farmer: ['FARM001'], processor: [], auditor: BOTH_FARMS, admin: BOTH_FARMS },
};

describe.each(WAYS)('the default table over %s', (transport) => {
  const cases = CALLERS.flatMap((caller) =>
    ACTIONS.flatMap((action) =>
      farmsOf(action).map((farm, i) => ({
        caller,
        action,
        farm,
        lot: farm === 'own' ? FARMS.own : 'another farm',
        outcome: expected('merged', action, caller)[i] ?? 'done',
      })),
    ),
  );

  it.each(cases)('$caller, $action of $lot: $outcome', async ({ outcome, ...attempt }) => {
    expect(await tried('merged', transport, attempt, outcome)).toBe(outcome);
  });

  it.each(ACTIONS)('nobody, %s: not signed in', async (action) => {
    const attempt = { caller: null, action, farm: 'own' } as const;
    expect(await tried('merged', transport, attempt, 'not signed in')).toBe('not signed in');
  });

  it('lists hold the lots that the caller may see', async () => {
    expect(await farmsListed('merged', transport)).toEqual(FARMS_LISTED.merged);
  });
});

// A transport asks the same services whatever the table, so one transport is enough for the other tables.
describe.each(['A', 'B'] as const)('table %s', (table) => {
  it.each(ACTIONS)('%s: the outcome of each caller, on each farm', async (action) => {
    const outcomes: [caller: string, farm: Farm, outcome: string][] = [];
    const wanted: typeof outcomes = [];
    for (const caller of CALLERS) {
      for (const [i, farm] of farmsOf(action).entries()) {
        const outcome = expected(table, action, caller)[i] ?? 'done';
        wanted.push([caller, farm, outcome]);
        outcomes.push([caller, farm, await tried(table, 'REST', { caller, action, farm }, outcome)]);
      }
    }
    const nobody = { caller: null, action, farm: 'own' } as const;
    outcomes.push(['nobody', 'own', await tried(table, 'REST', nobody, 'not signed in')]);
    expect(outcomes).toEqual([...wanted, ['nobody', 'own', 'not signed in']]);
  });

  it('lists hold the lots that the caller may see', async () => {
    expect(await farmsListed(table, 'REST')).toEqual(FARMS_LISTED[table]);
  });
});

/** What a lot says of itself, by the rows of the matrix that it comes from. */
const SAID = {
  edit_lot: 'edit_lot (stage)',
  delete_lot: 'delete_lot',
  refresh_satellite: 'refresh_satellite',
  acknowledge_alerts: 'acknowledge_alerts',
  close_alerts: 'close_alerts (dismiss)',
} as const satisfies Record<LotRight, Action>;

describe.each(TABLES)('table %s', (table) => {
  const mayDo = async (caller: Caller, { id }: Lot) => {
    const { url } = server(table);
    const overRest = await restClient(url, tokenOf(caller)).get(`/lots/${id}`);
    const query = 'query ($id: ID!) { lot(id: $id) { mayDo } }';
    const { data } = await graphqlClient(url, tokenOf(caller)).run(query, { id });
    expect(data.lot?.mayDo).toEqual(overRest.data?.lot.mayDo);
    return overRest.status === 404 ? 'not found' : overRest.data.lot.mayDo;
  };

  it.each(CALLERS)('lots tell %s what they may do to them, and no more', async (caller) => {
    for (const [i, farm] of FARMS_TRIED.entries()) {
      const rights = Object.entries(SAID).filter(([, action]) => expected(table, action, caller)[i] === 'done');
      const seen = expected(table, 'view_all_lots', caller)[i] === 'done';
      const allowed = seen ? rights.map(([right]) => right) : 'not found';
      expect([farm, await mayDo(caller, lots[farm])]).toEqual([farm, allowed]);
    }
  });
});

it('a lot that has left its first stage does not tell its farmer that they may delete it', async () => {
  const { rest } = person('farmer');
  const lot = await lotOf('own');
  expect((await rest.get(`/lots/${lot.id}`)).data.lot.mayDo).toContain('delete_lot');
  const moved = (await rest.send('PATCH', `/lots/${lot.id}/process`, STAGE)).data.lot.mayDo;
  expect(moved).toEqual(['edit_lot', 'refresh_satellite', 'acknowledge_alerts']);
  const listed = (await rest.get('/lots?limit=100')).data.lots.find(({ id }: Lot) => id === lot.id);
  expect(listed.mayDo).toEqual(moved);
});

describe.each(['REST', 'GraphQL'] as const)('over %s', (transport) => {
  const act = (role: Role, action: Action, target: Target) =>
    TRANSPORTS[transport](server('merged').url, person(role).accessToken, action, target);
  /** actions that are done to something that exists */
  const targeted = ACTIONS.filter((action) => concernsLots(action) && action !== 'create_lot');

  it.each(targeted)('%s of what does not exist is not found, whoever asks', async (action) => {
    const nowhere: Target = { farmId: '', lot: { id: randomUUID(), lotId: 'LOT0' }, alertId: randomUUID() };
    for (const role of ROLES) expect([role, await act(role, action, nowhere)]).toEqual([role, 'not found']);
  });

  it.each(targeted)('%s of a deleted lot is not found, whoever asks', async (action) => {
    const lot = await lotOf('own');
    const alertId = await alertOf(lot);
    await person('admin').rest.send('DELETE', `/lots/${lot.id}`);
    for (const role of ROLES) {
      expect([role, await act(role, action, { farmId: FARMS.own, lot, alertId })]).toEqual([role, 'not found']);
    }
  });

  it('a farmer takes an own lot away only while it is harvested, an admin always', async () => {
    const lot = await lotOf('own');
    const target: Target = { farmId: FARMS.own, lot, alertId: '' };
    expect(await act('farmer', 'edit_lot (stage)', target)).toBe('done');
    expect(await act('farmer', 'delete_lot', target)).toBe('forbidden');
    expect(await act('admin', 'delete_lot', target)).toBe('done');
  });

  it('only an admin moves a lot to another farm', async () => {
    const lot = await lotOf('own');
    const move = async (role: Role) => {
      const { accessToken } = person(role);
      if (transport === 'REST') {
        const url = server('merged').url;
        return (await restClient(url, accessToken).send('PATCH', `/lots/${lot.id}`, { farmId: 'FARM002' })).status;
      }
      const { errors } = await graphqlClient(server('merged').url, accessToken).run(
        'mutation ($id: ID!) { updateLot(id: $id, input: { farmId: "FARM002" }) { __typename } }',
        { id: lot.id },
      );
      return errors[0]?.extensions?.code === 'BAD_USER_INPUT' ? 400 : 200;
    };
    expect(await move('farmer')).toBe(400);
    expect(await move('processor')).toBe(400);
    expect(await move('admin')).toBe(200);
    // From then on the farmer does not see it any more.
    expect(await act('farmer', 'view_all_lots', { farmId: FARMS.own, lot, alertId: '' })).toBe('not found');
  });
});

it('who sees no lots gets figures and files of none, whatever is asked', async () => {
  await raiseSmoke(server('merged').app.database, lots.own.id, { severity: 'high' });
  const { harvestDate } = await settled(server('merged'), lots.own.id);
  const period = `startDate=${harvestDate}&endDate=${new Date().toISOString().slice(0, 10)}`;
  const seen = async (role: Role) => {
    const { get } = restClient(server('B').url, person(role).accessToken);
    const [dashboard, recent, alerts, alertStats, charts, stats] = await Promise.all(
      [
        '/dashboard/stats',
        '/dashboard/recent-activity',
        '/alerts',
        '/alerts/stats',
        '/lots/analytics',
        '/lots/stats',
      ].map(async (path) => (await get(path)).data),
    );
    const lotsOnCharts: { count: number }[] = charts.lotsByStage;
    return {
      dashboard: [dashboard.totalLots, dashboard.highAlerts, dashboard.recentActivity.length],
      recent: recent.recentActivity.length,
      alerts: [alerts.alerts.length, alerts.pagination.total, alertStats.total],
      charts: [lotsOnCharts.reduce((sum, { count }) => sum + count, 0), charts.alertsByWeek.at(-1).raised],
      stats: stats.totalLots,
      report: await get(`/reports/compliance?${period}`).then(({ data: { report } }) => [
        report.totalLots,
        report.satelliteChecks,
      ]),
    };
  };
  // Table B lets processors see no lots, and auditors all.
  expect(await seen('processor')).toEqual({
    dashboard: [0, 0, 0],
    recent: 0,
    alerts: [0, 0, 0],
    charts: [0, 0],
    stats: 0,
    report: [0, 0],
  });
  const all = await seen('auditor');
  for (const figure of Object.values(all).flat()) expect(figure).toBeGreaterThan(0);
});

describe('several alerts at once', () => {
  it.each(['REST', 'GraphQL'] as const)('over %s: those out of sight count as not found', async (transport) => {
    const [mine, theirs] = [await alertOf(lots.own), await alertOf(lots.other)];
    const missing = randomUUID();
    const { rest, graphql } = person('farmer');
    const ids = [mine, theirs, missing];
    const answer =
      transport === 'REST'
        ? (await rest.send('PUT', '/alerts/bulk-update-status', { alertIds: ids, status: 'acknowledged' })).data
        : (
            await graphql.run(
              'mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: acknowledged) { ... on AlertsUpdated { updated notFound } } }',
              { ids },
            )
          ).data.updateAlerts;
    expect(answer).toEqual({ updated: 1, notFound: [theirs, missing] });
  });

  it('over either: a step that the role may not take changes none', async () => {
    const mine = await alertOf(lots.own);
    const { rest, graphql } = person('farmer');
    const overRest = await rest.send('PUT', '/alerts/bulk-update-status', { alertIds: [mine], status: 'dismissed' });
    expect(overRest.status).toBe(403);
    const { errors } = await graphql.run(
      'mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: dismissed) { ... on AlertsUpdated { updated } } }',
      { ids: [mine] },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const row = await server('merged').app.database.row<{ status: string }>('select status from alert where id = $1', [
      mine,
    ]);
    expect(row?.status).toBe('active');
  });
});
