/** Transformations, and what every derived lot was made of. */
export const TRANSFORMATION_DDL = `
  create table transformation (
    id uuid primary key,
    -- names it on the ledger: the transfer of its events
    key text not null unique,
    step text not null,
    -- when it was done
    at timestamptz not null,
    recorded_at timestamptz not null,
    input_grams bigint not null check (input_grams > 0),
    output_grams bigint not null check (output_grams > 0),
    loss_grams bigint not null check (loss_grams >= 0),
    loss_reason text,
    -- the expected share of the inputs, in 0.01 %, where the yield lies outside of it
    least_hundredths int,
    most_hundredths int,
    -- plots that bore more than plausible: [{ plotId, season, kgPerHectare, limitKg }]
    plots_above jsonb not null default '[]',
    flagged boolean not null generated always as (least_hundredths is not null or plots_above <> '[]'::jsonb) stored,
    check (input_grams = output_grams + loss_grams),
    check ((least_hundredths is null) = (most_hundredths is null))
  );
  create index transformation_by_time on transformation (at, id);
  create index transformation_of_step on transformation (step, at, id);
  create index transformation_flagged on transformation (at, id) where flagged;

  create table transformation_input (
    transformation_id uuid not null references transformation (id),
    lot_id uuid not null references lot (id),
    grams int not null check (grams > 0),
    -- the event on the lot's chain that took them
    event_id text not null references lot_event (event_id),
    primary key (transformation_id, lot_id)
  );
  create index transformation_input_of_lot on transformation_input (lot_id, transformation_id);

  create table transformation_output (
    transformation_id uuid not null references transformation (id),
    lot_id uuid primary key references lot (id),
    -- its first weight
    grams int not null check (grams > 0),
    event_id text not null references lot_event (event_id)
  );
  create index transformation_output_of on transformation_output (transformation_id, lot_id);

  -- Every derived lot with all its origin lots, however many transformations lie between. The shares of a lot sum to 1.
  -- Origins are no foreign keys: the check would lock them in no order. A used lot is never deleted.
  create table lot_origin (
    lot_id uuid not null references lot (id),
    origin_id uuid not null,
    share double precision not null check (share > 0 and share <= 1.000001),
    -- fewest transformations between
    depth smallint not null check (depth > 0),
    primary key (lot_id, origin_id)
  );
  create index lot_origin_descendants on lot_origin (origin_id, lot_id);
  create index lot_origin_by_share on lot_origin (lot_id, share desc, origin_id);
  -- The same of the derived lots between.
  create table lot_ancestor (
    lot_id uuid not null references lot (id),
    ancestor_id uuid not null,
    share double precision not null check (share > 0 and share <= 1.000001),
    depth smallint not null check (depth > 0),
    primary key (lot_id, ancestor_id)
  );
  create index lot_ancestor_descendants on lot_ancestor (ancestor_id, lot_id);

  -- Filters of the list of lots.
  create index lot_derived on lot (harvest_date, id) where deleted_at is null and kind = 'derived';
  create index lot_available on lot (harvest_date, id) where deleted_at is null and used_grams < weight_grams;

  -- transfers that are not recorded yet
  create index ledger_outbox_transfer_waiting on ledger_outbox (transfer) where transfer is not null and state <> 'recorded';
  -- the weighings of a lot in the last 24 hours, whose number is limited
  create index lot_event_weighings on lot_event (lot_id, at) where type = 'weighed';

  drop trigger words_of_erased_account on personal_value;
  create trigger words_of_erased_account after insert on personal_value for each row
    when (new.field in ('userName', 'operatorName', 'farmerName', 'processDetails', 'location', 'notes', 'lossNote', 'explanation'))
    execute function refuse_words_of_erased_account();
`;
