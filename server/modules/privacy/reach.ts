import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { ErasableNote } from '../alerts/alertErasure.ts';
import type { ErasableValue } from '../lots/lotErasure.ts';
import { foldedColumn } from '../../platform/database/foldedColumn.ts';
import { spaced } from '../../domain/text/foldedText.ts';
import { holding, mentions, sameName, unmistakable, type Person } from './person.ts';
import { KEY_NAMES } from '../identity/identityViews.ts';
import { ALL_LOTS, LOT_EVENTS, PERSONAL_VALUES } from '../lots/lotViews.ts';

/** The lots that have to do with a person. */
export interface Reach {
  /** grown by them, or registered by them */
  own: Set<string>;
  /** those, and the lots on which they or partner keys that they made acted */
  connected: Set<string>;
  /** those, and lots whose texts name the person */
  all: string[];
  /** longer names of other farmers of their own lots that hold theirs */
  others: string[];
}

/** Fields that name people or were written by them. */
const ABOUT_PEOPLE = new Set([
  'farmerName',
  'operatorName',
  'userName',
  'processDetails',
  'location',
  'notes',
  'lossNote',
  'explanation',
  'alertNote',
]);

const lotRows = z.array(z.object({ id: z.string(), own: z.boolean() }));

/** Picks the values that name a person or that they wrote. */
export function theirs(person: Person, reach: Reach): (value: ErasableValue) => boolean {
  const anywhere = unmistakable(person);
  return ({ lotId, field, value, actorId }) => {
    if (!ABOUT_PEOPLE.has(field) || typeof value !== 'string') return false;
    const byThem = person.userId !== null && actorId === person.userId;
    if (field === 'farmerName') {
      if (!reach.own.has(lotId)) return false;
      // Somebody else may register lots for farmers; a farmer registers their own. A part of a name is somebody else's name.
      if (byThem && person.farmer) return true;
      return sameName(value, person.name) || mentions(value, { name: '', email: person.email });
    }
    if (byThem) return true;
    // The name of another account, which may be the same, is that account's.
    if (field === 'userName' && actorId !== null) return false;
    return mentions(value, reach.connected.has(lotId) ? person : anywhere, reach.others);
  };
}

/** Picks the notes on alerts that name a person or that they wrote. */
export function theirNotes(person: Person, reach: Reach): (note: ErasableNote) => boolean {
  return ({ closedBy, lotId, text }) => {
    if (person.userId !== null && closedBy === person.userId) return true;
    return mentions(text, reach.connected.has(lotId) ? person : unmistakable(person), reach.others);
  };
}

/** The lots that have to do with a person, deleted ones too. */
export async function reachOf(em: EntityManager, person: Person): Promise<Reach> {
  const connected = lotRows.parse(
    await em.execute(
      `select id, true as own from ${ALL_LOTS} l where (? <> '' and farm_id = ?) or created_by = ?::uuid
       union all select e.lot_id, true from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id)
         where v.field = 'farmId' and v.value = to_jsonb(?::text)
       union all select lot_id, false from ${LOT_EVENTS} e where actor_id = ?::uuid
       union all select e.lot_id, false from ${LOT_EVENTS} e join ${KEY_NAMES} k on k.id = e.key_id where k.created_by = ?::uuid`,
      [person.farmId, person.farmId, person.userId, person.farmId, person.userId, person.userId],
    ),
  );
  const words = searchWords(unmistakable(person));
  const naming: { id: string }[] =
    words.length === 0
      ? []
      : await em.execute(
          `select distinct e.lot_id as id from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id)
           where v.field in ('operatorName', 'userName', 'processDetails', 'location', 'notes', 'lossNote', 'explanation') and exists (
             select 1 from json_array_elements_text(?::json) word
             where strpos(${foldedColumn("v.value #>> '{}'")}, ${foldedColumn('word')}) > 0)`,
          [JSON.stringify(words)],
        );
  const ids = new Set(connected.map(({ id }) => id));
  const own = new Set(connected.filter((lot) => lot.own).map(({ id }) => id));
  return {
    own,
    connected: ids,
    all: [...new Set([...ids, ...naming.map(({ id }) => id)])].sort(),
    others: holding(await farmersOf(em, own), person),
  };
}

/** The names that lots have, or had, for their farmers. */
async function farmersOf(em: EntityManager, lotIds: ReadonlySet<string>): Promise<string[]> {
  const rows: { name: string | null }[] = await em.execute(
    `select distinct v.value #>> '{}' as name from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id)
     where v.field = 'farmerName' and e.lot_id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify([...lotIds])],
  );
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
}

/**
 * Words (NFKC) without which a text does not name the person: the database looks for these without case, `mentions` judges.
 * Their case is left to the database, which must not take away the case of a text in another way than that of a word.
 */
export function searchWords({ name, email }: Pick<Person, 'name' | 'email'>): string[] {
  const [longest = ''] = spaced(name)
    .split(' ')
    .sort((a, b) => b.length - a.length);
  return [longest, spaced(email)].filter((word) => word !== '');
}

/** A lot that has, or had, a farmer of a name. */
export interface NamedLot {
  id: string;
  lotId: string;
  /** exactly as stored */
  name: string;
}

/** The lots of a farm with each name that they have, or had, for their farmers; by their number. */
export async function namedLots(em: EntityManager, farmId: string): Promise<NamedLot[]> {
  const rows: (Omit<NamedLot, 'name'> & { name: string | null })[] = await em.execute(
    `select distinct l.id, l.lot_id as "lotId", v.value #>> '{}' as name
     from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id) join ${ALL_LOTS} l on l.id = e.lot_id
     where v.field = 'farmerName' and (l.farm_id = ? or exists (
       select 1 from ${PERSONAL_VALUES} f join ${LOT_EVENTS} g using (event_id)
       where g.lot_id = l.id and f.field = 'farmId' and f.value = to_jsonb(?::text)))
     order by l.lot_id`,
    [farmId, farmId],
  );
  return rows.flatMap(({ name, ...lot }) => (name === null ? [] : [{ ...lot, name }]));
}
