import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { UNNAMED_CONTRACT, type EventRecord } from '../../../domain/ledger/channelForms.ts';
import type { CarriedEvent, LotChain, OwnLedger } from '../../../domain/ledger/ledger.ts';
import { nativeContentHash } from '../../../platform/checkpoints/nativeSha256.ts';
import type { MovingChannel } from './movingChannel.ts';
import { NewPositions } from './newPositions.ts';
import { NotMoved } from './notMoved.ts';

/** Chains that are read and compared together. */
const CHAINS_AT_ONCE = 50;

/**
 * Proves that a channel holds exactly the events of the ledger that it replaces: each event has a record of the same
 * content hash, chain, position, time and contract; the chains of both, each checked as readers check them, are equal
 * and continue from the same hash; and the blocks of the channel record these contents and no others.
 * @param events of the ledger, all of them
 * @returns the present position of each event
 * @throws NotMoved with what differs; LedgerAway, LedgerAltered
 */
export async function proveEqual(
  pool: Pool,
  former: Pick<OwnLedger, 'chainKeys' | 'readLots'>,
  channel: MovingChannel,
  events: AsyncIterable<CarriedEvent[]>,
): Promise<NewPositions> {
  for await (const some of events) {
    const records = await channel.records(some.map(({ eventId }) => eventId));
    for (const [i, event] of some.entries()) assertRecord(event, records[i] ?? null);
  }
  const places = new NewPositions();
  for (let after = ''; ;) {
    const keys = await former.chainKeys(after, CHAINS_AT_ONCE);
    const last = keys.at(-1);
    if (last === undefined) break;
    const [there, here] = await Promise.all([former.readLots(keys), channel.readLots(keys)]);
    for (const key of keys) {
      assertChain(key, there.get(key), here.get(key));
      for (const entry of here.get(key)?.entries ?? []) places.add(entry);
    }
    after = last;
  }
  await channel.follow();
  await assertNothingElse(pool);
  return places;
}

function assertRecord(event: CarriedEvent, record: EventRecord | null): void {
  const { eventId, lotKey, seq, contentHash, formerly, contract } = event;
  if (record === null) throw new NotMoved(`Event ${eventId} is not on the channel.`);
  const same =
    isDeepStrictEqual([record.lotKey, record.seq, record.contentHash], [lotKey, seq, contentHash]) &&
    isDeepStrictEqual(record.formerly, formerly) &&
    (record.contract ?? UNNAMED_CONTRACT) === contract;
  if (!same) throw new NotMoved(`Event ${eventId} is on the channel with another content, place, time or contract.`);
}

function assertChain(
  key: string,
  there: LotChain | undefined,
  here: (LotChain & { headHash: string | null }) | undefined,
): void {
  const valid = here?.entries.every(({ transactionValid, blockValid }) => transactionValid && blockValid) === true;
  const whole = valid && here.brokenBlocks.length === 0 && here.missing.length === 0;
  if (!whole) throw new NotMoved(`Chain ${key} does not check out on the channel.`);
  const facts = ({ entries }: LotChain) =>
    entries.map(({ eventId, seq, content, blockTime }) => [eventId, seq, content, blockTime.getTime()]);
  if (there === undefined || !isDeepStrictEqual(facts(there), facts(here)))
    throw new NotMoved(`Chain ${key} is another one on the channel.`);
  if (!isDeepStrictEqual(there.rivals.toSorted(), here.rivals.toSorted()))
    throw new NotMoved(`Chain ${key} shares its lot id with other chains on the channel.`);
  const newest = here.entries.at(-1)?.content ?? null;
  const hash = newest === null ? null : nativeContentHash(newest);
  if (here.headHash !== hash) throw new NotMoved(`Chain ${key} does not go on from its newest event on the channel.`);
}

/** Compares the contents recorded in the channel's blocks with those that the ledger's transactions record. */
async function assertNothingElse(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ hash: string; there: boolean }>(
    // By the contents: a transaction of several events names one root of them. That they fit was checked before.
    `with former as (
       select encode(sha256('\\x00'::bytea || convert_to(c.content, 'UTF8')), 'hex') as hash
       from ledger_transaction t join ledger_content c using (event_id, lot_key, seq))
     select coalesce(f.hash, n.content_hash) as hash, f.hash is not null as there
     from former f full join fabric_event n on n.content_hash = f.hash
     where f.hash is null or n.content_hash is null order by 1 limit 1`,
  );
  const [row] = rows;
  if (row === undefined) return;
  throw new NotMoved(
    row.there
      ? `No block of the channel records the content with hash ${row.hash}.`
      : `The channel records a content with hash ${row.hash}, which the ledger never held.`,
  );
}
