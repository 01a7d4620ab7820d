import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';

/*
 * What is stored, as text and numbers that do not depend on how a connection parses types. Each read is one statement,
 * so it sees one moment of the database.
 */

const storedOrganisation = z.object({
  mspId: z.string(),
  name: z.string(),
  rootCertificate: z.string(),
  certificate: z.string(),
});
export type StoredOrganisation = z.infer<typeof storedOrganisation>;

const storedBlock = z.object({
  number: z.int(),
  previousHash: z.string(),
  dataHash: z.string(),
  headerHash: z.string(),
  /** milliseconds; a fraction is a change, since the ledger writes whole ones */
  at: z.number(),
  transactions: z.int(),
  signatures: z.unknown(),
  configuration: z.string().nullable(),
});
export type StoredBlock = z.infer<typeof storedBlock>;

const storedTransaction = z.object({
  txId: z.string(),
  blockNumber: z.int(),
  position: z.int(),
  eventId: z.string(),
  lotKey: z.string(),
  seq: z.int(),
  envelope: z.string(),
  content: z.string().nullable(),
});
export type StoredTransaction = z.infer<typeof storedTransaction>;

/** Hashes of a block's Merkle leaves by position, hex; PostgreSQL computes them from the stored bytes. */
const blockLeaves = z.object({ blockNumber: z.int(), positions: z.array(z.int()), hashes: z.array(z.string()) });

const lotsRead = z.object({
  organisations: z.array(storedOrganisation),
  blocks: z.array(storedBlock),
  leaves: z.array(blockLeaves),
  transactions: z.array(storedTransaction),
  heads: z.array(z.object({ lotKey: z.string(), seq: z.int() })),
  rivals: z.array(z.object({ lotKey: z.string(), rival: z.string() })),
});
/** Everything that the check of one lot needs: its transactions, their blocks with neighbours and leaf hashes, block 0. */
export interface LotRead extends Omit<z.infer<typeof lotsRead>, 'heads' | 'rivals'> {
  headSeq: number | null;
  /** other chains that carry the lot's id */
  rivals: string[];
}

const pageRead = z.object({
  organisations: z.array(storedOrganisation),
  blocks: z.array(storedBlock),
  transactions: z.array(storedTransaction),
});
export type PageRead = z.infer<typeof pageRead>;

/** The lot id in a stored content, as an SQL expression; the index `ledger_content_lot_id` has the same. */
export const CREATED_LOT_ID = `(content::json -> 'set' ->> 'lotId')`;

const ORGANISATIONS = `
  select coalesce(json_agg(json_build_object('mspId', msp_id, 'name', name,
    'rootCertificate', encode(root_certificate, 'hex'), 'certificate', encode(certificate, 'hex')) order by msp_id), '[]')
  from ledger_organisation`;

const BLOCK = `json_build_object('number', b.number, 'previousHash', encode(b.previous_hash, 'hex'),
  'dataHash', encode(b.data_hash, 'hex'), 'headerHash', encode(b.header_hash, 'hex'),
  'at', extract(epoch from b.created_at) * 1000, 'transactions', b.transactions, 'signatures', b.signatures,
  'configuration', b.configuration)`;

const TRANSACTION = `json_build_object('txId', t.tx_id, 'blockNumber', t.block_number, 'position', t.position,
  'eventId', t.event_id, 'lotKey', t.lot_key, 'seq', t.seq, 'envelope', t.envelope, 'content', c.content)`;

/** A content counts only where the transaction's own keys point to. */
const CONTENT = `left join ledger_content c on c.event_id = t.event_id and c.lot_key = t.lot_key and c.seq = t.seq`;

const READ_LOTS = `
  with own as (select distinct block_number as number from ledger_transaction where lot_key = any($1)),
  near as (select number from own union select number - 1 from own union select number + 1 from own union select 0)
  select json_build_object(
    'organisations', (${ORGANISATIONS}),
    'heads', (
      select coalesce(json_agg(json_build_object('lotKey', lot_key, 'seq', seq)), '[]')
      from ledger_head where lot_key = any($1)
    ),
    'rivals', (
      select coalesce(json_agg(json_build_object('lotKey', own.lot_key, 'rival', other.lot_key)), '[]')
      from (select lot_key, ${CREATED_LOT_ID} as lot_id from ledger_content where lot_key = any($1) and seq = 1) own
      join (select lot_key, ${CREATED_LOT_ID} as lot_id from ledger_content where seq = 1) other
        on other.lot_id = own.lot_id and other.lot_key <> own.lot_key
    ),
    'transactions', (
      select coalesce(json_agg(${TRANSACTION} order by t.seq), '[]')
      from ledger_transaction t ${CONTENT} where t.lot_key = any($1)
    ),
    'blocks', (select coalesce(json_agg(${BLOCK}), '[]') from ledger_block b where b.number in (select number from near)),
    'leaves', (
      select coalesce(json_agg(json_build_object('blockNumber', block_number, 'positions', positions, 'hashes', hashes)), '[]')
      from (
        select block_number, json_agg(position order by position) as positions,
          json_agg(encode(sha256(decode('00', 'hex') || convert_to(envelope, 'UTF8')), 'hex') order by position) as hashes
        from ledger_transaction where block_number in (select number from own) group by block_number
      ) leaf
    )
  )::text as found`;

const READ_PAGE = `
  select json_build_object(
    'organisations', (${ORGANISATIONS}),
    'blocks', (select coalesce(json_agg(${BLOCK} order by b.number), '[]') from ledger_block b where b.number between $1 - 1 and $2 + 1),
    'transactions', (
      select coalesce(json_agg(${TRANSACTION} order by t.block_number, t.position), '[]')
      from ledger_transaction t ${CONTENT} where t.block_number between $1 and $2
    )
  )::text as found`;

/** What is stored of lots, by key: one statement, however many lots. Those that the ledger does not know have no transactions. */
export async function readLotsRows(pool: Pool, lotKeys: readonly string[]): Promise<Map<string, LotRead>> {
  const { rows } = await pool.query<{ found: string }>({
    name: 'ledger-read-lots',
    text: READ_LOTS,
    values: [lotKeys],
  });
  const { organisations, blocks, leaves, transactions, heads, rivals } = lotsRead.parse(
    JSON.parse(rows[0]?.found ?? '{}'),
  );
  const ofLot = Map.groupBy(transactions, ({ lotKey }) => lotKey);
  const headSeqs = new Map(heads.map(({ lotKey, seq }) => [lotKey, seq]));
  return new Map(
    lotKeys.map((lotKey) => {
      const own = ofLot.get(lotKey) ?? [];
      const numbers = new Set(own.map(({ blockNumber }) => blockNumber));
      const ownLeaves = leaves.filter(({ blockNumber }) => numbers.has(blockNumber));
      const headSeq = headSeqs.get(lotKey) ?? null;
      const ownRivals = rivals.filter((one) => one.lotKey === lotKey).map(({ rival }) => rival);
      return [lotKey, { organisations, blocks, leaves: ownLeaves, transactions: own, headSeq, rivals: ownRivals }];
    }),
  );
}

/** What is stored of one lot. */
export async function readLotRows(pool: Pool, lotKey: string): Promise<LotRead> {
  const read = (await readLotsRows(pool, [lotKey])).get(lotKey);
  if (read === undefined) throw new Error('The lot that was asked for is not in the answer');
  return read;
}

/** Block 0 as it is stored; undefined when it is missing. */
export async function readGenesis(client: Pool | PoolClient): Promise<StoredBlock | undefined> {
  const { rows } = await client.query<{ found: string }>(
    `select ${BLOCK}::text as found from ledger_block b where b.number = 0`,
  );
  const [row] = rows;
  return row && storedBlock.parse(JSON.parse(row.found));
}

/** Blocks `from` to `to` with all their transactions, and the neighbours' headers. */
export async function readPage(pool: Pool, from: number, to: number): Promise<PageRead> {
  const { rows } = await pool.query<{ found: string }>({
    name: 'ledger-read-page',
    text: READ_PAGE,
    values: [from, to],
  });
  return pageRead.parse(JSON.parse(rows[0]?.found ?? '{}'));
}
