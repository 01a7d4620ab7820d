/** What was confirmed before a lot was shipped, and what auditors look at afterwards. */
export const SHIPPING_DDL = `
  -- A request for a second person, or a lot that was shipped although something spoke against it; or one after the other.
  create table shipping_review (
    id uuid primary key,
    lot_id uuid not null references lot (id),
    stage text not null check (stage in ('shipped', 'delivered')),
    -- codes of what speaks against it
    warnings text[] not null,
    opened_at timestamptz not null,
    asked_by uuid references app_user (id),
    asked_key uuid references api_key (id),
    expires_at timestamptz,
    confirmed_at timestamptz,
    confirmed_by uuid references app_user (id),
    shipped_at timestamptz,
    shipped_by uuid references app_user (id),
    shipped_key uuid references api_key (id),
    closed_at timestamptz,
    closed_by uuid references app_user (id),
    closed_key uuid references api_key (id),
    seal text,
    check (expires_at is not null or shipped_at is not null),
    check (confirmed_at is null or expires_at is not null),
    check (closed_at is null or shipped_at is not null),
    check (confirmed_by is null or asked_by is null or confirmed_by <> asked_by)
  );
  create index shipping_review_of_lot on shipping_review (lot_id, opened_at desc);
  create index shipping_review_by_time on shipping_review (opened_at desc, id);
  create index shipping_review_open on shipping_review (opened_at desc, id) where shipped_at is not null and closed_at is null;
  create index shipping_review_waiting on shipping_review (opened_at desc, id) where shipped_at is null;
`;
