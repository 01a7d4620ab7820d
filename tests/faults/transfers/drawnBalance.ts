import { eventName } from './drawCalls.ts';
import type { AnsweredCall } from './drawers.ts';

/** Rows of a statement. */
export type AskDatabase = <Row extends object>(sql: string) => Promise<Row[]>;

const USED = `coalesce((select sum(i.grams) from transformation_input i where i.lot_id = l.id), 0)
  + coalesce((select sum(c.grams) from consignment_lot c where c.lot_id = l.id), 0)`;

/** Statements that answer a row for each fault. */
const FAULTS: Readonly<Record<string, string>> = {
  'a lot of which more is used than there is': `select lot_id as name from lot where used_grams not between 0 and weight_grams`,
  'a lot whose used grams are not those of its transformations and consignments': `select lot_id as name from lot l where used_grams <> ${USED}`,
  'a deleted lot that is used': `select lot_id as name from lot where deleted_at is not null and used_grams > 0`,
  'a transformation whose inputs are not its outputs and its loss': `select t.id::text as name from transformation t
    where t.input_grams <> t.output_grams + t.loss_grams
      or t.input_grams <> (select sum(grams) from transformation_input where transformation_id = t.id)
      or t.output_grams <> (select sum(grams) from transformation_output where transformation_id = t.id)`,
  'a transfer that is not recorded whole, in one transaction': `select transfer as name from ledger_outbox where transfer is not null
    group by transfer having count(distinct tx_id) <> 1 or count(tx_id) <> count(*)`,
  'a transaction of more than one transfer': `select tx_id as name from ledger_outbox where transfer is not null
    group by tx_id having count(distinct transfer) > 1`,
  'a transaction of a transfer with another event': `select o.tx_id as name from ledger_outbox o where o.transfer is null
    and exists (select from ledger_outbox t where t.tx_id = o.tx_id and t.transfer is not null)`,
  'an event that is not recorded': `select event_id as name from ledger_outbox where state <> 'recorded'`,
  'an event without its place in the queue': `select event_id as name from lot_event e
    where not exists (select from ledger_outbox o where o.event_id = e.event_id)`,
};

/** The same of the tables of the embedded ledger. */
const EMBEDDED_FAULTS: Readonly<Record<string, string>> = {
  'a transfer whose events stand at several places of the ledger': `select o.transfer as name
    from ledger_outbox o left join ledger_transaction t using (event_id) where o.transfer is not null
    group by o.transfer having count(t.event_id) <> count(*) or count(distinct (t.tx_id, t.block_number, t.position)) <> 1`,
  'an event of the ledger that the database lacks': `select t.event_id as name from ledger_transaction t
    where not exists (select from ledger_outbox o where o.event_id = t.event_id)
      and not exists (select from register_event r where r.event_id = t.event_id)`,
};

/** @returns what does not add up, each with the name of its row; none is right */
export async function balanceFaults(ask: AskDatabase, ledger: 'embedded' | 'fabric'): Promise<string[]> {
  const found: string[] = [];
  const all = { ...FAULTS, ...(ledger === 'embedded' ? EMBEDDED_FAULTS : {}) };
  for (const [fault, sql] of Object.entries(all)) {
    for (const { name } of await ask<{ name: string }>(sql)) found.push(`${fault}: ${name}`);
  }
  return found;
}

interface StoredMark {
  lotId: string;
  type: string;
  mark: string | null;
}

const EVENT_VALUES = `select l.lot_id as "lotId", e.type,
    case e.type when 'returned' then null when 'deleted' then null when 'stage' then e.content::jsonb #>> '{set,stage}'
      when 'used' then e.content::jsonb ->> 'grams' else e.content::jsonb #>> '{set,weightGrams}' end as mark
  from lot_event e join lot l on l.id = e.lot_id
  where e.type in ('used', 'returned', 'formed', 'weighed', 'edited', 'stage', 'deleted')`;

/**
 * Compares the events of all lots with the calls that were answered.
 * @returns events of carried out calls that are not there, and events that no such call wrote, or that are there twice
 */
export async function comparedWithAnswers(
  ask: AskDatabase,
  done: readonly AnsweredCall[],
): Promise<{ lost: string[]; extra: string[] }> {
  const stored = (await ask<StoredMark>(EVENT_VALUES)).map(({ lotId, type, mark }) =>
    eventName(lotId, type, mark ?? ''),
  );
  const answered = done.flatMap(({ events }) => events);
  return { lost: without(answered, stored), extra: without(stored, answered) };
}

/** Those of a list that another one lacks, counting each as often as it is there. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of other) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
