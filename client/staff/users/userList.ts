import { ROLES, type Role } from '../../../server/domain/access/permissions.ts';

/** Which accounts are listed. */
export interface UserList {
  search: string;
  role: Role | null;
  state: 'enabled' | 'disabled' | null;
  /** from 1 */
  page: number;
}

/** Reads it from the address; what stands there wrongly is as if it were not there. */
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

/** Writes it into the address, and leaves all else there. */
export function withUserList(before: URLSearchParams, { search, role, state, page }: UserList): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = { search, role: role ?? '', state: state ?? '', page: page === 1 ? '' : String(page) };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}

/** Whether it leaves accounts out. */
export function isFiltered({ search, role, state }: UserList): boolean {
  return search !== '' || role !== null || state !== null;
}
