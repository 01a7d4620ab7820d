import type { ClientBase, Pool } from 'pg';

const TABLES = [
  'ledger_block',
  'ledger_transaction',
  'ledger_content',
  'ledger_tree_node',
  'ledger_restored',
  'fabric_block',
  'fabric_tree_node',
  'fabric_event',
];

/** What was cut off, to be put back as it was. */
export interface CutBlocks {
  rows: { table: string; row: string }[];
}

/** Changes the append-only tables, as their owner may. */
export async function withoutTriggers<T>(client: Pool | ClientBase, change: () => Promise<T>): Promise<T> {
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  try {
    return await change();
  } finally {
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  }
}

/**
 * Cuts off the newest blocks with all that hangs on them, and sets the lots' heads back, as somebody would who hides that they
 * were ever there.
 * @param from the first block that goes
 * @param nodes whether the nodes of the tree over them go as well; true unless told
 */
export async function cutOff(client: Pool | ClientBase, from: number, { nodes = true } = {}): Promise<CutBlocks> {
  return withoutTriggers(client, async () => {
    const rows: CutBlocks['rows'] = [];
    const take = async (table: string, where: string): Promise<void> => {
      const gone = await client.query<{ row: string }>(
        `delete from ${table} t where ${where} returning to_jsonb(t)::text as row`,
        [from],
      );
      rows.unshift(...gone.rows.map(({ row }) => ({ table, row })));
    };
    await take('ledger_content', 'event_id in (select event_id from ledger_transaction where block_number >= $1)');
    await take('ledger_head', 'lot_key in (select lot_key from ledger_transaction where block_number >= $1)');
    await take('ledger_transaction', 'block_number >= $1');
    await take('ledger_block', 'number >= $1');
    if (nodes) await take('ledger_tree_node', '((position + 1) << level) > $1');
    await client.query(
      `insert into ledger_head (lot_key, seq, hash, stage, deleted)
       select distinct on (t.lot_key) t.lot_key, t.seq, encode(sha256(decode('00', 'hex') || convert_to(c.content, 'UTF8')), 'hex'),
         'harvested', false
       from ledger_transaction t join ledger_content c on c.event_id = t.event_id order by t.lot_key, t.seq desc
       on conflict (lot_key) do nothing`,
    );
    return { rows };
  });
}

const BACK_TO_NEWEST = `on conflict (lot_key) do update
  set seq = excluded.seq, hash = excluded.hash, stage = excluded.stage, deleted = excluded.deleted`;

/** Puts back what was cut off. */
export async function putBack(client: Pool | ClientBase, { rows }: CutBlocks): Promise<void> {
  for (const { table, row } of rows) {
    const put = table === 'ledger_head' ? BACK_TO_NEWEST : '';
    await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb) ${put}`, [
      row,
    ]);
  }
}
