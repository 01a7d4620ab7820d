import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { createdLotIds, judgeEvent, type Judgement, type LedgerState } from '../../domain/ledger/judge.ts';
import { CONTRACT, type LotHead } from '../../domain/ledger/transitions.ts';
import { isStage } from '../../domain/lot/stages.ts';
import { headerBytes, headerHash, type BlockHeader } from '../../domain/proof/block.ts';
import { canonicalText, toHex, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { leafHash, merkleRoot } from '../../domain/proof/merkle.ts';
import { readEnvelope, transactionId, type TransactionPayload } from '../../domain/proof/transaction.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { LedgerEvent, RecordOutcome, Recorded } from '../../domain/ledger/ledger.ts';
import { CHAINCODE, CHANNEL } from './channel.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { signAs, type SigningKey } from '../../platform/checkpoints/signingKey.ts';
import { CREATED_LOT_ID } from './storedChain.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';

/** Their signatures are made at once. */
const ENDORSED_TOGETHER = 4;

interface Accepted {
  event: LedgerEvent;
  hash: string;
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
  const judged: Judgement[] = [];
  for (const event of events) {
    await pause();
    const judgement = await judgeEvent(state, event, nativeSha256);
    judged.push(judgement);
    if (judgement.kind === 'accepted') accepted.push({ event, hash: judgement.contentHash });
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
  const { rows } = await client.query<{ event_id: string; number: string; envelope: string; at: string }>(
    `select t.event_id, t.block_number::text as number, t.envelope, (extract(epoch from b.created_at) * 1000)::text as at
     from ledger_transaction t join ledger_block b on b.number = t.block_number where t.event_id = any($1::text[])`,
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
    known.set(row.event_id, { hash: envelope.payload.contentHash, recorded });
  }
  return known;
}

async function readHeads(client: PoolClient, events: readonly LedgerEvent[]): Promise<Map<string, LotHead>> {
  const { rows } = await client.query<HeadRow>(
    'select lot_key, seq, hash, stage, deleted from ledger_head where lot_key = any($1::text[])',
    [[...new Set(events.map(({ lotKey }) => lotKey))]],
  );
  const heads = new Map<string, LotHead>();
  for (const { lot_key: lotKey, seq, hash, stage, deleted } of rows) {
    if (stage !== null && !isStage(stage)) throw new Error(`The ledger's head of lot ${lotKey} names no stage`);
    heads.set(lotKey, { seq, hash, stage, deleted });
  }
  return heads;
}

type HeadRow = StoredRow<'ledger_head', 'lot_key' | 'seq' | 'hash' | 'stage' | 'deleted'>;

/** Which chains carry these lot ids, by the contents themselves. */
async function readChains(client: PoolClient, lotIds: readonly string[]): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await client.query<{ lot_id: string; lot_key: string }>(
    `select ${CREATED_LOT_ID} as lot_id, lot_key from ledger_content where seq = 1 and ${CREATED_LOT_ID} = any($1::text[])`,
    [lotIds],
  );
  return new Map(rows.map((row) => [row.lot_id, row.lot_key]));
}

interface Transaction {
  payload: TransactionPayload;
  envelope: string;
  signature: string;
}

async function endorse({ event, hash }: Accepted, signers: readonly SigningKey[], at: Date): Promise<Transaction> {
  const creator = signers[0] as SigningKey;
  const nonce = randomBytes(24).toString('hex');
  const payload: TransactionPayload = {
    v: 1,
    channel: CHANNEL,
    chaincode: { name: CHAINCODE, version: CONTRACT },
    txId: await transactionId(nonce, creator.certificate, nativeSha256),
    nonce,
    creator: creator.mspId,
    lotKey: event.lotKey,
    seq: event.seq,
    eventId: event.eventId,
    contentHash: hash,
    at: at.toISOString(),
  };
  const message = utf8(canonicalText(payload));
  const endorsements = await Promise.all(signers.map((signer) => signAs(signer, message)));
  return { payload, envelope: canonicalText({ payload, endorsements }), signature: endorsements[0]?.signature ?? '' };
}

/** Signatures are made beside this thread: a few events at a time, and room for others between them. */
async function endorseAll(
  accepted: readonly Accepted[],
  signers: readonly SigningKey[],
  at: Date,
): Promise<Transaction[]> {
  const transactions: Transaction[] = [];
  for (let from = 0; from < accepted.length; from += ENDORSED_TOGETHER) {
    await pause();
    const some = accepted.slice(from, from + ENDORSED_TOGETHER);
    transactions.push(...(await Promise.all(some.map((one) => endorse(one, signers, at)))));
  }
  return transactions;
}

/** Builds a block out of accepted events, signs it and inserts it with its contents and the lots' new heads. */
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
  await insertEvents(client, header.number, accepted, transactions);
  await writeHeads(client, accepted, heads);
  return new Map(
    transactions.map(({ payload, signature }) => [
      payload.eventId,
      {
        eventId: payload.eventId,
        transactionId: payload.txId,
        blockNumber: header.number,
        signature,
        recordedAt: at,
      },
    ]),
  );
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
  accepted: readonly Accepted[],
  transactions: readonly Transaction[],
): Promise<void> {
  const eventIds = accepted.map(({ event }) => event.eventId);
  const lotKeys = accepted.map(({ event }) => event.lotKey);
  const seqs = accepted.map(({ event }) => event.seq);
  await client.query(
    `insert into ledger_transaction (tx_id, block_number, position, event_id, lot_key, seq, envelope)
     select tx_id, $1::bigint, place - 1, event_id, lot_key, seq, envelope
     from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::text[]) with ordinality
       as t (tx_id, event_id, lot_key, seq, envelope, place)`,
    [
      blockNumber,
      transactions.map(({ payload }) => payload.txId),
      eventIds,
      lotKeys,
      seqs,
      transactions.map(({ envelope }) => envelope),
    ],
  );
  await client.query(
    `insert into ledger_content (event_id, lot_key, seq, content)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::text[])`,
    [eventIds, lotKeys, seqs, accepted.map(({ event }) => event.content)],
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
    `insert into ledger_head (lot_key, seq, hash, stage, deleted)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::boolean[])
     on conflict (lot_key) do update
       set seq = excluded.seq, hash = excluded.hash, stage = excluded.stage, deleted = excluded.deleted`,
    [
      lotKeys,
      changed.map(({ seq }) => seq),
      changed.map(({ hash }) => hash),
      changed.map(({ stage }) => stage),
      changed.map(({ deleted }) => deleted),
    ],
  );
}
