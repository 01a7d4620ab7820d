import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger, LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { proofFaults } from '../support/proofFaults.ts';
import { consigned, ConsignmentWriter, LotWriter, transformed } from './lotEvents.ts';
import { codeOf, placeOf } from './outcomes.ts';

/** Two servers on one ledger. */
export interface OpenedLedgers {
  ledger: Ledger;
  another: Ledger;
  /** steps that its proof files leave unchecked, as `proofFaults` names them */
  unchecked?: readonly string[];
}

/** Events that are recorded first, and those that are refused then. */
interface RefusedCase {
  before: LedgerEvent[];
  refused: LedgerEvent[];
}

/** One lot of 50 kg, and a derived lot to be. */
function oneLot(): { lot: LotWriter; made: LotWriter; created: LedgerEvent } {
  const lot = new LotWriter();
  return { lot, made: new LotWriter(), created: lot.created() };
}

/** One lot of 50 kg of which 30 kg are in a consignment. */
function consignedLot(): { lot: LotWriter; consignment: ConsignmentWriter; before: LedgerEvent[] } {
  const { lot, created } = oneLot();
  const consignment = new ConsignmentWriter();
  const opened = consignment.step('opened');
  return { lot, consignment, before: [created, opened, ...consigned(consignment, 'added', [{ lot, grams: 30_000 }])] };
}

/** What the conservation of grams refuses: code, what it is, and the events. */
const REFUSED: [code: string, what: string, make: () => RefusedCase][] = [
  [
    'MASS_DIFFERS',
    'a transformation out of which a gram is gone',
    () => {
      const { lot, made, created } = oneLot();
      return {
        before: [created],
        refused: transformed([{ lot, grams: 50_000 }], [{ lot: made, grams: 49_999 }]),
      };
    },
  ],
  [
    'MASS_DIFFERS',
    'a transformation into which a gram came',
    () => {
      const { lot, made, created } = oneLot();
      return {
        before: [created],
        refused: transformed([{ lot, grams: 50_000 }], [{ lot: made, grams: 49_001 }], {
          loss: { grams: 1_000, reason: 'cleaning' },
        }),
      };
    },
  ],
  [
    'MASS_DIFFERS',
    'a weighing that names less than what is gone',
    () => {
      const { lot, created } = oneLot();
      return { before: [created], refused: [lot.weighed(40_000, { loss: { grams: 9_999, reason: 'drying' } })] };
    },
  ],
  [
    'NOT_AVAILABLE',
    'a transformation of more than what is left',
    () => {
      const { lot, made, created } = oneLot();
      const first = transformed([{ lot, grams: 30_000 }], [{ lot: new LotWriter(), grams: 30_000 }]);
      return {
        before: [created, ...first],
        refused: transformed([{ lot, grams: 20_001 }], [{ lot: made, grams: 20_001 }]),
      };
    },
  ],
  [
    'NOT_AVAILABLE',
    'more out of a consignment than it holds of the lot',
    () => {
      const { lot, consignment, before } = consignedLot();
      return { before, refused: consigned(consignment, 'removed', [{ lot, grams: 30_001 }]) };
    },
  ],
  [
    'NOT_AVAILABLE',
    'the closing of an empty consignment',
    () => {
      const consignment = new ConsignmentWriter();
      return { before: [consignment.step('opened')], refused: [consignment.step('closed')] };
    },
  ],
  [
    'DRY_MASS_GAINED',
    'a transformation that makes a lot drier at the same weight',
    () => {
      const { lot, made, created } = oneLot();
      const outputs = [{ lot: made, grams: 50_000, set: { moistureHundredths: 600 } }];
      return { before: [created], refused: transformed([{ lot, grams: 50_000 }], outputs) };
    },
  ],
  [
    'DRY_MASS_GAINED',
    'a weighing that finds more than what may be an error of the scales',
    () => {
      const { lot, created } = oneLot();
      return { before: [created], refused: [lot.weighed(50_501, { tolerance: 100 })] };
    },
  ],
  [
    'TRANSFER_INCOMPLETE',
    'uses without what they are for',
    () => {
      const [one, other] = [oneLot(), oneLot()];
      const parts = [one, other].map(({ lot }) => ({ lot, grams: 50_000 }));
      const whole = transformed(parts, [{ lot: one.made, grams: 100_000 }]);
      return { before: [one.created, other.created], refused: whole.slice(0, 2) };
    },
  ],
  [
    'TRANSFER_INCOMPLETE',
    'a derived lot without the use of one of its inputs',
    () => {
      const [one, other] = [oneLot(), oneLot()];
      const parts = [one, other].map(({ lot }) => ({ lot, grams: 50_000 }));
      const whole = transformed(parts, [{ lot: one.made, grams: 100_000 }]);
      return { before: [one.created, other.created], refused: whole.slice(1) };
    },
  ],
  [
    'TRANSFER_INCOMPLETE',
    'a transformation without one of its outputs',
    () => {
      const { lot, made, created } = oneLot();
      const outputs = [made, new LotWriter()].map((output) => ({ lot: output, grams: 25_000 }));
      return { before: [created], refused: transformed([{ lot, grams: 50_000 }], outputs).slice(0, 2) };
    },
  ],
  [
    'LOT_SHIPPED',
    'a lot that is shipped',
    () => {
      const { lot, made, created } = oneLot();
      const before = [created, lot.stage('shipped')];
      const outputs = [{ lot: made, grams: 50_000, set: { stage: 'shipped' as const } }];
      return { before, refused: transformed([{ lot, grams: 50_000 }], outputs) };
    },
  ],
  [
    'LOT_USED',
    'the deletion of a lot of which some was used',
    () => {
      const { lot, before } = consignedLot();
      return { before, refused: [lot.event({ type: 'deleted' })] };
    },
  ],
  [
    'BELOW_USED',
    'an edit to less than what was used',
    () => {
      const { lot, before } = consignedLot();
      return { before, refused: [lot.edited({ weightGrams: 29_999 })] };
    },
  ],
  [
    'BELOW_USED',
    'a weighing of less than what was used',
    () => {
      const { lot, before } = consignedLot();
      return { before, refused: [lot.weighed(29_999, { loss: { grams: 20_001, reason: 'spoilage' } })] };
    },
  ],
  [
    'CONSIGNMENT_STATE',
    'grams into a closed consignment',
    () => {
      const { lot, consignment, before } = consignedLot();
      return {
        before: [...before, consignment.step('closed')],
        refused: consigned(consignment, 'added', [{ lot, grams: 1_000 }]),
      };
    },
  ],
  [
    'CONSIGNMENT_STATE',
    'the shipping of an open consignment',
    () => {
      const { consignment, before } = consignedLot();
      return { before, refused: [consignment.step('shipped')] };
    },
  ],
  [
    'STAGE_NOT_FORWARD',
    'a derived lot that is earlier than its input',
    () => {
      const { lot, made, created } = oneLot();
      const outputs = [{ lot: made, grams: 50_000, set: { stage: 'fermented' as const } }];
      return { before: [created, lot.stage('drying')], refused: transformed([{ lot, grams: 50_000 }], outputs) };
    },
  ],
];

/** Transfers of grams, as every driver of the port records, refuses and proves them. */
export function describeTransfers(name: string, open: () => Promise<OpenedLedgers>): void {
  describe(`${name}: transfers of grams`, () => {
    let ledger: Ledger;
    let another: Ledger;
    let unchecked: readonly string[];

    beforeAll(async () => {
      ({ ledger, another, unchecked = [] } = await open());
    });

    /** How many events of each chain stand on the ledger, all of them valid. */
    async function lengths(events: readonly LedgerEvent[]): Promise<Map<string, number>> {
      const chains = await another.readLots([...new Set(events.map(({ lotKey }) => lotKey))]);
      const invalid = [...chains.values()].flatMap(({ entries, brokenBlocks, missing, rivals }) => [
        ...entries.filter(({ transactionValid, blockValid }) => !transactionValid || !blockValid),
        ...brokenBlocks,
        ...missing,
        ...rivals,
      ]);
      expect(invalid).toEqual([]);
      return new Map([...chains].map(([key, { entries }]) => [key, entries.length]));
    }

    async function recordAll(events: readonly LedgerEvent[]): Promise<void> {
      expect((await ledger.record(events)).filter(({ kind }) => kind === 'refused')).toEqual([]);
    }

    it('are recorded in one transaction each, whatever else is in the batch', async () => {
      const lots = Array.from({ length: 5 }, () => new LotWriter());
      const [made, split, apart] = [new LotWriter(), new LotWriter(), new LotWriter()];
      await recordAll(lots.map((lot) => lot.created()));
      const combined = transformed(
        lots.map((lot) => ({ lot, grams: 40_000 })),
        [{ lot: made, grams: 195_000 }],
        { loss: { grams: 5_000, reason: 'cleaning' } },
      );
      const onward = transformed([{ lot: made, grams: 95_000 }], [{ lot: split, grams: 95_000 }]);
      const [first, ...rest] = combined as [LedgerEvent, ...LedgerEvent[]];
      const outcomes = await ledger.record([first, apart.created(), ...rest, apart.stage('drying'), ...onward]);
      const places = new Map(outcomes.map(placeOf).map((place) => [place.eventId, place]));
      const ids = (events: LedgerEvent[]) => new Set(events.map(({ eventId }) => places.get(eventId)?.transactionId));
      expect([ids(combined).size, ids(onward).size]).toEqual([1, 1]);
      expect(new Set([...places.values()].map(({ transactionId }) => transactionId)).size).toBe(4);
      await lengths([...combined, ...onward]);
      for (const { lotKey, content, eventId } of combined) {
        const entry = (await another.readLot(lotKey)).entries.find((one) => one.eventId === eventId);
        expect(entry).toMatchObject({ content, transactionId: places.get(eventId)?.transactionId });
        expect(entry?.blockNumber).toBe(places.get(eventId)?.blockNumber);
      }
    });

    it('are refused whole when one event is, and leave the rest of the batch as it is', async () => {
      const [good, poor, made, apart] = [new LotWriter(), new LotWriter(), new LotWriter(), new LotWriter()];
      await recordAll([good.created(), poor.created({ weightGrams: 1_000 })]);
      const parts = [good, poor].map((lot) => ({ lot, grams: 1_001 }));
      const events = transformed(parts, [{ lot: made, grams: 2_002 }]);
      const outcomes = await ledger.record([...events, apart.created()]);
      expect(outcomes.map(codeOf)).toEqual(['NOT_AVAILABLE', 'NOT_AVAILABLE', 'NOT_AVAILABLE', 'recorded']);
      expect(outcomes.slice(0, 3).map((one) => one.kind === 'refused' && one.eventId)).toEqual(
        events.map(({ eventId }) => eventId),
      );
      expect([...(await lengths(events)).values()]).toEqual([1, 1, 0]);
    });

    it('answer their first place when they come again, from another server too, and none of half of them', async () => {
      const { lot, made, created } = oneLot();
      await recordAll([created]);
      const events = transformed([{ lot, grams: 50_000 }], [{ lot: made, grams: 50_000 }]);
      const [ours, theirs] = await Promise.all([ledger.record(events), another.record(events)]);
      expect(ours.map(placeOf)).toEqual(theirs.map(placeOf));
      expect((await another.record(events)).map(placeOf)).toEqual(ours.map(placeOf));
      // Each of them by itself stands where it stood.
      expect((await ledger.record(events.slice(1))).map(placeOf)).toEqual(ours.slice(1).map(placeOf));
      expect([...(await lengths(events)).values()]).toEqual([2, 1]);
      // One that is recorded takes no other event in.
      const { transfer } = JSON.parse(events[0]?.content ?? '{}');
      const late = [...events, lot.used(transfer, 1)];
      expect((await ledger.record(late)).map(codeOf)).toEqual(['recorded', 'recorded', 'NOT_AVAILABLE']);
    });

    it('that race for the same grams are recorded once', async () => {
      const { created } = oneLot();
      await recordAll([created]);
      const events = [new LotWriter(), new LotWriter()].map((made) => {
        const lot = new LotWriter('ManamCoopMSP', created);
        return transformed([{ lot, grams: 50_000 }], [{ lot: made, grams: 50_000 }]);
      });
      const outcomes = await Promise.all(events.map((some, i) => (i === 0 ? ledger : another).record(some)));
      expect(outcomes.map((some) => some.map(codeOf).join()).sort()).toEqual([
        'OUT_OF_ORDER,OUT_OF_ORDER',
        'recorded,recorded',
      ]);
      expect([...(await lengths(events.flat())).values()].sort()).toEqual([0, 1, 2]);
    });

    it('of a consignment go through its steps, and its chain is read as any other', async () => {
      const { lot, consignment, before } = consignedLot();
      const events = [
        ...before,
        ...consigned(consignment, 'removed', [{ lot, grams: 10_000 }]),
        ...consigned(consignment, 'added', [{ lot, grams: 30_000 }]),
        consignment.step('changed', { netGrams: 49_900 }),
        consignment.step('closed'),
        consignment.step('shipped'),
        consignment.step('delivered'),
      ];
      await recordAll(events);
      expect(await lengths(events)).toEqual(
        new Map([
          [lot.lotKey, 4],
          [consignment.lotKey, 8],
        ]),
      );
      const { entries } = await another.readLot(consignment.lotKey);
      const own = events.filter(({ lotKey }) => lotKey === consignment.lotKey);
      expect(entries.map(({ content }) => content)).toEqual(own.map(({ content }) => content));
    });

    it.each(REFUSED)('are refused with %s: %s', async (code, _what, make) => {
      const { before, refused } = make();
      await recordAll(before);
      const known = await lengths([...before, ...refused]);
      expect((await ledger.record(refused)).map(codeOf)).toEqual(refused.map(() => code));
      expect(await lengths([...before, ...refused])).toEqual(known);
    });

    it('are taken as far as the scales may err, and as far as there is something', async () => {
      const [lot, made] = [new LotWriter(), new LotWriter()];
      const events = [
        lot.created(),
        lot.weighed(50_500, { tolerance: 100 }),
        ...transformed([{ lot, grams: 50_500 }], [{ lot: made, grams: 50_500, set: { moistureHundredths: 640 } }]),
        made.weighed(40_000, { loss: { grams: 10_500, reason: 'drying' }, moistureHundredths: 100 }),
        made.inherited({ deforestationStatus: 'Under Investigation' }),
      ];
      expect((await ledger.record(events)).map(codeOf)).toEqual(events.map(() => 'recorded'));
    });

    it('are proven, of an input and of a derived lot, in files that check by themselves', async () => {
      const { lot, made, created } = oneLot();
      const other = new LotWriter();
      await recordAll([created, other.created()]);
      const events = transformed(
        [lot, other].map((one) => ({ lot: one, grams: 50_000 })),
        [{ lot: made, grams: 100_000 }],
      );
      await recordAll([...events.slice(0, 1), new LotWriter().created(), ...events.slice(1)]);
      await recordAll([made.stage('processed')]);
      const roots = (await another.organisations()).map(({ rootFingerprint }) => rootFingerprint);
      for (const { lotKey } of [lot, other, made]) {
        const file = JSON.parse(JSON.stringify(await another.proveLot(lotKey)));
        expect(await proofFaults(file, roots)).toEqual(unchecked);
      }
      // Of an input the file shows nothing of the other lots.
      const text = JSON.stringify(await another.proveLot(lot.lotKey));
      for (const hidden of [other.lotKey, made.lotKey, events[1]?.eventId, events[2]?.eventId]) {
        expect(text).not.toContain(hidden);
      }
    });

    it('take 1,000 inputs and 100 outputs', async () => {
      const lots = Array.from({ length: 1_000 }, () => new LotWriter());
      await recordAll(lots.map((lot) => lot.created()));
      const events = transformed(
        lots.map((lot) => ({ lot, grams: 50_000 })),
        Array.from({ length: 100 }, () => ({ lot: new LotWriter(), grams: 500_000 })),
      );
      const apart = [new LotWriter().created(), new LotWriter().created()];
      const outcomes = await ledger.record([apart[0] as LedgerEvent, ...events, apart[1] as LedgerEvent]);
      const ids = new Set(outcomes.map(placeOf).map(({ transactionId }) => transactionId));
      expect([outcomes.length, ids.size]).toEqual([1_102, 3]);
      const some = [events[0], events[501], events[1_000], events[1_099]] as LedgerEvent[];
      expect([...(await lengths(some)).values()]).toEqual([2, 2, 1, 1]);
      const roots = (await another.organisations()).map(({ rootFingerprint }) => rootFingerprint);
      for (const { lotKey } of some) {
        expect(await proofFaults(JSON.parse(JSON.stringify(await another.proveLot(lotKey))), roots)).toEqual(unchecked);
      }
    });

    it('belong to no chain of another kind', async () => {
      const { created } = oneLot();
      const opened = new ConsignmentWriter().step('opened');
      await recordAll([created, opened]);
      const changed = new ConsignmentWriter('ManamCoopMSP', created).step('changed');
      const [first] = transformed([{ lot: new LotWriter('ManamCoopMSP', opened), grams: 1 }], []);
      expect((await ledger.record([changed, first as LedgerEvent])).map(codeOf)).toEqual([
        'BAD_CONTENT',
        'BAD_CONTENT',
      ]);
    });
  });
}
