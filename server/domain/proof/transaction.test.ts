import { describe, expect, it } from 'vitest';
import { toHex } from './hashing.ts';
import { auditPaths, merkleRoot } from './merkle.ts';
import {
  eventLeaf,
  recordedOtherwise,
  transactionPayload,
  type PlaceWithin,
  type RecordedEvent,
  type TransactionPayload,
} from './transaction.ts';

const events: RecordedEvent[] = Array.from({ length: 7 }, (_, i) => ({
  eventId: String(i).repeat(32),
  lotKey: 'abcdef0'.charAt(i).repeat(32),
  seq: i + 1,
  contentHash: String(i + 1).repeat(64),
}));
const [first, second] = events as [RecordedEvent, RecordedEvent];
const common = {
  channel: 'manam',
  chaincode: { name: 'manam-trace', version: '2' },
  txId: '1'.repeat(64),
  nonce: '2'.repeat(48),
  creator: 'ManamCoopMSP',
  at: '2026-11-27T08:00:00.000Z',
};
const single: TransactionPayload = { v: 1, ...common, ...first };

/** A payload of so many events, with their places. */
async function grouped(size: number): Promise<{ payload: TransactionPayload; places: PlaceWithin[] }> {
  const leaves = await Promise.all(events.slice(0, size).map((event) => eventLeaf(event)));
  const paths = await auditPaths(leaves, [...leaves.keys()]);
  const root = toHex(await merkleRoot(leaves));
  return {
    payload: { v: 2, ...common, events: { size, root } },
    places: paths.map((path, index) => ({ index, size, path: path.map(toHex) })),
  };
}

describe('an event of a transaction of version 1', () => {
  it('is the one that its payload names, and alone', async () => {
    expect(await recordedOtherwise(single, first, null)).toBeNull();
    expect(await recordedOtherwise(single, { ...first, contentHash: 'f'.repeat(64) }, null)).toBe('content');
    for (const other of [{ eventId: second.eventId }, { lotKey: second.lotKey }, { seq: 9 }]) {
      expect(await recordedOtherwise(single, { ...first, ...other }, null)).toBe('keys');
    }
    expect(await recordedOtherwise(single, first, { index: 0, size: 1, path: [] })).toBe('keys');
  });
});

describe('an event of a transaction of version 2', () => {
  it.each([2, 3, 4, 5, 6, 7])('stands at its place among %i', async (size) => {
    const { payload, places } = await grouped(size);
    for (const [i, place] of places.entries()) {
      const event = events[i] as RecordedEvent;
      expect(await recordedOtherwise(payload, event, place)).toBeNull();
      const others: Partial<RecordedEvent>[] = [
        { eventId: 'f'.repeat(32) },
        { lotKey: '9'.repeat(32) },
        { seq: 99 },
        { contentHash: 'f'.repeat(64) },
      ];
      for (const other of others)
        expect(await recordedOtherwise(payload, { ...event, ...other }, place)).toBe('content');
      const elsewhere: Partial<PlaceWithin>[] = [
        { index: (i + 1) % size },
        { index: -1 },
        { index: size },
        { path: place.path.slice(1) },
        { path: [...place.path, 'f'.repeat(64)] },
      ];
      for (const other of elsewhere) {
        expect(await recordedOtherwise(payload, event, { ...place, ...other })).toBe('content');
      }
      expect(await recordedOtherwise(payload, event, { ...place, size: size + 1 })).toBe('keys');
      expect(await recordedOtherwise(payload, event, null)).toBe('keys');
    }
  });
});

it('a payload of version 2 has several events, and names none of them', async () => {
  const { payload } = await grouped(2);
  expect(transactionPayload.safeParse(payload).success).toBe(true);
  expect(transactionPayload.safeParse(single).success).toBe(true);
  for (const wrong of [
    { ...payload, ...first },
    { ...payload, events: { size: 1, root: '0'.repeat(64) } },
  ]) {
    expect(transactionPayload.safeParse(wrong).success).toBe(false);
  }
});
