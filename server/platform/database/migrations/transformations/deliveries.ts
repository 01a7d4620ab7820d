/** What the scale showed when a lot was received: the net weight is the weight of the lot at its registration. */
export const DELIVERIES_DDL = `
  create table delivery (
    lot_id uuid primary key references lot (id),
    bags integer not null check (bags > 0),
    gross_grams integer not null check (gross_grams > tare_grams),
    tare_grams integer not null check (tare_grams >= 0),
    -- null: not graded at the scale
    grade text check (grade in ('Grade 1', 'Grade 2', 'Sub-standard')),
    received_at timestamptz not null,
    -- null: received by a partner key
    received_by uuid references app_user (id),
    seal text
  );
  create index delivery_received_by on delivery (received_by) where received_by is not null;
`;
