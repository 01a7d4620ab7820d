/** Documents, assessments, measures and concerns of due diligence (Articles 9 to 11 and 13). */
export const DUE_DILIGENCE_DDL = `
  create table dd_document (
    id uuid primary key,
    document_class text not null check (document_class ~ '^[a-z_]+$'),
    subject_kind text not null check (subject_kind in ('farm', 'plot', 'lot', 'consignment')),
    -- one of the four, by the kind
    farm_id text,
    plot_id uuid references plot (id),
    lot_id uuid references lot (id),
    consignment_id uuid references consignment (id),
    valid_from date not null,
    -- the last day; null: without end
    valid_until date check (valid_until >= valid_from),
    names_person boolean not null,
    uploaded_by uuid references app_user (id),
    uploaded_key uuid references api_key (id),
    uploaded_at timestamptz not null,
    -- found from the content
    media_type text not null,
    size_bytes integer not null,
    -- empty once an erasure took the names
    title text,
    name text,
    -- these, title and name are null once the document was removed or erased
    sha256 bytea,
    bytes bytea,
    -- of the commitment on the register chain
    salt bytea,
    -- the register event that holds the commitment; null until it is anchored
    anchor text,
    -- a person was erased: the day from which the document is no longer needed as evidence
    erase_on date,
    removed_at timestamptz,
    seal text,
    check (num_nonnulls(uploaded_by, uploaded_key) = 1),
    check (num_nonnulls(farm_id, plot_id, lot_id, consignment_id) = 1),
    check (case subject_kind when 'farm' then farm_id is not null when 'plot' then plot_id is not null
      when 'lot' then lot_id is not null else consignment_id is not null end),
    check (num_nonnulls(title, name, sha256, bytes, salt) = case when removed_at is null then 5 else 0 end)
  );
  alter table dd_document alter column bytes set storage external;
  -- The planner's samples would keep personal data after its erasure.
  alter table dd_document alter column title set statistics 0, alter column name set statistics 0,
    alter column bytes set statistics 0;
  create index dd_document_newest on dd_document (uploaded_at, id) where removed_at is null;
  create index dd_document_ending on dd_document (valid_until, id) where removed_at is null and valid_until is not null;
  create index dd_document_of_farm on dd_document (farm_id) where farm_id is not null;
  create index dd_document_of_plot on dd_document (plot_id) where plot_id is not null;
  create index dd_document_of_lot on dd_document (lot_id) where lot_id is not null;
  create index dd_document_of_consignment on dd_document (consignment_id) where consignment_id is not null;
  create index dd_document_of_uploader on dd_document (uploaded_by) where uploaded_by is not null;
  create index dd_document_unanchored on dd_document (uploaded_at) where anchor is null and bytes is not null;
  create index dd_document_due on dd_document (erase_on) where erase_on is not null and removed_at is null;
  -- The sum of all sizes is read from this index alone.
  create index dd_document_sizes on dd_document (size_bytes) where removed_at is null;

  create table dd_assessment (
    id uuid primary key,
    scope text not null check (scope in ('country', 'farm_group', 'consignment')),
    -- null once erased
    title text,
    -- ISO 3166-1 alpha-2
    country text,
    farm_ids text[] not null,
    consignment_id uuid references consignment (id),
    conclusion text check (conclusion in ('negligible', 'not_negligible')),
    concluded_at timestamptz,
    concluded_by uuid references app_user (id),
    concluded_key uuid references api_key (id),
    next_review_on date,
    version integer not null check (version >= 1),
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    seal text,
    check (num_nonnulls(created_by, created_key) = 1),
    check (num_nonnulls(conclusion, concluded_at, next_review_on) in (0, 3)),
    check (num_nonnulls(concluded_by, concluded_key) = case when concluded_at is null then 0 else 1 end)
  );
  alter table dd_assessment alter column title set statistics 0;
  create index dd_assessment_newest on dd_assessment (created_at, id);
  create index dd_assessment_current on dd_assessment (next_review_on) where next_review_on is not null;
  create index dd_assessment_of_consignment on dd_assessment (consignment_id) where consignment_id is not null;

  create table dd_answer (
    id uuid primary key,
    assessment_id uuid not null references dd_assessment (id),
    -- letter of Article 10(2)
    criterion text not null check (criterion ~ '^[a-z]$'),
    risk text not null check (risk in ('negligible', 'not_negligible', 'not_known')),
    -- null once erased
    reason text,
    -- documents; those that are removed stay named
    evidence uuid[] not null,
    answered_by uuid references app_user (id),
    answered_key uuid references api_key (id),
    answered_at timestamptz not null,
    seal text,
    unique (assessment_id, criterion),
    check (num_nonnulls(answered_by, answered_key) = 1)
  );
  alter table dd_answer alter column reason set statistics 0;

  create table dd_measure (
    id uuid primary key,
    assessment_id uuid references dd_assessment (id),
    consignment_id uuid references consignment (id),
    -- both are null once erased
    what text,
    responsible text,
    due_on date not null,
    done_at timestamptz,
    done_by uuid references app_user (id),
    done_key uuid references api_key (id),
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    seal text,
    check (num_nonnulls(created_by, created_key) = 1),
    check (num_nonnulls(done_by, done_key) = case when done_at is null then 0 else 1 end)
  );
  alter table dd_measure alter column what set statistics 0, alter column responsible set statistics 0;
  create index dd_measure_by_day on dd_measure (due_on, id);
  create index dd_measure_of_assessment on dd_measure (assessment_id) where assessment_id is not null;
  create index dd_measure_of_consignment on dd_measure (consignment_id) where consignment_id is not null;

  -- substantiated concerns from outside (Article 31)
  create table dd_concern (
    id uuid primary key,
    -- these two, and the answer, are null once erased
    raised_by text,
    text text,
    received_on date not null,
    consignment_id uuid references consignment (id),
    lot_id uuid references lot (id),
    answer text,
    answered_at timestamptz,
    answered_by uuid references app_user (id),
    answered_key uuid references api_key (id),
    logged_by uuid references app_user (id),
    logged_key uuid references api_key (id),
    logged_at timestamptz not null,
    seal text,
    check (num_nonnulls(logged_by, logged_key) = 1),
    check (num_nonnulls(answered_by, answered_key) = case when answered_at is null then 0 else 1 end)
  );
  alter table dd_concern alter column raised_by set statistics 0, alter column text set statistics 0,
    alter column answer set statistics 0;
  create index dd_concern_newest on dd_concern (received_on, id);
  create index dd_concern_of_consignment on dd_concern (consignment_id) where consignment_id is not null;
  create index dd_concern_of_lot on dd_concern (lot_id) where lot_id is not null;
`;
