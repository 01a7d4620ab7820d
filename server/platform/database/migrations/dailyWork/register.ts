/** The register of farms and farmers. */
export const REGISTER_DDL = `
  create table farm (
    id uuid primary key,
    -- as lots have it
    farm_id text not null,
    -- all below up to notes are empty once erased
    name text not null,
    village text not null,
    district text not null,
    -- ISO 3166-1 alpha-2; empty: not known
    country text not null,
    phone text not null,
    -- [{name, memberCode}]
    farmers jsonb not null check (jsonb_typeof(farmers) = 'array'),
    -- [{text, givenOn}]
    consents jsonb not null check (jsonb_typeof(consents) = 'array'),
    -- [{number, body, expiresOn}]
    certificates jsonb not null check (jsonb_typeof(certificates) = 'array'),
    notes text not null,
    version integer not null check (version >= 1),
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- the row stays, since the audit table names it
    erased_at timestamptz,
    seal text,
    check ((created_by is null) <> (created_key is null)),
    check (erased_at is null or name = '' and village = '' and district = '' and country = '' and phone = '' and notes = ''
      and farmers = '[]' and consents = '[]' and certificates = '[]')
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table farm
    alter column name set statistics 0, alter column village set statistics 0, alter column district set statistics 0,
    alter column phone set statistics 0, alter column farmers set statistics 0, alter column consents set statistics 0,
    alter column certificates set statistics 0, alter column notes set statistics 0;
  create unique index farm_registered on farm (farm_id) where erased_at is null;
  create index farm_of_creator on farm (created_by) where created_by is not null;
  -- Lots with loss of forest, counted for each farm of a page.
  create index lot_detected_of_farm on lot (farm_id)
    where deleted_at is null and deforestation_status = 'Deforestation Detected';
  -- Lots of other farms at a place.
  create index lot_at_place on lot (lat_micro, lon_micro) where deleted_at is null and lat_micro is not null;
`;
