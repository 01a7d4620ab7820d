import { ROLES, type Role } from '../../../server/domain/access/permissions.ts';

/** Filters and page of the account list. */
export interface UserList {
  search: string;
  role: Role | null;
  state: 'enabled' | 'disabled' | null;
  /** from 1 */
  page: number;
}

/** Reads the state from the address; invalid values are ignored. */
export function userListOf(params: URLSearchParams): UserList {
  const state = params.get('state');
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    role: ROLES.find((role) => role === params.get('role')) ?? null,
    state: state === 'enabled' || state === 'disabled' ? state : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the state into the address, and keeps other parameters. */
export function withUserList(before: URLSearchParams, { search, role, state, page }: UserList): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = { search, role: role ?? '', state: state ?? '', page: page === 1 ? '' : String(page) };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}

/** Whether a filter is active. */
export function isFiltered({ search, role, state }: UserList): boolean {
  return search !== '' || role !== null || state !== null;
}
