/** Statements of due diligence, their packages, and what was exchanged with the registry. */
export const STATEMENT_DDL = `
  create table statement (
    id uuid primary key,
    consignment_id uuid not null references consignment (id),
    -- 'grouped' refers to its parts, which hold the plots
    kind text collate "C" not null check (kind in ('due_diligence', 'simplified', 'grouped')),
    -- what its parts are filed as
    filed_as text collate "C" not null check (filed_as in ('due_diligence', 'simplified')),
    state text collate "C" not null default 'draft' constraint statement_state check (
      state in ('draft', 'checked', 'handed_over', 'submitted', 'available') or
      state in ('rejected', 'amended', 'withdrawn', 'grouped', 'archived')),
    -- the grouped statement that refers to it, and its place there from 1
    group_id uuid references statement (id),
    part_number int check (part_number > 0),
    -- statements that it refers to; 0: it holds the plots itself
    part_count int not null default 0 check (part_count >= 0),
    -- counts the amendments; each is a row of its own
    version int not null default 1 check (version > 0),
    supersedes_id uuid unique references statement (id),
    internal_reference text not null unique check (char_length(internal_reference) between 1 and 35),

    -- what a person states; all of it is in the content once it is checked
    activity_type text not null,
    operator_role text not null,
    -- { name, address: { country, street, postalCode, city }, eori, email }; null: none
    represented_operator jsonb,
    country_of_activity text,
    border_country text,
    comment text,
    confidential boolean not null default false,
    hs_heading text not null,
    description text not null,
    deviation_percent double precision check (deviation_percent between 0 and 50),
    -- the numbers are on the public pages of its lots
    numbers_public boolean not null default false,

    -- the frozen content (statement_content): SHA-256 of its text in hex, its figures, and of which state of the consignment
    content_hash text,
    net_grams bigint check (net_grams > 0),
    producers int,
    plots int,
    -- of production, ISO 3166-1 alpha-2
    countries text[] not null default '{}',
    consignment_version int,
    checked_at timestamptz,

    -- what a job does with it, and how far that is; null: nothing
    filing text collate "C" check (filing in ('queued', 'sending', 'waiting')),
    filing_step text collate "C" check (filing_step in ('hand_over', 'submit', 'amend',
      'withdraw')),
    sent_at timestamptz,
    next_poll_at timestamptz,
    polls int not null default 0,
    -- what the registry, or the making of the package, refused: [{ code, message }]
    faults jsonb not null default '[]',

    registry_uuid text,
    reference_number text,
    verification_number text,
    submitted_at timestamptz,
    available_at timestamptz,
    rejected_at timestamptz,
    rejection text,
    withdrawn_at timestamptz,
    archived_at timestamptz,
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- counts its changes
    row_version int not null default 1,
    seal text,
    check ((group_id is null) = (part_number is null)),
    check ((filing is null) = (filing_step is null)),
    unique (group_id, part_number)
  );
  create index statement_of_consignment on statement (consignment_id, created_at, id);
  create index statement_due_poll on statement (next_poll_at) where next_poll_at is not null;
  create index statement_by_submission on statement (submitted_at) where submitted_at is not null;

  -- Frozen content: canonical JSON, packed (gzip), in pieces.
  create table statement_content (
    statement_id uuid not null references statement (id) on delete cascade,
    number int not null,
    bytes bytea not null,
    primary key (statement_id, number)
  );
  alter table statement_content alter column bytes set storage external;

  -- A package that was handed over; its bytes never change.
  create table statement_package (
    statement_id uuid primary key references statement (id),
    name text not null,
    sha256 text not null,
    size_bytes bigint not null,
    files int not null,
    -- SHA-256 of each piece in hex, in their order
    pieces jsonb not null,
    -- UUIDs of the documents in it
    documents text[] not null default '{}',
    made_at timestamptz not null,
    seal text
  );
  -- Its bytes; they are written before it, piece by piece.
  create table statement_package_piece (
    statement_id uuid not null references statement (id),
    number int not null,
    bytes bytea not null,
    primary key (statement_id, number)
  );
  alter table statement_package_piece alter column bytes set storage external;

  -- Requests to the registry and its answers, packed (gzip), without secrets.
  create table statement_exchange (
    id bigint generated always as identity primary key,
    statement_id uuid references statement (id),
    operation text not null,
    request bytea not null,
    -- HTTP status; null: no answer came
    status int,
    answer bytea,
    at timestamptz not null
  );
  create index statement_exchange_of on statement_exchange (statement_id, id);

  -- Numbers of suppliers' declarations, and what the registry said of them.
  create table supplier_declaration (
    id uuid primary key,
    reference_number text not null,
    verification_number text not null,
    verdict text not null check (verdict in ('existing_usable', 'existing_non_usable', 'non_existent')),
    checked_at timestamptz not null,
    checked_by uuid references app_user (id),
    checked_key uuid references api_key (id),
    seal text
  );
  create index supplier_declaration_by_check on supplier_declaration (checked_at, id);
`;
