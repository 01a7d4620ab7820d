import type { Client } from 'pg';

/** How many lots the lists are read from. */
export const SEEDED_LOTS = 100_000;

/** Lots, 100,000 unless told, over 40 farms, all stages and varieties, as rows alone: the lists never look at their events. */
export async function seedLots(client: Client, count = SEEDED_LOTS): Promise<void> {
  await client.query(
    `insert into lot (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro, weight_grams,
       moisture_hundredths, temperature_hundredths, certifications, quality_tenths, stage, deforestation_status,
       satellite_at, ledger_status, ledger_tx_id, ledger_signature, head_seq, head_hash)
     select gen_random_uuid(), 'LOTS' || n, md5('lot' || n), 'FARM' || lpad((n % 40)::text, 3, '0'), 'Farmer ' || (n % 977),
       (array['Trinitario', 'Forastero', 'Criollo', 'Nacional', 'CCN-51', 'TSH-565', 'ICS-1', 'Other'])[1 + n % 8],
       date '2026-01-01' + n % 320, -5258413 + n % 1000, 145743926 - n % 1000, 50000 + n % 900000, 600 + n % 300,
       2000 + n % 900, array['Organic', 'Fair Trade'], 600 + n % 400,
       (array['harvested','fermented','drying','processed','shipped','delivered'])[1 + n % 6],
       (array['No Deforestation', 'No Deforestation', 'No Deforestation', 'Pending Review'])[1 + n % 4],
       now() - make_interval(hours => n % 1000), 'recorded', md5('tx' || n) || md5('tx2' || n), md5('sig' || n), 1, md5('h' || n)
     from generate_series(1, $1) n`,
    [count],
  );
  await client.query('analyze lot');
}
