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
  /** place of the event among those of its transaction */
  part: z.int(),
  /** hashes from it to the root that the envelope names, hex, one after the other */
  path: z.string(),
  envelope: z.string(),
  content: z.string().nullable(),
});
export type StoredTransaction = z.infer<typeof storedTransaction>;

/** A block in which events of the lots that were asked for stand. */
const ownBlock = z.object({
  number: z.int(),
  /** null: its row is gone */
  block: storedBlock.nullable(),
  /** whether it names the hash of the block before; null: that one is gone */
  follows: z.boolean().nullable(),
  /** positions of its transactions, in order: 0,1,2 */
  positions: z.string(),
  /** hashes of its Merkle leaves by position, 64 hex digits each; PostgreSQL computes them from the stored bytes */
  hashes: z.string(),
});
export type OwnBlock = z.infer<typeof ownBlock>;

const channelRead = z.object({ organisations: z.array(storedOrganisation), genesis: storedBlock.nullable() });
/** What all lots stand on: the organisations and block 0. */
export type ChannelRead = z.infer<typeof channelRead>;

const lotsRead = z.object({
  channelPrint: z.string(),
  channel: channelRead.nullable(),
  lots: z.array(
    z.object({
      lotKey: z.string(),
      knownPrint: z.string().nullable(),
      print: z.string().nullable(),
      upto: z.int(),
      headSeq: z.int().nullable(),
      leftBehind: z.array(z.int()),
      rivals: z.array(z.string()),
    }),
  ),
  transactions: z.array(storedTransaction),
  blocks: z.array(ownBlock),
});

/** How far a lot's chain is known. */
export interface KnownPart {
  lotKey: string;
  /** `seq` of the last event that is known; `NOTHING_KNOWN` for none */
  known: number;
}
/** Less than any `seq` that a row can hold. */
export const NOTHING_KNOWN = -2_147_483_648;
const TO_THE_END = 2_147_483_647;

/**
 * A portion of one lot's chain: the events after those that are known. Prints are SHA-256 over all stored bytes that a check
 * looks at (transactions with contents, their blocks with leaves and the link back): the same print, the same bytes.
 */
export interface LotBatch {
  lotKey: string;
  /** of the known part as it is stored now; null when nothing of it is there */
  knownPrint: string | null;
  /** of the known part and of the following events; null when the ledger has no event of the lot */
  print: string | null;
  /** the portion holds every event up to this `seq` */
  upto: number;
  /** whether the lot's chain ends with this portion */
  last: boolean;
  headSeq: number | null;
  /** those of its blocks, also known ones, that the block after does not name */
  leftBehind: number[];
  /** other chains that carry the lot's id */
  rivals: string[];
  transactions: StoredTransaction[];
  blocks: OwnBlock[];
}

export interface BatchesRead {
  /** of the organisations and block 0 */
  channelPrint: string;
  /** null when its print is the one that was named */
  channel: ChannelRead | null;
  portions: Map<string, LotBatch>;
}

const proofRead = z.object({
  organisations: z.array(storedOrganisation),
  headSeq: z.int().nullable(),
  transactions: z.array(storedTransaction),
  blocks: z.array(ownBlock.pick({ number: true, block: true, positions: true, hashes: true })),
});
/** A portion of a proof file's data. */
export type ProofRead = z.infer<typeof proofRead>;

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
  'eventId', t.event_id, 'lotKey', t.lot_key, 'seq', t.seq, 'part', t.part, 'path', t.path, 'envelope', t.envelope, 'content', c.content)`;

/** A content counts only where the transaction's own keys point to. */
const CONTENT = `left join ledger_content c on c.event_id = t.event_id and c.lot_key = t.lot_key and c.seq = t.seq`;

const OWN_BLOCK = `json_build_object('number', b.number, 'follows', b.follows, 'positions', b.positions,
  'hashes', encode(b.hashes, 'hex'), 'block', case when b.found is null then null else json_build_object('number', b.number,
    'previousHash', encode(b.previous_hash, 'hex'), 'dataHash', encode(b.data_hash, 'hex'),
    'headerHash', encode(b.header_hash, 'hex'), 'at', b.at, 'transactions', b.transactions, 'signatures', b.signatures,
    'configuration', b.configuration) end)`;

/** A block's leaves, one a transaction: their positions and the hashes of what is stored of them. */
const LEAVES = `
  select string_agg(t.position::text, ',' order by t.position) as positions,
    string_agg(sha256('\\x00'::bytea || convert_to(t.envelope, 'UTF8')), ''::bytea order by t.position) as hashes
  from ledger_transaction t where t.block_number = n.number and t.part = 0`;

/** Texts of any form are preceded by their lengths, so that no two rows make the same bytes. */
const EVENT_BYTES = `convert_to(concat_ws('|', block_number, position, seq, part, length(path), length(tx_id), length(event_id),
  coalesce(length(content), -1), path, tx_id, event_id, envelope, content), 'UTF8')`;
const BLOCK_BYTES = `convert_to(concat_ws('|', number, coalesce(follows::text, '-'), transactions, at,
  length(previous_hash), length(data_hash), length(header_hash), length(signatures::text), coalesce(length(configuration), -1),
  length(positions), encode(previous_hash, 'hex'), encode(data_hash, 'hex'), encode(header_hash, 'hex'), signatures,
  configuration, positions), 'UTF8') || hashes`;

// `$1` lot keys, `$2` for each the last `seq` that is known, `$3` events at most of one lot, `$4` print of the channel.
// A portion ends with a `seq`, not with a number of rows: rows that share one are read together, or none is passed by.
const READ_PORTIONS = `
  with asked as (
    select a.lot_key, a.known, coalesce((
      select t.seq from ledger_transaction t where t.lot_key = a.lot_key and t.seq > a.known order by t.seq offset $3::int - 1 limit 1
    ), ${TO_THE_END}) as upto
    from unnest($1::text[], $2::int[]) a (lot_key, known)
  ),
  own as materialized (
    select a.known, t.tx_id, t.block_number, t.position, t.event_id, t.lot_key, t.seq, t.part, t.path, t.envelope, c.content
    from asked a join ledger_transaction t on t.lot_key = a.lot_key and t.seq <= a.upto ${CONTENT}
  ),
  place as (
    select lot_key, block_number, bool_or(seq > known) as fresh, bool_or(seq <= known) as known from own group by lot_key, block_number
  ),
  block as materialized (
    select n.number, n.fresh, b.number as found, b.previous_hash, b.data_hash, b.header_hash, b.transactions, b.signatures,
      b.configuration, extract(epoch from b.created_at) * 1000 as at, before.header_hash = b.previous_hash as follows,
      next.previous_hash <> b.header_hash as left_behind, leaf.positions, leaf.hashes
    from (select block_number as number, bool_or(fresh) as fresh from place group by block_number) n
      left join ledger_block b on b.number = n.number
      left join ledger_block before on before.number = n.number - 1
      left join ledger_block next on next.number = n.number + 1
      cross join lateral (${LEAVES}) leaf
  ),
  event_print as (select lot_key, seq, seq <= known as known, sha256(${EVENT_BYTES}) as print from own),
  block_print as (select number, sha256(${BLOCK_BYTES}) as print, left_behind from block),
  of_events as (
    select lot_key, string_agg(print, ''::bytea order by seq, print) as print,
      string_agg(print, ''::bytea order by seq, print) filter (where known) as known
    from event_print group by lot_key
  ),
  of_blocks as (
    select p.lot_key, string_agg(b.print, ''::bytea order by b.number) as print,
      string_agg(b.print, ''::bytea order by b.number) filter (where p.known) as known,
      json_agg(b.number) filter (where b.left_behind) as left_behind
    from place p join block_print b on b.number = p.block_number group by p.lot_key
  ),
  channel as materialized (
    select json_build_object('organisations', (${ORGANISATIONS}), 'genesis', (select ${BLOCK} from ledger_block b where number = 0)) as channel
  ),
  channel_print as materialized (select encode(sha256(convert_to(channel::text, 'UTF8')), 'hex') as print from channel)
  select json_build_object(
    'channelPrint', (select print from channel_print),
    'channel', (select channel from channel, channel_print where print <> $4),
    'lots', (
      select json_agg(json_build_object('lotKey', a.lot_key, 'upto', a.upto,
        'knownPrint', encode(sha256(e.known || b.known), 'hex'), 'print', encode(sha256(e.print || b.print), 'hex'),
        'headSeq', (select seq from ledger_head h where h.lot_key = a.lot_key), 'leftBehind', coalesce(b.left_behind, '[]'), 'rivals', (
          select coalesce(json_agg(other.lot_key), '[]')
          from (select ${CREATED_LOT_ID} as lot_id from ledger_content where lot_key = a.lot_key and seq = 1) one
          join (select lot_key, ${CREATED_LOT_ID} as lot_id from ledger_content where seq = 1) other
            on other.lot_id = one.lot_id and other.lot_key <> a.lot_key)))
      from asked a left join of_events e using (lot_key) left join of_blocks b using (lot_key)
    ),
    'transactions', (
      select coalesce(json_agg(json_build_object('txId', tx_id, 'blockNumber', block_number, 'position', position,
        'eventId', event_id, 'lotKey', lot_key, 'seq', seq, 'part', part, 'path', path, 'envelope', envelope, 'content', content) order by seq), '[]')
      from own where seq > known
    ),
    'blocks', (select coalesce(json_agg(${OWN_BLOCK}), '[]') from block b where fresh)
  )::text as found`;

const READ_PROOF = `
  with own as materialized (
    select t.*, c.content from ledger_transaction t ${CONTENT} where t.lot_key = $1 and t.seq > $2 order by t.seq limit $3
  ),
  block as materialized (
    select n.number, b.number as found, b.previous_hash, b.data_hash, b.header_hash, b.transactions, b.signatures,
      b.configuration, extract(epoch from b.created_at) * 1000 as at, null::boolean as follows, leaf.positions, leaf.hashes
    from (select distinct block_number as number from own) n
      left join ledger_block b on b.number = n.number
      cross join lateral (${LEAVES}) leaf
  )
  select json_build_object(
    'organisations', (${ORGANISATIONS}),
    'headSeq', (select seq from ledger_head where lot_key = $1),
    'transactions', (
      select coalesce(json_agg(json_build_object('txId', tx_id, 'blockNumber', block_number, 'position', position,
        'eventId', event_id, 'lotKey', lot_key, 'seq', seq, 'part', part, 'path', path, 'envelope', envelope, 'content', content) order by seq), '[]')
      from own
    ),
    'blocks', (select coalesce(json_agg(${OWN_BLOCK}), '[]') from block b)
  )::text as found`;

const READ_PAGE = `
  select json_build_object(
    'organisations', (${ORGANISATIONS}),
    'blocks', (select coalesce(json_agg(${BLOCK} order by b.number), '[]') from ledger_block b where b.number between $1 - 1 and $2 + 1),
    'transactions', (
      select coalesce(json_agg(${TRANSACTION} order by t.block_number, t.position, t.part), '[]')
      from ledger_transaction t ${CONTENT} where t.block_number between $1 and $2
    )
  )::text as found`;

/**
 * Of each lot the next portion of its chain: one statement, however many lots.
 * @param most events of one lot
 * @param channelPrint of the channel that is known; empty for none
 */
export async function readBatches(
  pool: Pool,
  asked: readonly KnownPart[],
  most: number,
  channelPrint: string,
): Promise<BatchesRead> {
  const { rows } = await pool.query<{ found: string }>({
    name: 'ledger-read-portions',
    text: READ_PORTIONS,
    values: [asked.map(({ lotKey }) => lotKey), asked.map(({ known }) => known), most, channelPrint],
  });
  const read = lotsRead.parse(JSON.parse(rows[0]?.found ?? '{}'));
  const transactions = Map.groupBy(read.transactions, ({ lotKey }) => lotKey);
  const blocks = new Map(read.blocks.map((block) => [block.number, block]));
  const portions = read.lots.map((lot): [string, LotBatch] => {
    const own = transactions.get(lot.lotKey) ?? [];
    const numbers = new Set(own.map(({ blockNumber }) => blockNumber));
    const ownBlocks = [...numbers].map((number) => blocks.get(number)).filter((block) => block !== undefined);
    return [lot.lotKey, { ...lot, last: lot.upto === TO_THE_END, transactions: own, blocks: ownBlocks }];
  });
  return { channelPrint: read.channelPrint, channel: read.channel, portions: new Map(portions) };
}

/** What the proof of a lot is made of, at most so many events after a `seq`. */
export async function readProof(pool: Pool, lotKey: string, after: number, most: number): Promise<ProofRead> {
  const { rows } = await pool.query<{ found: string }>({
    name: 'ledger-read-proof',
    text: READ_PROOF,
    values: [lotKey, after, most],
  });
  return proofRead.parse(JSON.parse(rows[0]?.found ?? '{}'));
}

/** Block 0 as it is stored; undefined when it is missing. */
export async function readGenesis(client: Pool | PoolClient): Promise<StoredBlock | undefined> {
  const { rows } = await client.query<{ found: string }>(
    `select ${BLOCK}::text as found from ledger_block b where b.number = 0`,
  );
  const [row] = rows;
  return row && storedBlock.parse(JSON.parse(row.found));
}

/** Blocks `from` to `to` with all their transactions, and the neighbours' headers, as text: `parseChainPage` reads it, in a thread where it is long. */
export async function readPageText(pool: Pool, from: number, to: number): Promise<string> {
  const { rows } = await pool.query<{ found: string }>({
    name: 'ledger-read-page',
    text: READ_PAGE,
    values: [from, to],
  });
  return rows[0]?.found ?? '{}';
}

/** @param text as `readPageText` reads it */
export function parseChainPage(text: string): PageRead {
  return pageRead.parse(JSON.parse(text));
}

/** The same blocks, read. */
export async function readPage(pool: Pool, from: number, to: number): Promise<PageRead> {
  return parseChainPage(await readPageText(pool, from, to));
}
