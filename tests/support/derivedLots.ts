import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../server/platform/database/database.ts';
import type { TransformationStep } from '../../server/domain/mass/massBalance.ts';
import { freshLotId } from './seeds.ts';

type Sql = Pick<Database, 'rows'>;

/** Copies a row with other values, but for the columns that the database generates. */
async function copyRow(database: Sql, table: string, id: string, values: Record<string, unknown>): Promise<void> {
  const columns = await database.rows<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await database.rows(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `r.${name}`).join(', ')}
     from ${table} t, jsonb_populate_record(t, $2::jsonb) r where t.id = $1`,
    [id, JSON.stringify(values)],
  );
}

/** An input of a transformation: the UUID of a lot, and what is taken of it. */
export interface DerivedFrom {
  id: string;
  grams: number;
}

/**
 * Makes a lot of others by SQL alone: its rows of the tables without events, for what reads only these. What the inputs
 * weigh more is lost.
 * @param values columns of the new lot
 * @param done what was done, and when
 */
export async function derivedLot(
  database: Sql,
  inputs: readonly [DerivedFrom, ...DerivedFrom[]],
  values: { weight_grams: number } & Record<string, unknown>,
  done: { step: TransformationStep; at: string } = { step: 'fermentation', at: '2026-03-05T08:00:00Z' },
): Promise<{ id: string; lotId: string }> {
  const [first] = inputs;
  const [id, lotId] = [randomUUID(), freshLotId()];
  for (const input of inputs) {
    await database.rows('update lot set used_grams = used_grams + $2 where id = $1', [input.id, input.grams]);
  }
  await copyRow(database, 'lot', first.id, {
    id,
    lot_id: lotId,
    lot_key: randomBytes(16).toString('hex'),
    kind: 'derived',
    used_grams: 0,
    farm_id: null,
    farmer_name: null,
    lat_micro: null,
    lon_micro: null,
    plots: null,
    ...values,
  });
  await writeOrigins(database, id, inputs);
  await writeTransformation(database, { id, grams: values.weight_grams }, inputs, done);
  return { id, lotId };
}

/** Shares of origin lots, as a transformation writes them. */
async function writeOrigins(database: Sql, id: string, inputs: readonly DerivedFrom[]): Promise<void> {
  const total = inputs.reduce((sum, { grams }) => sum + grams, 0);
  await database.rows(
    `insert into lot_origin (lot_id, origin_id, share, depth)
     select $1, origin, sum(part), min(depth) from (
       select coalesce(o.origin_id, i.id) as origin, i.grams / $3::float8 * coalesce(o.share, 1) as part,
         coalesce(o.depth, 0) + 1 as depth
       from json_to_recordset($2::json) i (id uuid, grams int) left join lot_origin o on o.lot_id = i.id) parts
     group by origin`,
    [id, JSON.stringify(inputs), total],
  );
}

async function writeTransformation(
  database: Sql,
  made: DerivedFrom,
  inputs: readonly DerivedFrom[],
  { step, at }: { step: TransformationStep; at: string },
): Promise<void> {
  const total = inputs.reduce((sum, { grams }) => sum + grams, 0);
  await database.rows(
    `with t as (
       insert into transformation (id, key, step, at, recorded_at, input_grams, output_grams, loss_grams, loss_reason)
       values ($1, $2, $3, $4, now(), $5, $6, $5::bigint - $6::bigint, 'drying') returning id),
     ancestors as (
       insert into lot_ancestor (lot_id, ancestor_id, share, depth)
       select $7, a.id, 1, 1 from (
         select i.id from json_to_recordset($8::json) i (id uuid) join lot l on l.id = i.id and l.kind = 'derived'
         union select b.ancestor_id from json_to_recordset($8::json) i (id uuid) join lot_ancestor b on b.lot_id = i.id) a)
     insert into transformation_output (transformation_id, lot_id, grams, event_id)
     select t.id, $7, $6, (select event_id from lot_event limit 1) from t`,
    [randomUUID(), randomBytes(16).toString('hex'), step, at, total, made.grams, made.id, JSON.stringify(inputs)],
  );
}

/** A consignment of a buyer who is nobody, with grams out of lots. @returns its UUID */
export async function consignmentOf(
  database: Sql,
  admin: { id: string },
  state: 'open' | 'closed' | 'shipped' | 'delivered',
  lots: readonly DerivedFrom[],
): Promise<string> {
  const [id, buyer] = [randomUUID(), randomUUID()];
  await database.rows(
    `insert into party (id, kind, name, address, country, eori, email, version, created_by, created_at, updated_at)
     values ($1, 'buyer', 'Buyer', '', 'DE', '', '', 1, $2, now(), now())`,
    [buyer, admin.id],
  );
  await database.rows(
    `insert into consignment (id, consignment_key, number, buyer_id, state, head_seq, head_hash, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 1, '', $6, now(), now())`,
    [id, randomBytes(16).toString('hex'), id.slice(0, 8), buyer, state, admin.id],
  );
  for (const { id: lot, grams } of lots) {
    await database.rows('insert into consignment_lot (consignment_id, lot_id, grams) values ($1, $2, $3)', [
      id,
      lot,
      grams,
    ]);
    await database.rows('update lot set used_grams = used_grams + $2 where id = $1', [lot, grams]);
  }
  return id;
}
