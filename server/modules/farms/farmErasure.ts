import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { foldedColumn } from '../../platform/database/foldedColumn.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { FARM_COLUMNS, farmRow, type FarmView } from './farmView.ts';
import { FARM_ROWS } from './signedFarms.ts';

/** Which entries of the register have to do with a person. */
export interface FarmsOfPerson {
  /** the farm whose farmer the person is; empty for none */
  farmId: string;
  /** words, one of which each text has that names the person */
  words: readonly string[];
}

/** Judges what of an entry is about a person. */
export interface FarmJudge {
  /** whether an entry is of their own farm */
  isTheirs(farm: FarmView): boolean;
  /** whether a farmer's name is theirs */
  isFarmer(name: string, farm: FarmView): boolean;
  /** whether a text names them */
  names(text: string, farm: FarmView): boolean;
}

const TEXTS = `concat_ws(' | ', t.name, t.village, t.district, t.phone, t.notes, t.farmers::text, t.consents::text, t.certificates::text)`;

/** The entries that a person may have to do with, first ones first. */
export async function farmsOfPerson(em: EntityManager, { farmId, words }: FarmsOfPerson): Promise<FarmView[]> {
  const found: unknown = await em.execute(
    `select ${FARM_COLUMNS} from farm t where t.erased_at is null and (t.farm_id = ? or exists (
       select 1 from json_array_elements_text(?::json) word where strpos(${foldedColumn(TEXTS)}, ${foldedColumn('word')}) > 0))
     order by t.created_at, t.id`,
    [farmId, JSON.stringify(words)],
  );
  return z.array(farmRow).parse(found);
}

/**
 * An entry without what is about a person: their name, texts that name them and, on their own farm, phone and notes, and
 * the consents where no farmer remains. Null: nothing of it is.
 */
export function withoutPerson(farm: FarmView, judge: FarmJudge): FarmView | null {
  const names = (text: string) => judge.names(text, farm);
  const left = (text: string) => (names(text) ? '' : text);
  const farmers = farm.farmers.filter(({ name }) => !judge.isFarmer(name, farm));
  // The entry may list no farmers, or another spelling of their name: phone and notes may be theirs all the same.
  const own = judge.isTheirs(farm);
  const last = own && farmers.length === 0;
  const after: FarmView = {
    ...farm,
    name: left(farm.name),
    village: left(farm.village),
    district: left(farm.district),
    phone: own ? '' : left(farm.phone),
    notes: own ? '' : left(farm.notes),
    farmers,
    consents: farm.consents.filter(({ text }) => !last && !names(text)),
    certificates: farm.certificates.filter(({ number, body }) => !names(`${number} | ${body}`)),
  };
  return JSON.stringify(after) === JSON.stringify(farm) ? null : after;
}

/** Writes what remains of entries. One that was changed outside of the program stays without a valid signature. */
export async function storeRemaining(em: EntityManager, farms: readonly FarmView[], at: Date): Promise<void> {
  if (farms.length === 0) return;
  const ids = farms.map(({ id }) => id);
  const list = JSON.stringify(ids);
  await em.execute(
    'select 1 from farm where id in (select value::uuid from json_array_elements_text(?::json)) order by id for update',
    [list],
  );
  const whole = await verifiedRows(em, FARM_ROWS, ids);
  await em.execute(
    `update farm t set name = f.name, village = f.village, district = f.district, phone = f.phone, notes = f.notes,
       farmers = f.farmers, consents = f.consents, certificates = f.certificates, version = t.version + 1, updated_at = ?
     from json_to_recordset(?::json) as f (id uuid, name text, village text, district text, phone text, notes text, farmers jsonb,
       consents jsonb, certificates jsonb) where t.id = f.id`,
    [at, JSON.stringify(farms)],
  );
  await signRows(em, FARM_ROWS, [...whole]);
}

/**
 * Empties entries. The rows stay, because the audit table names them. One that was changed outside of the program is
 * emptied too, and stays without a valid signature.
 * @param ids of entries that are not erased
 */
export async function eraseFarms(em: EntityManager, ids: readonly string[], at: Date): Promise<void> {
  const whole = await verifiedRows(em, FARM_ROWS, ids);
  await em.execute(
    `update farm set name = '', village = '', district = '', country = '', phone = '', notes = '', farmers = '[]', consents = '[]',
       certificates = '[]', version = version + 1, updated_at = ?, erased_at = ?
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [at, at, JSON.stringify(ids)],
  );
  await signRows(em, FARM_ROWS, [...whole]);
}

/** What a person gets of the farms that they registered, first ones first. `?`: the account */
export const FARMS_REGISTERED_BY = `select farm_id as "farmId", created_at as "createdAt", erased_at as "erasedAt" from farm
  where created_by = ? order by created_at, id`;
