import { z } from 'zod';
import { readContent, type FormedContent } from '../../domain/ledger/content.ts';
import type { Finding } from '../../domain/ledger/finding.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Database } from '../../platform/database/database.ts';
import { ALL_LOTS, LOT_EVENTS, PERSONAL_VALUES } from '../lots/lotViews.ts';

const MOST_FINDINGS = 100;
const AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Shares are sums of fractions, in whatever order. */
const ALMOST = 1e-9;

interface Row {
  id: string;
  key: string;
  step: string;
  at: Date;
  recordedAt: Date;
  inputGrams: number;
  outputGrams: number;
  lossGrams: number;
  lossReason: string | null;
  inputs: unknown;
  outputs: unknown;
  times: unknown;
}

const partRows = z.array(
  z.object({ key: z.string(), grams: z.int(), eventId: z.string(), ofEvent: z.string(), content: z.string() }),
);
type PartRow = z.infer<typeof partRows>[number];
const times = z.tuple([z.null(), z.string()]);

/** Parts of a transformation; empty texts stand for lots and events that there are not. */
const partsSql = (table: 'transformation_input' | 'transformation_output'): string =>
  `(select coalesce(json_agg(json_build_object('key', coalesce(l.lot_key, ''), 'grams', p.grams, 'eventId', p.event_id,
      'ofEvent', coalesce(el.lot_key, ''), 'content', coalesce(e.content, ''))), '[]')
    from ${table} p left join ${ALL_LOTS} l on l.id = p.lot_id left join ${LOT_EVENTS} e on e.event_id = p.event_id
      left join ${ALL_LOTS} el on el.id = e.lot_id where p.transformation_id = t.id)`;

const PAGE = `select t.id, t.key, t.step, t.at, t.recorded_at as "recordedAt", t.input_grams as "inputGrams",
    t.output_grams as "outputGrams", t.loss_grams as "lossGrams", t.loss_reason as "lossReason",
    ${partsSql('transformation_input')} as inputs, ${partsSql('transformation_output')} as outputs,
    (select v.value from transformation_output o join ${PERSONAL_VALUES} v using (event_id)
      where o.transformation_id = t.id and v.field = 'stageTimes' limit 1) as times
  from transformation t where t.id > $1 order by t.id limit ${AT_ONCE}`;

/** Lots of which the stored closure is another one than that of their inputs. */
const closureOfInputs = (table: 'lot_origin' | 'lot_ancestor'): string => {
  const { column, own } =
    table === 'lot_origin' ? { column: 'origin_id', own: 'origin' } : { column: 'ancestor_id', own: 'derived' };
  return `with part as (
      select i.transformation_id, i.lot_id, i.grams::float8 / t.input_grams as share, l.kind
      from transformation_input i join transformation t on t.id = i.transformation_id join ${ALL_LOTS} l on l.id = i.lot_id
      where i.transformation_id = any($1::uuid[])
    ), expected as materialized (
      select transformation_id, id, sum(share) as share, min(depth) as depth from (
        select transformation_id, lot_id as id, share, 1 as depth from part where kind = '${own}'
        union all
        select p.transformation_id, c.${column}, p.share * c.share, c.depth + 1 from part p join ${table} c on c.lot_id = p.lot_id
      ) each_of group by transformation_id, id
    )
    select out.lot_id::text as row from transformation_output out where out.transformation_id = any($1::uuid[]) and (
      exists (
        select from expected e left join ${table} c on c.lot_id = out.lot_id and c.${column} = e.id
        where e.transformation_id = out.transformation_id
          and (c.share is null or abs(c.share - e.share) > ${ALMOST} or c.depth <> e.depth))
      or (select count(*) from ${table} c where c.lot_id = out.lot_id)
        <> (select count(*) from expected e where e.transformation_id = out.transformation_id))`;
};
const CLOSURES = (['lot_origin', 'lot_ancestor'] as const).map((table) => ({ table, text: closureOfInputs(table) }));

/** Lots and events of movements that no transformation has. */
const WITHOUT = [
  {
    table: 'transformation_output',
    fault: 'is missing for a derived lot',
    text: `select l.id::text as row from ${ALL_LOTS} l where l.kind = 'derived'
      and not exists (select from transformation_output o where o.lot_id = l.id)`,
  },
  {
    table: 'transformation_input',
    fault: 'is missing for an event that took grams of a lot',
    text: `select e.event_id as row from ${ALL_LOTS} l join ${LOT_EVENTS} e on e.lot_id = l.id and e.type = 'used'
      where l.used_grams > 0 and e.content::json ->> 'consignment' is null
        and not exists (select from transformation_input i where i.event_id = e.event_id)`,
  },
  {
    table: 'lot_origin',
    fault: 'names origins of a lot that was not made',
    text: `select distinct lot_id::text as row from (select lot_id from lot_origin union select lot_id from lot_ancestor) c
      where not exists (select from transformation_output o where o.lot_id = c.lot_id)`,
  },
  ...(['transformation_input', 'transformation_output'] as const).map((table) => ({
    table,
    fault: 'belongs to no transformation',
    text: `select p.transformation_id::text as row from ${table} p
      where not exists (select from transformation t where t.id = p.transformation_id)`,
  })),
];

/**
 * Compares the tables of transformations with the events of their lots, which are signed and on the ledger, and computes
 * again what every derived lot was made of.
 */
export async function checkTransformations(database: Database, signal: AbortSignal | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { table, fault, text } of WITHOUT) {
    const rows = await database.rows<{ row: string }>(`${text} order by 1 limit ${MOST_FINDINGS}`);
    findings.push(...rows.map(({ row }) => ({ table, row, fault })));
  }
  for (let after = FIRST_ID; findings.length < MOST_FINDINGS;) {
    signal?.throwIfAborted();
    const rows = await database.rows<Row>(PAGE, [after]);
    const last = rows.at(-1)?.id;
    if (last === undefined) break;
    for (const row of rows) {
      await pause();
      const fault = faultOf(row);
      if (fault !== null) findings.push({ row: row.id, ...fault });
    }
    const ids = rows.map(({ id }) => id);
    for (const { table, text } of CLOSURES) {
      const differing = await database.rows<{ row: string }>(text, [ids]);
      findings.push(...differing.map(({ row }) => ({ table, row, fault: 'differs from what went into the lot' })));
    }
    after = last;
  }
  return findings;
}

/** What of a transformation's rows does not follow from the events of its lots; null when all does. */
function faultOf(row: Row): Pick<Finding, 'table' | 'fault'> | null {
  const [inputs, outputs] = [partRows.parse(row.inputs), partRows.parse(row.outputs)];
  const formed = outputs.map(formedOf).find((content) => content !== null);
  if (formed === undefined) return { table: 'transformation_output', fault: 'has no event' };
  const { formation, transfer } = formed;
  const sides = [
    { table: 'transformation_input', stored: inputs, told: formation.inputs },
    { table: 'transformation_output', stored: outputs, told: formation.outputs },
  ];
  const side = sides.find(({ stored, told }) => !isOfTransfer(stored, transfer) || !sameParts(stored, told));
  if (side !== undefined) return { table: side.table, fault: 'differs from the events of the transformation' };
  const fault = wholeFault(row, formed);
  return fault === null ? null : { table: 'transformation', fault };
}

/** Whether parts name events of their own lots, all of them of one transfer. */
function isOfTransfer(stored: readonly PartRow[], transfer: string): boolean {
  return stored.every(({ key, ofEvent, content }) => {
    const event = readContent(content);
    return key === ofEvent && event !== null && 'transfer' in event && event.transfer === transfer;
  });
}

function wholeFault(row: Row, { formation, transfer, at }: FormedContent): string | null {
  if (row.key !== transfer) return 'has another key than its events';
  const lossGrams = formation.loss?.grams ?? 0;
  const sums = [
    [row.inputGrams, sumOf(formation.inputs)],
    [row.outputGrams, sumOf(formation.outputs)],
    [row.lossGrams, lossGrams],
  ];
  if (!sums.every(([stored, told]) => stored === told)) return 'has other grams than its events';
  if (row.step !== formation.step || row.lossReason !== (formation.loss?.reason ?? null)) {
    return 'has another step or reason than its events';
  }
  const done = times.safeParse(row.times).data?.[1] ?? at;
  return row.recordedAt.toISOString() === at && row.at.toISOString() === done
    ? null
    : 'has other times than its events';
}

function formedOf({ content }: PartRow): FormedContent | null {
  const event = readContent(content);
  return event?.type === 'formed' ? event : null;
}

interface Part {
  key: string;
  grams: number;
}

function sameParts(stored: readonly Part[], told: readonly Part[]): boolean {
  const grams = new Map(told.map((part) => [part.key, part.grams]));
  return stored.length === told.length && stored.every((part) => grams.get(part.key) === part.grams);
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { grams }) => sum + grams, 0);
}
