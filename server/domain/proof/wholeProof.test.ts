import { describe, expect, it } from 'vitest';
import { LotWriter, transformed } from '../../../tests/adapters/lotEvents.ts';
import { MemoryLedger } from '../../../tests/support/memoryLedger.ts';
import { proofGraph } from '../../../tests/support/proofGraph.ts';
import { checkProof } from './checkProof.ts';
import type { EmbeddedProof } from './proofFile.ts';
import { lotContents } from './proofFile.ts';
import { PROOF_STEPS } from './proofSteps.ts';
import { checkWholeProof } from './wholeProof.ts';

/** Two farms into a box that lost water and was weighed; of it two lots, and of both of those an export lot. */
async function boxes() {
  const ledger = await MemoryLedger.open();
  const [one, two, box, left, right, sold] = Array.from({ length: 6 }, () => new LotWriter());
  if (!one || !two || !box || !left || !right || !sold) throw new Error('No lots');
  await ledger.record(one.created({ weightGrams: 100_000 }), two.created({ weightGrams: 60_000, isAnonymized: true }));
  const combined = transformed(
    [
      { lot: one, grams: 70_000 },
      { lot: two, grams: 60_000 },
    ],
    [{ lot: box, grams: 120_000 }],
    { step: 'fermentation', loss: { grams: 10_000, reason: 'fermentation' } },
  );
  await ledger.record(...combined);
  await ledger.record(box.weighed(100_000, { loss: { grams: 20_000, reason: 'drying' } }));
  await ledger.record(
    ...transformed(
      [{ lot: box, grams: 90_000 }],
      [
        { lot: left, grams: 40_000 },
        { lot: right, grams: 50_000 },
      ],
      { step: 'grading' },
    ),
  );
  await ledger.record(
    ...transformed(
      [
        { lot: left, grams: 40_000 },
        { lot: right, grams: 30_000 },
      ],
      [{ lot: sold, grams: 69_500 }],
      { loss: { grams: 500, reason: 'cleaning' } },
    ),
  );
  const lots = { one, two, box, left, right, sold };
  return { ledger, lots, whole: ledger.whole([sold, right, left, box, two, one].map(({ lotKey }) => lotKey)) };
}

const { ledger, lots, whole } = await boxes();
const { roots } = ledger;

/** The whole proof with one text of one event of a lot replaced by another. */
function changed(lot: LotWriter, event: number, from: string, to: string): typeof whole {
  const change = (proof: EmbeddedProof): EmbeddedProof => {
    const events = proof.events.map((one, i) => {
      if (i !== event - 1) return one;
      if (!one.content.includes(from)) throw new Error(`${from} is not in ${one.content}`);
      return { ...one, content: one.content.replace(from, to) };
    });
    return { ...proof, events };
  };
  return { ...whole, proofs: whole.proofs.map((proof) => (proof.lotKey === lot.lotKey ? change(proof) : proof)) };
}

const without = (lot: LotWriter): typeof whole => ({
  ...whole,
  proofs: whole.proofs.filter(({ lotKey }) => lotKey !== lot.lotKey),
});

describe('the proof of a derived lot', () => {
  it('adds up its own grams, and says that the lots that it was made of were not opened', async () => {
    const { proven, steps, balance } = await checkProof(ledger.proof(lots.box.lotKey), { roots });
    expect(proven).toBe(true);
    expect(steps.map(({ code }) => code)).toEqual(PROOF_STEPS);
    const formed = { inputs: 2, in: 130_000, outputs: 1, out: 120_000, loss: 10_000, reason: 'fermentation' };
    const own = { formed, first: 120_000, weighed: -20_000, corrected: 0, used: 90_000, left: 10_000 };
    expect(balance).toEqual(own);
    expect(steps.filter(({ state }) => state !== 'proven')).toEqual([
      {
        code: 'balance',
        state: 'not checked',
        reason: { code: 'inputs_closed', values: { closed: 2, of: 2, balance: own } },
      },
    ]);
  });

  it('is compared with the proofs of the lots that it was made of, as far as they are given', async () => {
    const inputs = new Map([lots.one, lots.two].map(({ lotKey }) => [lotKey, contentsOf(ledger.proof(lotKey))]));
    const box = ledger.proof(lots.box.lotKey);
    const { steps } = await checkProof(box, { roots, inputs });
    expect(steps.find(({ code }) => code === 'balance')).toMatchObject({ state: 'proven', computed: { opened: 2 } });
    inputs.delete(lots.two.lotKey);
    expect(await balanceStep(box, inputs)).toMatchObject({ state: 'not checked', reason: { values: { closed: 1 } } });
  });

  it.each<[what: string, change: (text: string) => string, reason: unknown]>([
    [
      'other grams',
      (text) => text.replace('"grams":70000', '"grams":70001'),
      { code: 'input_differs', values: { stated: 70_000, found: 70_001 } },
    ],
    [
      'another transfer',
      (text) => text.replace(/"transfer":"\w+"/, `"transfer":"${'0'.repeat(32)}"`),
      { code: 'input_other_event' },
    ],
    [
      'another hash alone',
      (text) => text.replace('"actorRole":"farmer"', '"actorRole":"admin"'),
      { code: 'input_other_event' },
    ],
    ['no event that can be read', () => '{', { code: 'input_missing' }],
  ])('fails with an input whose event has %s', async (_what, change, reason) => {
    const { lotKey } = lots.one;
    const { contents } = contentsOf(ledger.proof(lotKey));
    const inputs = new Map([
      [lotKey, { lotKey, contents: contents.map((text, i) => (i === 1 ? change(text) : text)) }],
    ]);
    const values = { input: 1, key: lotKey, event: 2 };
    expect(await balanceStep(ledger.proof(lots.box.lotKey), inputs)).toMatchObject({
      state: 'failed',
      reason: { values },
    });
    expect(await balanceStep(ledger.proof(lots.box.lotKey), inputs)).toMatchObject({ state: 'failed', reason });
  });
});

function contentsOf(proof: EmbeddedProof) {
  const contents = lotContents(proof);
  if (contents === null) throw new Error('No proof file');
  return contents;
}

async function balanceStep(proof: EmbeddedProof, inputs: ReadonlyMap<string, ReturnType<typeof contentsOf>>) {
  const { steps } = await checkProof(proof, { roots, inputs });
  return steps.find(({ code }) => code === 'balance');
}

describe('a whole proof', () => {
  it('has every lot, part and balance computed anew', async () => {
    const verdict = await checkWholeProof(whole, { roots });
    expect(verdict).toMatchObject({ proven: true, faults: [], missing: [] });
    expect(verdict.lots.map(({ balance }) => [balance?.first, balance?.weighed, balance?.used, balance?.left])).toEqual(
      [
        [69_500, 0, 0, 69_500],
        [50_000, 0, 30_000, 20_000],
        [40_000, 0, 40_000, 0],
        [120_000, -20_000, 90_000, 10_000],
        [60_000, 0, 60_000, 0],
        [100_000, 0, 70_000, 30_000],
      ],
    );
    const { totals } = verdict;
    expect(totals).toEqual({
      lots: 6,
      parts: 5,
      registered: 160_000,
      lost: 10_500,
      restated: -20_000,
      left: 129_500,
    });
    expect(totals.registered + totals.restated - totals.lost).toBe(totals.left);
  });

  const CHANGED: [
    what: string,
    lot: LotWriter,
    event: number,
    from: string,
    to: string,
    figure: string,
    grams: unknown,
  ][] = [
    ['a registered weight', lots.one, 1, '"weightGrams":100000', '"weightGrams":100001', 'registered', null],
    ['a used event', lots.one, 2, '"grams":70000', '"grams":70001', 'used', { stated: 70_001, elsewhere: 70_000 }],
    ['a weighed event', lots.box, 2, '"weightGrams":100000', '"weightGrams":100001', 'weighed', null],
    ['the loss of a formed event', lots.sold, 1, '"grams":500', '"grams":501', 'loss', null],
    [
      'an input of a formed event',
      lots.sold,
      1,
      '"grams":30000',
      '"grams":30001',
      'input',
      { stated: 30_001, elsewhere: 30_000 },
    ],
    [
      'an output of a formed event',
      lots.left,
      1,
      '"grams":50000',
      '"grams":50001',
      'output',
      { stated: 50_001, elsewhere: 50_000 },
    ],
    [
      'the weight of a formed event',
      lots.right,
      1,
      '"weightGrams":50000',
      '"weightGrams":50001',
      'output',
      { stated: 50_000, elsewhere: 50_001 },
    ],
  ];
  it.each(CHANGED)('names one gram that was changed: %s', async (_what, lot, event, from, to, figure, grams) => {
    const { proven, faults } = await checkWholeProof(changed(lot, event, from, to), { roots });
    expect(proven).toBe(false);
    const lotId = `LOT-${lot.lotKey.slice(0, 12).toUpperCase()}`;
    const reason = { code: 'content_differs', values: { event } };
    expect(faults).toEqual([{ lotKey: lot.lotKey, lotId, event, figure, grams, reason }]);
  });

  it('is open where the proof of a lot is missing, and says whose', async () => {
    const { proven, faults, missing, lots: checked } = await checkWholeProof(without(lots.two), { roots });
    expect([proven, faults, missing]).toEqual([false, [], [lots.two.lotKey]]);
    expect(checked.filter((lot) => !lot.proven).map(({ lotKey }) => lotKey)).toEqual([lots.box.lotKey]);
    // All that went into the box is an ancestor through it alone.
    const cut = { ...whole, proofs: whole.proofs.filter(({ lotKey }) => lotKey !== lots.box.lotKey) };
    expect((await checkWholeProof(cut, { roots })).faults).toMatchObject([{ reason: { code: 'form' } }]);
  });

  it('is not proven without roots, and names no fault', async () => {
    expect(await checkWholeProof(whole)).toMatchObject({ proven: false, faults: [], missing: [] });
  });

  it.each([
    ['a lot twice', { ...whole, proofs: [...whole.proofs, ...whole.proofs.slice(0, 1)] }, 'proofs.6'],
    ['no proof of the lot itself', without(lots.sold), 'lotKey'],
    ['a lot that went into no other', { ...whole, lotKey: lots.box.lotKey }, 'proofs.0'],
    ['something else', { ...whole, proofs: [{}, ...whole.proofs] }, 'proofs.0'],
    ['another kind', { ...whole, kind: 'manam-trace/proof' }, 'kind'],
  ])('is no whole proof with %s', async (_what, file, where) => {
    const verdict = await checkWholeProof(file, { roots });
    expect(verdict).toMatchObject({
      proven: false,
      lots: [],
      faults: [{ reason: { code: 'form', values: { where } } }],
    });
  });

  it('of a later version is not judged', async () => {
    const { faults } = await checkWholeProof({ ...whole, v: 2 }, { roots });
    expect(faults).toMatchObject([{ reason: { code: 'unknown_version', values: { version: 2 } } }]);
  });

  it.each([1, 2, 3])('has the balances of a random graph (seed %i)', async (seed) => {
    const graph = await proofGraph(60, seed);
    const verdict = await checkWholeProof(graph.whole, { roots: graph.ledger.roots });
    expect(verdict).toMatchObject({ proven: true, totals: { lots: 60, parts: graph.parts } });
    expect(verdict.lots.map(({ lotKey, balance }) => [lotKey, balance?.formed !== null, balance?.left])).toEqual(
      graph.lots.map(({ lotKey, derived, left }) => [lotKey, derived, left]),
    );
  });
});
