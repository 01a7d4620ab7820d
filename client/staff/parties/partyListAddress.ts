import { PARTY_KINDS, type PartyKind } from '../../../server/domain/party/partyInput.ts';

/** Filters and page of the list of parties. */
export interface PartyList {
  search: string;
  kind: PartyKind | null;
  /** from 1 */
  page: number;
}

/** Reads the filters from the address; invalid values are ignored. */
export function partyListOf(params: URLSearchParams): PartyList {
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    kind: PARTY_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the state into the address, and keeps other parameters. */
export function withPartyList(before: URLSearchParams, { search, kind, page }: PartyList): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = { search, kind: kind ?? '', page: page === 1 ? '' : String(page) };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}
