import type { Client } from 'pg';

/** Lots of a farm, at whatever size: a country grows by farms. */
export const LOTS_OF_A_FARM = 500;
/** The farm without alerts. */
export const QUIET_FARM = 'FARM00000';

/** A day's harvest anywhere between three years ago and yesterday, in the order in which lots come in. */
const LOTS = `
  insert into lot (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro, weight_grams,
    moisture_hundredths, temperature_hundredths, certifications, quality_tenths, stage, deforestation_status,
    satellite_at, ledger_status, ledger_tx_id, ledger_signature, ledger_block, ledger_recorded_at, head_seq, head_hash,
    created_at, updated_at)
  select gen_random_uuid(), 'LOT' || (1000000 + n), md5('lot' || n), 'FARM' || lpad(farm::text, 5, '0'),
    (array['Grace', 'Peter', 'Maria', 'John', 'Ruth', 'Thomas', 'Anna', 'David'])[1 + farm % 8] || ' ' ||
      (array['Kila', 'Wani', 'Kaupa', 'Tom', 'Namah', 'Yama', 'Bau', 'Siaguru', 'Temu', 'Wari', 'Haro'])[1 + farm % 11] || ' ' || farm % 97,
    (array['Trinitario', 'Trinitario', 'Trinitario', 'Forastero', 'Forastero', 'Criollo', 'Nacional', 'CCN-51', 'TSH-565', 'ICS-1', 'Other'])
      [1 + floor(random() * 11)::int],
    current_date - 1 - ((1 - n / $1::float8) * 1094)::int, -5258413 + farm * 137 % 2000000, 145743926 - farm * 251 % 3000000,
    50000 + (random() * 900000)::int, 600 + (random() * 300)::int, 2000 + (random() * 900)::int, array['Organic', 'Fair Trade'],
    case when random() < 0.95 then 600 + (random() * 400)::int end, 
    (array['harvested','fermented','drying','processed','shipped','delivered'])[1 + floor(sqrt(random()) * 6)::int % 6],
    case when status < 0.9 then 'No Deforestation' when status < 0.96 then 'Pending Review' when status < 0.98 then 'Under Investigation'
      else 'Deforestation Detected' end,
    case when random() < 0.99 then now() - make_interval(secs => random() * 45 * 86400) end,
    case when record < 0.98 then 'recorded' when record < 0.9995 then 'pending' else 'failed' end,
    md5('tx' || n) || md5('tx2' || n), md5('sig' || n), n / 100, now(), 2, md5('h' || n),
    current_date - ((1 - n / $1::float8) * 1094)::int + make_interval(secs => n % 80000),
    current_date - ((1 - n / $1::float8) * 1094)::int + make_interval(secs => n % 80000 + 3600)
  from (select n, floor(random() * $2)::int as farm, random() as status, random() as record from generate_series(1, $1) n) drawn`;

/** Two events of each lot, registered and checked, the lot's newest check, and its ledger rows. */
const BESIDE = [
  `insert into lot_event (event_id, lot_id, seq, type, at, actor_role, content, content_hash)
   select md5(l.lot_key || seq), l.id, seq, case seq when 1 then 'created' else 'satellite' end, l.created_at, 'system',
     case seq
       when 1 then '{"at":"2026","set":{"deforestationStatus":"Pending Review","lotId":"' || l.lot_id || '","qualityTenths":' ||
         coalesce(l.quality_tenths::text, 'null') || ',"stage":"harvested"},"type":"created","v":1}'
       else '{"at":"2026","set":{"deforestationStatus":"' || l.deforestation_status || '"},"type":"satellite","v":1}' end,
     md5(l.lot_key || seq || 'c')
   from lot l, generate_series(1, 2) seq`,
  `insert into satellite_check (id, lot_id, ended_at, driver, dataset, dataset_version, sample, lat_micro, lon_micro, conclusion, evidence,
     evidence_hash, loss_pixels, loss_years, pixels, confidence)
   select gen_random_uuid(), id, coalesce(satellite_at, now()), 'hansen', 'Hansen', '1.12', true, lat_micro, lon_micro,
     case when satellite_at is null or random() < 0.02 then 'inconclusive'
       when deforestation_status = 'No Deforestation' then 'clear' else 'loss' end,
     '{}', md5(lot_key), 0, '{}', 9, 'high' from lot`,
  `insert into ledger_outbox (event_id, lot_id, seq, state, tx_id, block_number, signature, recorded_at)
   select md5(lot_key || 1), id, 1, 'recorded', ledger_tx_id, ledger_block, ledger_signature, ledger_recorded_at from lot`,
  // Of a tenth of the lots, none of the quiet farm.
  `insert into alert (id, lot_id, type, severity, status, title, description, lat_micro, lon_micro, finding_key, created_at,
     acknowledged_at, closed_at)
   select gen_random_uuid(), l.id, case when kind < 0.8 then 'deforestation' when kind < 0.9 then 'fire' when kind < 0.95 then 'land_use_change' else 'other' end,
     (array['high', 'medium', 'medium', 'low'])[1 + floor(kind * 40)::int % 4], state,
     'Forest loss', 'Loss was found near the place of the lot', l.lat_micro, l.lon_micro, 'seed', l.created_at + interval '1 hour',
     case when state <> 'active' then l.created_at + interval '5 hours' end,
     case when state in ('resolved', 'dismissed') then l.created_at + interval '2 days' end
   from lot l, lateral (select random() as kind,
     (array['active', 'active', 'active', 'acknowledged', 'resolved', 'resolved', 'dismissed'])[1 + floor(random() * 7 + n.zero)::int] as state
     from (select 0 * l.weight_grams as zero) n) drawn
   where l.weight_grams % 10 = 0 and l.farm_id <> '${QUIET_FARM}'`,
  `insert into audit_entry (at, role, action, target_kind, target_id)
   select created_at, 'system', (array['lot.created', 'lot.edited', 'lot.stage-changed'])[1 + weight_grams % 3], 'lot', id::text from lot
   where weight_grams % 4 = 0`,
  `insert into app_user (id, username, name, role, farm_id, password_hash)
   select gen_random_uuid(), 'farmer' || n, 'Farmer ' || n, 'farmer', 'FARM' || lpad(n::text, 5, '0'), 'none' from generate_series(0, $1::int - 1) n`,
];

/**
 * The lots of a country: 500 to a farm over three years, a tenth of them with an alert, with events, checks and audit
 * rows, inserted as rows. Indexes of the lots are rebuilt afterwards, which takes a third of the time.
 * @param client of the tables' owner
 */
export async function seedCountry(client: Client, lots: number): Promise<void> {
  const farms = Math.round(lots / LOTS_OF_A_FARM);
  const { rows } = await client.query<{ name: string; text: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'lot'::regclass and not i.indisunique`,
  );
  await client.query(`set maintenance_work_mem = '512MB'; select setseed(0.5)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(LOTS, [lots, farms]);
  for (const { text } of rows) await client.query(text);
  for (const text of BESIDE) await client.query(text, text.includes('$1') ? [farms] : []);
  await client.query('vacuum analyze');
}
