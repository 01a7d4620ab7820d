import type { LotView } from '../../server/modules/lots/lotView.ts';
import type { GraphqlAnswer } from './graphqlClient.ts';
import type { RestAnswer } from './restClient.ts';
import type { Person } from './testApp.ts';
import { OPTIONAL_FIGURES } from './optionalFields.ts';

/** What became of a call, whatever the transport: a value, or why it was refused. */
export interface Outcome<T> {
  kind: 'done' | 'invalid' | 'unauthenticated' | 'forbidden' | 'not found' | 'conflict' | 'server error';
  value: T;
  message: string;
  /** fields that were refused, with their texts */
  details: { field: string; message: string }[];
}

interface Page {
  lots: LotView[];
  pagination: { total: number; page: number; totalPages: number; hasNext: boolean; hasPrev: boolean };
}

export interface HistoryLine {
  at: string;
  action: string;
  actor: string | null;
  stage: string | null;
  changes: { field: string; from: string | null; to: string | null }[];
  transactionId: string | null;
}

type Input = Record<string, unknown>;

/** The calls that both transports offer for lots, answered in one form. */
export interface LotApi {
  name: 'REST' | 'GraphQL';
  create(by: Person, input: Input): Promise<Outcome<LotView>>;
  list(by: Person, query: Input): Promise<Outcome<Page>>;
  read(by: Person, id: string): Promise<Outcome<LotView>>;
  update(by: Person, id: string, patch: Input): Promise<Outcome<LotView>>;
  updateProcess(by: Person, id: string, input: Input): Promise<Outcome<{ lot: LotView; transactionId: string | null }>>;
  remove(by: Person, id: string): Promise<Outcome<{ deleted: boolean; lotId: string }>>;
  history(by: Person, id: string): Promise<Outcome<HistoryLine[]>>;
  stats(by: Person, filter: Input): Promise<Outcome<Input>>;
  nextLotId(by: Person): Promise<Outcome<string>>;
  qrCode(by: Person, id: string): Promise<Outcome<{ qrCode: string; url: string }>>;
  dashboard(by: Person): Promise<Outcome<Input>>;
  recentActivity(by: Person, limit: number): Promise<Outcome<Input[]>>;
}

const REST_KINDS: Record<number, Outcome<unknown>['kind']> = {
  200: 'done',
  201: 'done',
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not found',
  409: 'conflict',
};

export function fromRest<T>(answer: RestAnswer, pick: (data: RestAnswer['data']) => T): Outcome<T> {
  const kind = REST_KINDS[answer.status] ?? 'server error';
  return {
    kind,
    value: kind === 'done' ? pick(answer.data) : answer.data,
    message: answer.body.message ?? '',
    details: answer.body.details ?? [],
  };
}

function queryString(query: Input): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

export const restLots: LotApi = {
  name: 'REST',
  create: async ({ rest }, input) => fromRest(await rest.send('POST', '/lots', input), ({ lot }) => lot),
  list: async ({ rest }, query) => fromRest(await rest.get(`/lots?${queryString(query)}`), (data) => data),
  read: async ({ rest }, id) => fromRest(await rest.get(`/lots/${id}`), ({ lot }) => lot),
  update: async ({ rest }, id, patch) => fromRest(await rest.send('PATCH', `/lots/${id}`, patch), ({ lot }) => lot),
  updateProcess: async ({ rest }, id, input) =>
    fromRest(await rest.send('PATCH', `/lots/${id}/process`, input), (data) => data),
  remove: async ({ rest }, id) => fromRest(await rest.send('DELETE', `/lots/${id}`), (data) => data),
  history: async ({ rest }, id) => fromRest(await rest.get(`/lots/${id}/history`), ({ history }) => history),
  stats: async ({ rest }, filter) => fromRest(await rest.get(`/lots/stats?${queryString(filter)}`), (data) => data),
  nextLotId: async ({ rest }) => fromRest(await rest.get('/lots/next-id'), ({ lotId }) => lotId),
  qrCode: async ({ rest }, id) => fromRest(await rest.get(`/lots/by-lot-id/${id}/qrcode`), (data) => data),
  dashboard: async ({ rest }) => fromRest(await rest.get('/dashboard/stats'), (data) => data),
  recentActivity: async ({ rest }, limit) =>
    fromRest(await rest.get(`/dashboard/recent-activity?limit=${limit}`), (data) => data.recentActivity),
};

export const LOT_FIELDS = `id lotId kind used available farmId farmerName cacaoVariety harvestDate harvestUntil latitude longitude weight moistureContent
  temperature certifications ${OPTIONAL_FIGURES.join(' ')} isAnonymized currentProcess processDetails deforestationStatus
  satelliteTimestamp plots satelliteOutdated satelliteMessage satelliteSaid { code values text } blockchainHash { transactionId signature status }
  createdAt updatedAt timestamp version mayDo
  delivery { bags grossKg tareKg netKg grade receivedAt receivedBy }`;

const CODE_KINDS: Record<string, Outcome<unknown>['kind']> = {
  BAD_USER_INPUT: 'invalid',
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
};
const MEMBER_KINDS: Record<string, Outcome<unknown>['kind']> = {
  NotFound: 'not found',
  LotIdTaken: 'conflict',
  VersionConflict: 'conflict',
  StageNotAllowed: 'conflict',
};

/** @param field root field; null in it is 'not found', a failure member of its union what it names */
export function fromGraphql<T>(
  answer: GraphqlAnswer,
  field: string,
  pick: (data: GraphqlAnswer['data']) => T,
): Outcome<T> {
  const [error] = answer.errors;
  if (error !== undefined) {
    const details = Array.isArray(error.extensions?.details) ? error.extensions.details : [];
    const kind = CODE_KINDS[error.extensions?.code ?? ''] ?? 'server error';
    return { kind, value: answer.data, message: error.message, details };
  }
  const found = answer.data[field];
  const kind = found === null ? 'not found' : (MEMBER_KINDS[found.__typename] ?? 'done');
  return { kind, value: kind === 'done' ? pick(found) : found, message: found?.message ?? '', details: [] };
}

const FAILURE = '... on Failure { message }';
const FILTERS = ['search', 'status', 'stage', 'variety', 'eudr', 'blockchain', 'harvestedFrom', 'harvestedTo'];

export const graphqlLots: LotApi = {
  name: 'GraphQL',
  create: async ({ graphql }, input) =>
    fromGraphql(
      await graphql.run(
        `mutation ($input: CreateLotInput!) {
          createLot(input: $input) { __typename ... on LotCreated { lot { ${LOT_FIELDS} } } ${FAILURE} }
        }`,
        { input },
      ),
      'createLot',
      ({ lot }) => lot,
    ),
  list: async ({ graphql }, query) => {
    const filter = Object.fromEntries(Object.entries(query).filter(([name]) => FILTERS.includes(name)));
    const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !FILTERS.includes(name)));
    return fromGraphql(
      await graphql.run(
        `query ($page: Int, $limit: Int, $sort: LotSort, $order: SortOrder, $filter: LotFilter) {
          lots(page: $page, limit: $limit, sort: $sort, order: $order, filter: $filter) {
            lots { ${LOT_FIELDS} } pagination { total page totalPages hasNext hasPrev }
          }
        }`,
        { filter, ...rest },
      ),
      'lots',
      (data) => data,
    );
  },
  read: async ({ graphql }, id) =>
    fromGraphql(
      await graphql.run(`query ($id: ID!) { lot(id: $id) { ${LOT_FIELDS} } }`, { id }),
      'lot',
      (data) => data,
    ),
  update: async ({ graphql }, id, input) =>
    fromGraphql(
      await graphql.run(
        `mutation ($id: ID!, $input: UpdateLotInput!) {
          updateLot(id: $id, input: $input) { __typename ... on LotUpdated { lot { ${LOT_FIELDS} } } ${FAILURE} }
        }`,
        { id, input },
      ),
      'updateLot',
      ({ lot }) => lot,
    ),
  updateProcess: async ({ graphql }, id, input) =>
    fromGraphql(
      await graphql.run(
        `mutation ($id: ID!, $input: UpdateProcessInput!) {
          updateProcess(id: $id, input: $input) {
            __typename ... on ProcessUpdated { lot { ${LOT_FIELDS} } transactionId } ${FAILURE}
          }
        }`,
        { id, input },
      ),
      'updateProcess',
      (data) => data,
    ),
  remove: async ({ graphql }, id) =>
    fromGraphql(
      await graphql.run(
        `mutation ($id: ID!) { deleteLot(id: $id) { __typename ... on LotDeleted { deleted lotId } ${FAILURE} } }`,
        { id },
      ),
      'deleteLot',
      ({ deleted, lotId }) => ({ deleted, lotId }),
    ),
  history: async ({ graphql }, id) =>
    fromGraphql(
      await graphql.run(
        `query ($id: ID!) {
          lotHistory(id: $id) { at action actor stage changes { field from to } transactionId }
        }`,
        { id },
      ),
      'lotHistory',
      (data) => data,
    ),
  stats: async ({ graphql }, filter) =>
    fromGraphql(
      await graphql.run(
        `query ($filter: LotFilter) {
          lotStats(filter: $filter) {
            totalLots originLots compliantLots complianceRate averageQuality totalWeight stockKg recordedLots pendingLots
          }
        }`,
        { filter },
      ),
      'lotStats',
      (data) => data,
    ),
  nextLotId: async ({ graphql }) => fromGraphql(await graphql.run('{ nextLotId }'), 'nextLotId', (data) => data),
  qrCode: async ({ graphql }, id) =>
    fromGraphql(
      await graphql.run('query ($id: ID!) { lotQrCode(id: $id) { qrCode url } }', { id }),
      'lotQrCode',
      (data) => data,
    ),
  dashboard: async ({ graphql }) =>
    fromGraphql(
      await graphql.run(
        `{ dashboardStats {
          totalLots compliantLots complianceRate averageQuality highAlerts
          recentActivity { lotId farmerName deforestationStatus timestamp }
        } }`,
      ),
      'dashboardStats',
      (data) => data,
    ),
  recentActivity: async ({ graphql }, limit) =>
    fromGraphql(
      await graphql.run(
        'query ($limit: Int!) { recentActivity(limit: $limit) { lotId farmerName deforestationStatus timestamp } }',
        { limit },
      ),
      'recentActivity',
      (data) => data,
    ),
};
