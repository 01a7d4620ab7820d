/** Erasures. */
export const PRIVACY_DDL = `
  create table erasure (
    id uuid primary key,
    user_id uuid references app_user (id),
    -- farm and name of a farmer without an account; null once the erasure is done
    farmer jsonb,
    requested_by uuid not null references app_user (id),
    requested_at timestamptz not null,
    done_at timestamptz,
    -- field names, counts, days and reasons; nothing of the person
    receipt jsonb,
    seal text,
    check ((done_at is null) = (receipt is null)),
    check (done_at is null or farmer is null),
    check (done_at is not null or (user_id is null) = (farmer is not null))
  );
  create index erasure_open on erasure (requested_at) where done_at is null;

  -- lots whose farm, place and evidence are retained for a time and then erased too
  create table erasure_lot (
    lot_id uuid primary key references lot (id),
    erasure_id uuid not null references erasure (id),
    done_at timestamptz,
    seal text
  );
  create index erasure_lot_waiting on erasure_lot (lot_id) where done_at is null;
`;
