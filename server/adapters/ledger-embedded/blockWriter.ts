import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { createdLotIds, judgeBatch, transferOf, unitsOf, type LedgerState } from '../../domain/ledger/judge.ts';
import type { LotMass } from '../../domain/ledger/lotMass.ts';
import { CONTRACT, type LotHead } from '../../domain/ledger/transitions.ts';
import { isStage } from '../../domain/lot/stages.ts';
import { headerBytes, headerHash, type BlockHeader } from '../../domain/proof/block.ts';
import { canonicalText, toHex, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { auditPaths, leafHash, merkleRoot } from '../../domain/proof/merkle.ts';
import { eventLeaf, readEnvelope, transactionId, type TransactionPayload } from '../../domain/proof/transaction.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { LedgerEvent, RecordOutcome, Recorded } from '../../domain/ledger/ledger.ts';
import { CHAINCODE, CHANNEL } from './channel.ts';
import { headOf } from './derivedCheck.ts';
import { nativeContentHash, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { signAs, type SigningKey } from '../../platform/checkpoints/signingKey.ts';
import { CREATED_LOT_ID } from './storedChain.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';

/** Their signatures are made at once. */
const ENDORSED_TOGETHER = 4;

interface Accepted {
  event: LedgerEvent;
  hash: string;
  transfer: string | null;
}

/**
 * Records one batch as at most one block, inside the caller's transaction, which holds the writer's lock.
 * @param signers the organisations' keys; the first one proposes
 * @returns one outcome per event, in order
 */
export async function writeBlock(
  client: PoolClient,
  events: readonly LedgerEvent[],
  signers: readonly SigningKey[],
  at: Date,
): Promise<RecordOutcome[]> {
  const recorded = await readKnown(client, events);
  const state: LedgerState = {
    known: new Map([...recorded].map(([eventId, { hash }]) => [eventId, hash])),
    heads: await readHeads(client, events),
    chains: await readChains(client, createdLotIds(events)),
  };
  const accepted: Accepted[] = [];
  const judged = await judgeBatch(state, events, { hash: nativeSha256 });
  for (const [i, event] of events.entries()) {
    const judgement = judged[i];
    if (judgement?.kind !== 'accepted') continue;
    accepted.push({ event, hash: judgement.contentHash, transfer: transferOf(event.content) });
  }
  const written =
    accepted.length > 0 ? await appendBlock(client, accepted, state.heads, signers, at) : new Map<string, Recorded>();
  return events.map(({ eventId }, i): RecordOutcome => {
    const judgement = judged[i];
    if (judgement?.kind === 'refused') return { kind: 'refused', eventId, refusal: judgement.refusal };
    // Also one that came twice in this batch.
    const place = recorded.get(eventId)?.recorded ?? written.get(eventId);
    if (!place) throw new Error(`Event ${eventId} was accepted but not written`);
    return { kind: 'recorded', recorded: place };
  });
}

interface Known {
  hash: string;
  recorded: Recorded;
}

/** The events of a batch that are recorded already, by event id. */
async function readKnown(client: PoolClient, events: readonly LedgerEvent[]): Promise<Map<string, Known>> {
  const { rows } = await client.query<KnownRow>(
    `select t.event_id, t.block_number::text as number, t.envelope, c.content,
       (extract(epoch from b.created_at) * 1000)::text as at
     from ledger_transaction t join ledger_block b on b.number = t.block_number
       left join ledger_content c on c.event_id = t.event_id
     where t.event_id = any($1::text[])`,
    [events.map(({ eventId }) => eventId)],
  );
  const known = new Map<string, Known>();
  for (const row of rows) {
    const envelope = readEnvelope(row.envelope);
    if (envelope === null) throw new Error(`The stored transaction of event ${row.event_id} cannot be read`);
    const recorded = {
      eventId: row.event_id,
      transactionId: envelope.payload.txId,
      blockNumber: Number(row.number),
      signature: envelope.endorsements[0]?.signature ?? '',
      recordedAt: new Date(Number(row.at)),
    };
    known.set(row.event_id, { hash: knownHash(envelope.payload, row.content), recorded });
  }
  return known;
}

interface KnownRow {
  event_id: string;
  number: string;
  envelope: string;
  content: string | null;
  /** milliseconds */
  at: string;
}

/** The content hash of a recorded event. Of several events a payload names the root alone; empty: the content is lost. */
function knownHash(payload: TransactionPayload, content: string | null): string {
  if (payload.v === 1) return payload.contentHash;
  return content === null ? '' : nativeContentHash(content);
}

async function readHeads(client: PoolClient, events: readonly LedgerEvent[]): Promise<Map<string, LotHead>> {
  const { rows } = await client.query<HeadRow>(
    'select lot_key, seq, hash, stage, deleted, mass, consignment from ledger_head where lot_key = any($1::text[])',
    [[...new Set(events.map(({ lotKey }) => lotKey))]],
  );
  const unweighed = rows.filter((row) => row.stage !== null && row.mass === null).map((row) => row.lot_key);
  const computed = await computedMasses(client, unweighed);
  return new Map(rows.map((row) => [row.lot_key, storedHead(row, computed)]));
}

type HeadRow = StoredRow<'ledger_head', 'lot_key' | 'seq' | 'hash' | 'stage' | 'deleted'> & {
  mass: unknown;
  consignment: unknown;
};

const mass = z
  .object({
    weight: z.int(),
    used: z.int(),
    moisture: z.int(),
    derived: z.boolean(),
    draws: z.record(z.string(), z.object({ grams: z.int(), moisture: z.int() })),
  })
  .nullable();
const consignment = z.object({ state: z.enum(['open', 'closed', 'shipped', 'delivered']), grams: z.int() }).nullable();

/** The head of a row. @param computed the grams of lots whose row lacks them */
function storedHead(row: HeadRow, computed: ReadonlyMap<string, LotMass | null>): LotHead {
  const { lot_key: lotKey, seq, hash, stage, deleted } = row;
  if (stage !== null && !isStage(stage)) throw new Error(`The ledger's head of lot ${lotKey} names no stage`);
  const head = { seq, hash, stage, deleted, consignment: consignment.parse(row.consignment) };
  return { ...head, mass: mass.parse(row.mass) ?? computed.get(lotKey) ?? null };
}

/** The grams of lots as their contents have them: rows from before version 2 of the contract lack them. */
async function computedMasses(client: PoolClient, lotKeys: readonly string[]): Promise<Map<string, LotMass | null>> {
  if (lotKeys.length === 0) return new Map();
  const { rows } = await client.query<{ lot_key: string; content: string }>(
    'select lot_key, content from ledger_content where lot_key = any($1::text[]) order by lot_key, seq',
    [lotKeys],
  );
  const masses = new Map<string, LotMass | null>();
  for (const [lotKey, contents] of Map.groupBy(rows, (row) => row.lot_key)) {
    masses.set(lotKey, (await headOf(contents.map(({ content }) => content)))?.mass ?? null);
  }
  return masses;
}

/** Which chains carry these lot ids, by the contents themselves. */
async function readChains(client: PoolClient, lotIds: readonly string[]): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await client.query<{ lot_id: string; lot_key: string }>(
    `select ${CREATED_LOT_ID} as lot_id, lot_key from ledger_content where seq = 1 and ${CREATED_LOT_ID} = any($1::text[])`,
    [lotIds],
  );
  return new Map(rows.map((row) => [row.lot_id, row.lot_key]));
}

/** What is recorded together, and its transaction. */
interface Transaction {
  events: readonly Accepted[];
  /** path of each event to the root that the payload names, hashes in hex one after the other; empty where it is alone */
  paths: readonly string[];
  payload: TransactionPayload;
  envelope: string;
  /** of the first endorser */
  signature: string;
}

async function endorse(
  events: readonly [Accepted, ...Accepted[]],
  signers: readonly SigningKey[],
  at: Date,
): Promise<Transaction> {
  const creator = signers[0] as SigningKey;
  const nonce = randomBytes(24).toString('hex');
  const common = {
    channel: CHANNEL,
    chaincode: { name: CHAINCODE, version: CONTRACT },
    txId: await transactionId(nonce, creator.certificate, nativeSha256),
    nonce,
    creator: creator.mspId,
    at: at.toISOString(),
  };
  const { payload, paths } = await payloadOf(events, common);
  const message = utf8(canonicalText(payload));
  const endorsements = await Promise.all(signers.map((signer) => signAs(signer, message)));
  const signature = endorsements[0]?.signature ?? '';
  return { events, paths, payload, envelope: canonicalText({ payload, endorsements }), signature };
}

/** A payload of version 1 for one event, of version 2 for several. */
async function payloadOf(
  events: readonly [Accepted, ...Accepted[]],
  common: Omit<Extract<TransactionPayload, { v: 2 }>, 'v' | 'events'>,
): Promise<Pick<Transaction, 'payload' | 'paths'>> {
  const recorded = events.map(({ event: { eventId, lotKey, seq }, hash }) => {
    return { eventId, lotKey, seq, contentHash: hash };
  });
  const [only] = recorded;
  if (only !== undefined && recorded.length === 1) return { payload: { v: 1, ...common, ...only }, paths: [''] };
  const leaves = await Promise.all(recorded.map((event) => eventLeaf(event, nativeSha256)));
  const paths = await auditPaths(leaves, [...leaves.keys()], nativeSha256);
  const root = toHex(await merkleRoot(leaves, nativeSha256));
  return {
    payload: { v: 2, ...common, events: { size: leaves.length, root } },
    paths: paths.map((path) => path.map((hash) => toHex(hash)).join('')),
  };
}

/** Signatures are made beside this thread: a few transactions at a time, and room for others between them. */
async function endorseAll(
  accepted: readonly Accepted[],
  signers: readonly SigningKey[],
  at: Date,
): Promise<Transaction[]> {
  const units = unitsOf(accepted);
  const transactions: Transaction[] = [];
  for (let from = 0; from < units.length; from += ENDORSED_TOGETHER) {
    await pause();
    const some = units.slice(from, from + ENDORSED_TOGETHER);
    transactions.push(...(await Promise.all(some.map((events) => endorse(events, signers, at)))));
  }
  return transactions;
}

/** Builds a block out of accepted events, signs it and inserts it with its contents and the chains' new heads. */
async function appendBlock(
  client: PoolClient,
  accepted: readonly Accepted[],
  heads: ReadonlyMap<string, LotHead>,
  signers: readonly SigningKey[],
  at: Date,
): Promise<Map<string, Recorded>> {
  const tip = await client.query<{ number: string; hash: string }>(
    `select number::text as number, encode(header_hash, 'hex') as hash from ledger_block order by ledger_block.number desc limit 1`,
  );
  const last = tip.rows[0];
  if (!last) throw new Error('The ledger has no first block');
  const transactions = await endorseAll(accepted, signers, at);
  const leaves = await Promise.all(transactions.map(({ envelope }) => leafHash(utf8(envelope), nativeSha256)));
  const header = {
    number: Number(last.number) + 1,
    previousHash: last.hash,
    dataHash: toHex(await merkleRoot(leaves, nativeSha256)),
  };
  await insertBlock(client, header, signers, { at, transactions: transactions.length, configuration: null });
  await insertEvents(client, header.number, transactions);
  await writeHeads(client, accepted, heads);
  const places = transactions.flatMap(({ events, payload, signature }) =>
    events.map(({ event: { eventId } }): Recorded => {
      return { eventId, transactionId: payload.txId, blockNumber: header.number, signature, recordedAt: at };
    }),
  );
  return new Map(places.map((place) => [place.eventId, place]));
}

/** Signs a header as every organisation and inserts the block. */
async function insertBlock(
  client: PoolClient,
  header: BlockHeader,
  signers: readonly SigningKey[],
  block: { at: Date; transactions: number; configuration: string | null },
): Promise<void> {
  const signatures = await Promise.all(signers.map((signer) => signAs(signer, headerBytes(header))));
  await client.query(
    `insert into ledger_block
       (number, previous_hash, data_hash, header_hash, created_at, transactions, signatures, configuration)
     values ($1, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5::timestamptz, $6, $7::jsonb, $8)`,
    [
      header.number,
      header.previousHash,
      header.dataHash,
      await headerHash(header, nativeSha256),
      block.at.toISOString(),
      block.transactions,
      JSON.stringify(signatures),
      block.configuration,
    ],
  );
}

/** Inserts block 0, whose one leaf is the channel's configuration. @returns its header */
export async function writeGenesis(
  client: PoolClient,
  configuration: string,
  signers: readonly SigningKey[],
  at: Date,
): Promise<BlockHeader> {
  const leaf: Bytes = await leafHash(utf8(configuration), nativeSha256);
  const header = { number: 0, previousHash: '', dataHash: toHex(leaf) };
  await insertBlock(client, header, signers, { at, transactions: 0, configuration });
  return header;
}

async function insertEvents(
  client: PoolClient,
  blockNumber: number,
  transactions: readonly Transaction[],
): Promise<void> {
  const rows = transactions.flatMap(({ events, paths, payload, envelope }, position) =>
    events.map(({ event }, part) => ({ ...event, txId: payload.txId, position, part, path: paths[part], envelope })),
  );
  const eventIds = rows.map(({ eventId }) => eventId);
  const lotKeys = rows.map(({ lotKey }) => lotKey);
  const seqs = rows.map(({ seq }) => seq);
  await client.query(
    `insert into ledger_transaction (tx_id, block_number, position, part, path, event_id, lot_key, seq, envelope)
     select tx_id, $1::bigint, position, part, path, event_id, lot_key, seq, envelope
     from unnest($2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[])
       as t (tx_id, position, part, path, event_id, lot_key, seq, envelope)`,
    [
      blockNumber,
      rows.map(({ txId }) => txId),
      rows.map(({ position }) => position),
      rows.map(({ part }) => part),
      rows.map(({ path }) => path),
      eventIds,
      lotKeys,
      seqs,
      rows.map(({ envelope }) => envelope),
    ],
  );
  await client.query(
    `insert into ledger_content (event_id, lot_key, seq, content)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::text[])`,
    [eventIds, lotKeys, seqs, rows.map(({ content }) => content)],
  );
}

async function writeHeads(
  client: PoolClient,
  accepted: readonly Accepted[],
  heads: ReadonlyMap<string, LotHead>,
): Promise<void> {
  const lotKeys = [...new Set(accepted.map(({ event }) => event.lotKey))];
  const changed = lotKeys.map((lotKey) => heads.get(lotKey) as LotHead);
  await client.query(
    `insert into ledger_head (lot_key, seq, hash, stage, deleted, mass, consignment)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::boolean[], $6::jsonb[], $7::jsonb[])
     on conflict (lot_key) do update
       set seq = excluded.seq, hash = excluded.hash, stage = excluded.stage, deleted = excluded.deleted,
         mass = excluded.mass, consignment = excluded.consignment`,
    [
      lotKeys,
      changed.map(({ seq }) => seq),
      changed.map(({ hash }) => hash),
      changed.map(({ stage }) => stage),
      changed.map(({ deleted }) => deleted),
      changed.map((head) => head.mass && JSON.stringify(head.mass)),
      changed.map((head) => head.consignment && JSON.stringify(head.consignment)),
    ],
  );
}
