/** What a lot was made of, and how much of it is left. */
export const DERIVED_LOT_DDL = `
  alter table lot
    -- origin: registered at a farm; derived: made of other lots
    add kind text collate "C" not null default 'origin' constraint lot_kind_check check (kind in ('origin', 'derived')),
    -- grams in transformations and consignments: no write of any kind takes more than there is
    add used_grams int not null default 0 constraint lot_used_check check (used_grams between 0 and weight_grams),
    -- last day of harvest of a derived lot; null: harvest_date is the only day
    add harvest_until date;
`;
