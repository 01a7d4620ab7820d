import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { consigned, ConsignmentWriter, LotWriter, transformed } from '../adapters/lotEvents.ts';
import { codeOf, placeOf } from '../adapters/outcomes.ts';
import { DRIVER_STEPS, FakeChannel, FakeSubmissions, type DriverStep } from '../support/fakeChannel.ts';

/* Processes that record on Fabric are killed in the middle of a transfer, on a channel in memory. */

const hashOf = ({ content }: LedgerEvent): string => createHash('sha256').update('\0').update(content).digest('hex');
const LOTS = 3;
const GRAMS = 20_000;
/** From here on the transaction is in a block. */
const IN_A_BLOCK: readonly DriverStep[] = ['handed over', 'stored as handed over', 'outcome known'];

let channel: FakeChannel;
let submissions: FakeSubmissions;
let lots: LotWriter[];
let created: LedgerEvent[];
let consignment: ConsignmentWriter;
beforeEach(async () => {
  channel = new FakeChannel();
  await channel.begin();
  submissions = new FakeSubmissions();
  lots = Array.from({ length: LOTS }, () => new LotWriter());
  created = lots.map((lot) => lot.created());
  consignment = new ConsignmentWriter();
  (await channel.recording.record([...created, consignment.step('opened')])).forEach(placeOf);
});

const parts = () => lots.map((lot) => ({ lot, grams: GRAMS }));
const TRANSFERS: [string, () => LedgerEvent[]][] = [
  ['a transformation', () => transformed(parts(), [{ lot: new LotWriter(), grams: LOTS * GRAMS }])],
  ['lots that are added to a consignment', () => consigned(consignment, 'added', parts())],
];

/** In how many blocks events of a transfer stand, and what these blocks hold. */
function standing(transfer: readonly LedgerEvent[]): { blocks: number; events: string[] } {
  const own = new Set(transfer.map(hashOf));
  const blocks = channel.blocks.filter((hashes) => hashes.some((hash) => own.has(hash)));
  return { blocks: blocks.length, events: blocks.flat() };
}

describe.each(TRANSFERS)('%s, whose process is killed', (_, made) => {
  it.each(DRIVER_STEPS.map((step) => [step]))(
    'when it is at "%s", is recorded once and whole by another',
    async (step) => {
      const transfer = made();
      await channel.killedServer(step, submissions, transfer);
      expect(standing(transfer).blocks).toBe(IN_A_BLOCK.includes(step) ? 1 : 0);
      const places = (await channel.server(submissions).record(transfer)).map(placeOf);
      expect(new Set(places.map(({ transactionId }) => transactionId)).size).toBe(1);
      expect(standing(transfer)).toEqual({ blocks: 1, events: transfer.map(hashOf) });
      expect((await channel.server(submissions).record(transfer)).map(placeOf)).toEqual(places);
      expect([standing(transfer).blocks, submissions.count]).toEqual([1, 0]);
    },
  );

  it('at each step in turn, is recorded once and whole', async () => {
    const transfer = made();
    // A step that comes before those that were reached is not reached again.
    for (const step of ['endorsing', 'endorsed', 'stored', 'handed over', 'stored as handed over'] as const) {
      await channel.killedServer(step, submissions, transfer);
    }
    const places = (await channel.server(submissions).record(transfer)).map(placeOf);
    expect(new Set(places.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(standing(transfer)).toEqual({ blocks: 1, events: transfer.map(hashOf) });
    expect(submissions.count).toBe(0);
  });

  it('and whose grams another server takes meanwhile, is refused whole', async () => {
    const transfer = made();
    await channel.killedServer('stored', submissions, transfer);
    const rival = new LotWriter('ManamCoopMSP', created[0]);
    const others = transformed([{ lot: rival, grams: GRAMS }], [{ lot: new LotWriter(), grams: GRAMS }]);
    await channel.server().record(others);
    const codes = (await channel.server(submissions).record(transfer)).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['OUT_OF_ORDER']));
    expect([standing(transfer).blocks, standing(others).blocks, submissions.count]).toEqual([0, 1, 0]);
  });
});
