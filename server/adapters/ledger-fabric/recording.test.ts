import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '../../domain/ledger/channelForms.ts';
import type { LedgerEvent } from '../../domain/ledger/ledger.ts';
import {
  consigned,
  ConsignmentWriter,
  LotWriter,
  randomKey,
  transformed,
  withChange,
} from '../../../tests/adapters/lotEvents.ts';
import { codeOf, placeOf } from '../../../tests/adapters/outcomes.ts';
import { FakeChannel } from '../../../tests/support/fakeChannel.ts';
import { recordingRounds } from './recordingRounds.ts';

const hashesOf = (events: readonly LedgerEvent[]): string[] =>
  events.map(({ content }) => createHash('sha256').update(`\0${content}`).digest('hex'));

/** Lots of 50 kg, their first events, and a transformation of all of them into one. */
function combined(lots: number) {
  const inputs = Array.from({ length: lots }, () => new LotWriter());
  const created = inputs.map((lot) => lot.created());
  const made = new LotWriter();
  const parts = inputs.map((lot) => ({ lot, grams: 50_000 }));
  return { inputs, created, made, transfer: transformed(parts, [{ lot: made, grams: lots * 50_000 }]) };
}

describe('rounds of transactions', () => {
  it('keep a transfer whole, after all that its lots were and before all that they become', () => {
    const { inputs, created, made, transfer } = combined(2);
    const [one, other] = transfer as [LedgerEvent, LedgerEvent];
    const later = [inputs[0]!.stage('drying'), made.stage('drying')];
    const apart = new LotWriter();
    const free = [apart.created(), apart.stage('drying')];
    const batch = [created[0]!, free[0]!, created[1]!, one, later[0]!, free[1]!, other, transfer[2]!, later[1]!];
    expect(recordingRounds(batch)).toEqual([[[created[0], ...free, created[1]]], [transfer], [later]]);
  });

  it('put a transfer behind an event of one of its lots that stands between its own', () => {
    const { inputs, created, made } = combined(2);
    const [first, second] = inputs as [LotWriter, LotWriter];
    const stage = second.stage('drying');
    const parts = [first, second].map((lot) => ({ lot, grams: 1_000 }));
    const [one, ...rest] = transformed(parts, [{ lot: made, grams: 2_000 }]) as [LedgerEvent, ...LedgerEvent[]];
    const rounds = recordingRounds([...created, one, stage, ...rest]);
    expect(rounds.map((round) => round.length)).toEqual([1, 1]);
    expect(rounds[1]).toEqual([[one, ...rest]]);
  });

  it('go on with transfers that wait for each other, so that the ledger refuses them', () => {
    const [first, second] = [new LotWriter(), new LotWriter()];
    const [t1, t2] = [randomKey(), randomKey()];
    const events = [first.used(t1, 1), first.used(t2, 1), second.used(t2, 1), second.used(t1, 1)];
    const rounds = recordingRounds(events);
    expect(
      rounds
        .flat(2)
        .map(({ eventId }) => eventId)
        .sort(),
    ).toEqual(events.map(({ eventId }) => eventId).sort());
    expect(rounds.map((round) => round.length)).toEqual([1, 1]);
  });

  it('hold at most 25 events of several lots in a transaction, and at most 100 of one lot', () => {
    const lots = Array.from({ length: 30 }, () => new LotWriter().created());
    expect(recordingRounds(lots).map((round) => round.map((portion) => portion.length))).toEqual([[25, 5]]);
    const long = new LotWriter();
    const events = [long.created(), ...Array.from({ length: 149 }, (_, i) => long.edited({ weightGrams: i + 1 }))];
    expect(recordingRounds(events).map((round) => round.map((portion) => portion.length))).toEqual([[100], [50]]);
  });
});

describe('transfers on a channel', () => {
  let channel: FakeChannel;
  beforeEach(async () => {
    channel = new FakeChannel();
    await channel.begin();
  });
  const codes = async (events: readonly LedgerEvent[]): Promise<string[]> =>
    (await channel.recording.record(events)).map(codeOf);
  const lengthsOf = async (lots: readonly LotWriter[]): Promise<number[]> => {
    const chains = await channel.chains.read(lots.map(({ lotKey }) => lotKey));
    return lots.map(({ lotKey }) => chains.get(lotKey)?.entries.filter((one) => one.transactionValid).length ?? 0);
  };

  it('are recorded in one transaction each, from one batch with all that comes before and after', async () => {
    const { inputs, created, made, transfer } = combined(3);
    const onward = transformed([{ lot: made, grams: 100_000 }], [{ lot: new LotWriter(), grams: 100_000 }]);
    const batch = [...created, ...transfer, ...onward, made.stage('drying')];
    const outcomes = await channel.recording.record(batch);
    const places = new Map(outcomes.map(placeOf).map((place) => [place.eventId, place.transactionId]));
    const ids = (events: LedgerEvent[]) => new Set(events.map(({ eventId }) => places.get(eventId)));
    expect([ids(transfer).size, ids(onward).size, ids(created).size]).toEqual([1, 1, 1]);
    expect(channel.blocks).toEqual([
      hashesOf(created),
      hashesOf(transfer),
      hashesOf(onward),
      hashesOf(batch.slice(-1)),
    ]);
    expect(await lengthsOf([...inputs, made])).toEqual([2, 2, 2, 3]);
  });

  it('are refused whole for one of their events, and the rest of the batch is recorded', async () => {
    const { created, made, transfer } = combined(2);
    const poor = withChange(created[1]!, (content) => {
      Object.assign(content, { set: { ...(content['set'] as object), weightGrams: 49_999 } });
    });
    const apart = new LotWriter().created();
    // The second input names its first event by another hash.
    const batch = [created[0]!, poor, ...transfer, made.stage('drying'), apart];
    expect(await codes(batch)).toEqual([
      'recorded',
      'recorded',
      'CHAIN_BROKEN',
      'CHAIN_BROKEN',
      'CHAIN_BROKEN',
      'LOT_MISSING',
      'recorded',
    ]);
    expect(await lengthsOf([made])).toEqual([0]);
  });

  it('answer their first place when they come again, and take no other event in', async () => {
    const { inputs, created, transfer } = combined(2);
    const first = (await channel.recording.record([...created, ...transfer])).slice(2).map(placeOf);
    expect((await channel.recording.record(transfer)).map(placeOf)).toEqual(first);
    expect((await channel.recording.record(transfer.slice(1))).map(placeOf)).toEqual(first.slice(1));
    const { transfer: id } = JSON.parse(transfer[0]!.content);
    const late = await channel.recording.record([...transfer, inputs[0]!.used(id, 1)]);
    expect(late.slice(0, 3).map(placeOf)).toEqual(first);
    expect(codeOf(late[3])).toBe('NOT_AVAILABLE');
    expect(channel.blocks).toHaveLength(2);
  });

  /** Another server records events after ours have been endorsed and before they are committed. */
  function recordedMeanwhile(events: readonly LedgerEvent[]): void {
    channel.beforeCommit = async () => {
      channel.beforeCommit = async () => undefined;
      await channel.server().record(events);
    };
  }

  it('that another server records meanwhile have one place', async () => {
    const { created, transfer } = combined(2);
    await channel.recording.record(created);
    recordedMeanwhile(transfer);
    const ours = (await channel.recording.record(transfer)).map(placeOf);
    expect(ours).toEqual((await channel.server().record(transfer)).map(placeOf));
    expect(channel.blocks.slice(1)).toEqual([hashesOf(transfer)]);
  });

  it('for the grams that another server takes meanwhile are refused whole', async () => {
    const created = new LotWriter().created();
    await channel.recording.record([created]);
    const [ours, theirs] = [0, 1].map(() => {
      const lot = new LotWriter('ManamCoopMSP', created);
      return transformed([{ lot, grams: 50_000 }], [{ lot: new LotWriter(), grams: 50_000 }]);
    }) as [LedgerEvent[], LedgerEvent[]];
    recordedMeanwhile(theirs);
    expect(await codes(ours)).toEqual(['OUT_OF_ORDER', 'OUT_OF_ORDER']);
    expect(channel.blocks.slice(1)).toEqual([hashesOf(theirs)]);
  });

  it('of consignments are recorded, and the chain of a consignment is read as any other', async () => {
    const [lot, consignment] = [new LotWriter(), new ConsignmentWriter()];
    const batch = [
      lot.created(),
      consignment.step('opened'),
      ...consigned(consignment, 'added', [{ lot, grams: 30_000 }]),
      ...consigned(consignment, 'removed', [{ lot, grams: 10_000 }]),
      consignment.step('closed'),
      consignment.step('shipped'),
    ];
    expect(new Set(await codes(batch))).toEqual(new Set(['recorded']));
    const chains = await channel.chains.read([lot.lotKey, consignment.lotKey]);
    const entries = chains.get(consignment.lotKey)?.entries ?? [];
    expect(entries.map(({ transactionValid }) => transactionValid)).toEqual([true, true, true, true, true]);
    expect(chains.get(lot.lotKey)?.entries.map(({ transactionValid }) => transactionValid)).toEqual([true, true, true]);
  });

  it('take 1,000 inputs and 100 outputs, and not more events than one call', async () => {
    const lots = Array.from({ length: 1_000 }, () => new LotWriter());
    await channel.recording.record(lots.map((lot) => lot.created()));
    const outputs = Array.from({ length: 100 }, () => ({ lot: new LotWriter(), grams: 500_000 }));
    const transfer = transformed(
      lots.map((lot) => ({ lot, grams: 50_000 })),
      outputs,
    );
    const outcomes = await channel.recording.record(transfer);
    expect(new Set(outcomes.map(placeOf).map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(channel.blocks.at(-1)).toHaveLength(1_100);
    expect(await lengthsOf([lots[0]!, lots[999]!, outputs[99]!.lot])).toEqual([2, 2, 1]);
    const id = randomKey();
    const many = Array.from({ length: CALL_LIMITS.events + 1 }, () => new LotWriter().used(id, 1));
    const { calls } = channel;
    expect(new Set(await codes(many))).toEqual(new Set(['BAD_CONTENT']));
    expect(channel.calls).toBe(calls);
  }, 30_000);
});
