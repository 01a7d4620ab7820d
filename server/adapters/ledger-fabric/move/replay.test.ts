import { expect, it } from 'vitest';
import type { CarriedEvent, LedgerEvent } from '../../../domain/ledger/ledger.ts';
import type { SignedHead } from '../../../domain/proof/head.ts';
import { nativeContentHash } from '../../../platform/checkpoints/nativeSha256.ts';
import { LotWriter, transformed } from '../../../../tests/adapters/lotEvents.ts';
import { FakeChannel } from '../../../../tests/support/fakeChannel.ts';
import { beginning } from '../beginning.ts';
import { ChaincodeRefusal } from '../gateway.ts';
import { replay } from './replay.ts';

const CLOSES: SignedHead = {
  v: 1,
  kind: 'manam-trace/head',
  blocks: 5,
  rootHash: 'a'.repeat(64),
  ledgerId: 'b'.repeat(64),
  signatures: [{ mspId: 'ManamCoopMSP', signature: '30' }],
};

/** Events of one block of the embedded ledger. */
const inBlock = (events: readonly LedgerEvent[], blockNumber: number, contract: string): CarriedEvent[] =>
  events.map((event) => ({
    ...event,
    contentHash: nativeContentHash(event.content),
    formerly: { transactionId: 'c'.repeat(64), blockNumber, at: '2026-05-01T08:00:00.000Z' },
    contract,
  }));

it('carries transfers over whole and in their order, whichever contract judged what came before', async () => {
  const channel = new FakeChannel();
  const lots = Array.from({ length: 480 }, () => new LotWriter());
  const old = lots.map((lot) => lot.created());
  const apart = Array.from({ length: 490 }, () => new LotWriter().created());
  const made = new LotWriter();
  const parts = lots.slice(0, 40).map((lot) => ({ lot, grams: 50_000 }));
  const transfer = transformed(parts, [{ lot: made, grams: 2_000_000 }]);
  const onward = transformed([{ lot: made, grams: 1_000 }], [{ lot: new LotWriter(), grams: 1_000 }]);
  const events = [
    inBlock(old, 1, '1'),
    inBlock(apart, 2, '2'),
    // The limit of what is handed over together falls into this block.
    inBlock([...transfer.slice(0, 20), new LotWriter().created(), ...transfer.slice(20)], 3, '2'),
    inBlock(onward, 4, '2'),
  ];
  const handed: number[] = [];
  const moving = {
    beginning: async () => {
      try {
        return beginning.parse(JSON.parse(await channel.evaluate('readBeginning', [])));
      } catch (error) {
        if (error instanceof ChaincodeRefusal && error.code === 'NOT_BEGUN') return null;
        throw error;
      }
    },
    begin: (closes: SignedHead) => channel.recording.begin(closes),
    record: (some: readonly CarriedEvent[]) => {
      handed.push(some.length);
      return channel.recording.record(some);
    },
    settle: () => channel.recording.settle(),
  };
  async function* pages(): AsyncGenerator<CarriedEvent[]> {
    yield* events;
  }
  const told: number[] = [];
  await replay(moving, CLOSES, pages(), (done) => told.push(done));
  expect(handed).toEqual([480, 532, 2]);
  expect(told).toEqual([480, 1_012, 1_014]);
  for (const one of [transfer, onward]) {
    const hashes = one.map(({ content }) => nativeContentHash(content));
    expect(channel.blocks).toContainEqual(hashes);
  }
  expect(channel.blocks.flat()).toHaveLength(1_014);
  expect((await moving.beginning())?.settled).toBe(true);
  // A second run has nothing left to do.
  await replay(moving, CLOSES, pages(), () => undefined);
  expect(handed).toHaveLength(3);
}, 30_000);
