import type { GraphqlAnswer } from './graphqlClient.ts';
import type { RestAnswer } from './restClient.ts';
import type { Person } from './testApp.ts';

type Input = Record<string, unknown>;

/** An account as both transports answer it. */
export interface Account {
  id: string;
  username: string;
  name: string;
  role: string;
  email: string;
  farmId: string;
  disabled: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What became of a call: 'done', or why it was refused. */
export interface Told<T> {
  kind: 'done' | 'invalid' | 'unauthenticated' | 'forbidden' | 'not found' | 'taken' | 'last admin' | 'other';
  value: T;
  message: string;
  fields: string[];
}

/** The calls that both transports offer to those who manage accounts. */
export interface UserApi {
  name: 'REST' | 'GraphQL';
  list(by: Person, query: Input): Promise<Told<{ users: Account[]; pagination: Input }>>;
  create(by: Person, input: Input): Promise<Told<Account>>;
  change(by: Person, id: string, patch: Input): Promise<Told<Account>>;
  setPassword(by: Person, id: string, newPassword: string): Promise<Told<Account>>;
}

const STATUSES: Record<number, Told<unknown>['kind']> = {
  200: 'done',
  201: 'done',
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not found',
};

function fromRest<T>({ status, data, body }: RestAnswer, pick: (data: RestAnswer['data']) => T): Told<T> {
  const conflict = body.message?.includes('admin') ? 'last admin' : 'taken';
  const kind = status === 409 ? conflict : (STATUSES[status] ?? 'other');
  const value = pick(data ?? {});
  return { kind, value, message: body.message ?? '', fields: (body.details ?? []).map(({ field }) => field) };
}

const CODES: Record<string, Told<unknown>['kind']> = {
  BAD_USER_INPUT: 'invalid',
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
};
const FAILURES: Record<string, Told<unknown>['kind']> = {
  NotFound: 'not found',
  UsernameTaken: 'taken',
  LastAdmin: 'last admin',
};

function fromGraphql<T>({ data, errors }: GraphqlAnswer): Told<T> {
  const [error] = errors;
  const answer = data?.answer;
  const details: unknown = error?.extensions?.details;
  const fields = Array.isArray(details) ? details.map(({ field }: { field: string }) => field) : [];
  if (error) {
    return { kind: CODES[error.extensions?.code ?? ''] ?? 'other', value: answer, message: error.message, fields };
  }
  const { __typename: type, ...value } = answer;
  return { kind: FAILURES[type] ?? 'done', value, message: answer.message ?? '', fields };
}

const ACCOUNT = 'id username name role email farmId disabled createdAt updatedAt';
const RESULT = `__typename ... on StaffUser { ${ACCOUNT} } ... on Failure { message }`;

export const USER_APIS: readonly UserApi[] = [
  {
    name: 'REST',
    list: async (by, query) => {
      const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      return fromRest(await by.rest.get(`/users?${text}`), (data) => data);
    },
    create: async (by, input) => fromRest(await by.rest.send('POST', '/users', input), ({ user }) => user),
    change: async (by, id, patch) => fromRest(await by.rest.send('PATCH', `/users/${id}`, patch), ({ user }) => user),
    setPassword: async (by, id, newPassword) =>
      fromRest(await by.rest.send('POST', `/users/${id}/password`, { newPassword }), ({ user }) => user),
  },
  {
    name: 'GraphQL',
    list: async (by, query) =>
      fromGraphql(
        await by.graphql.run(
          `query ($page: Int! = 1, $limit: Int! = 20, $role: Role, $disabled: Boolean, $search: String) {
            answer: users(page: $page, limit: $limit, role: $role, disabled: $disabled, search: $search) {
              users { ${ACCOUNT} } pagination { total page totalPages hasNext hasPrev } } }`,
          query,
        ),
      ),
    create: async (by, input) =>
      fromGraphql(
        await by.graphql.run(
          `mutation ($input: CreateUserInput!) { answer: createUser(input: $input) { ${RESULT} } }`,
          {
            input,
          },
        ),
      ),
    change: async (by, id, input) =>
      fromGraphql(
        await by.graphql.run(
          `mutation ($id: ID!, $input: UpdateUserInput!) { answer: updateUser(id: $id, input: $input) { ${RESULT} } }`,
          { id, input },
        ),
      ),
    setPassword: async (by, id, newPassword) =>
      fromGraphql(
        await by.graphql.run(
          `mutation ($id: ID!, $newPassword: String!) {
            answer: setUserPassword(id: $id, newPassword: $newPassword) { ${RESULT} } }`,
          { id, newPassword },
        ),
      ),
  },
];
