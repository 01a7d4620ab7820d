/** Buyers and representatives, to whom consignments go. */
export const PARTY_DDL = `
  create table party (
    id uuid primary key,
    kind text not null check (kind in ('buyer', 'representative')),
    -- all five are empty once erased
    name text not null,
    address text not null,
    -- ISO 3166-1 alpha-2
    country text not null,
    -- empty: none
    eori text not null,
    email text not null,
    version integer not null check (version >= 1),
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- the row stays, since consignments refer to it
    erased_at timestamptz,
    seal text,
    check ((created_by is null) <> (created_key is null)),
    check (case when erased_at is null then name <> '' and country <> ''
      else name = '' and address = '' and country = '' and eori = '' and email = '' end)
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table party alter column name set statistics 0;
  alter table party alter column address set statistics 0;
  alter table party alter column eori set statistics 0;
  alter table party alter column email set statistics 0;
  create index party_live on party (created_at) where erased_at is null;
  create index party_of_creator on party (created_by) where created_by is not null;
`;
