import { LotWriter, transformed, type LotPart } from '../adapters/lotEvents.ts';
import { LOSS_REASONS, TRANSFORMATION_LIMITS } from '../../server/domain/mass/massBalance.ts';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { MemoryLedger } from './memoryLedger.ts';

/** A lot of a graph with the grams that are left of it. */
interface GraphLot {
  writer: LotWriter;
  weight: number;
  left: number;
}

/** A lot as the graph's own bookkeeping has it. */
export interface GraphBalance {
  lotKey: string;
  derived: boolean;
  weight: number;
  left: number;
}

export interface ProofGraph {
  /** blocks in order: each is recorded at once */
  blocks: LedgerEvent[][];
  /** the lot that all others went into, then the others */
  lots: GraphBalance[];
  /** parts that went into other lots */
  parts: number;
}

/** Numbers below 1 that are the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes the events of a random graph: origin lots, of which parts are combined and split with losses and weighings until
 * there are so many lots; the last one is made of all that went into no other.
 * @param count lots, at least 2
 * @param seed the same seed, the same shape and grams
 */
export function makeProofGraph(count: number, seed = 1): ProofGraph {
  const random = randomFrom(seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const blocks: LedgerEvent[][] = [];
  const lots: GraphLot[] = [];
  const sinks = new Set<GraphLot>();
  const derived = new Set<GraphLot>();
  let parts = 0;
  const register = (): void => {
    const weight = between(20_000, 100_000);
    const lot = { writer: new LotWriter(), weight, left: weight };
    blocks.push([lot.writer.created({ weightGrams: weight })]);
    lots.push(lot);
    sinks.add(lot);
  };
  const weigh = (lot: GraphLot): void => {
    const loss = between(1, Math.max(1, Math.floor(lot.left / 50)));
    if (loss >= lot.left) return;
    lot.weight -= loss;
    lot.left -= loss;
    blocks.push([lot.writer.weighed(lot.weight, { loss: { grams: loss, reason: 'sampling' } })]);
  };
  const form = (from: readonly GraphLot[], outputs: number): void => {
    const inputs: (LotPart & { from: GraphLot })[] = from.map((lot) => {
      const grams = random() < 0.3 ? lot.left : between(1, lot.left);
      return { from: lot, lot: lot.writer, grams };
    });
    const sum = inputs.reduce((all, { grams }) => all + grams, 0);
    const loss = sum > 10 * outputs && random() < 0.7 ? between(1, Math.floor(sum / 10)) : 0;
    const made = divided(sum - loss, outputs, between);
    const reason = LOSS_REASONS[between(0, LOSS_REASONS.length - 1)] ?? 'other';
    const written = made.map((grams) => ({ writer: new LotWriter(), weight: grams, left: grams }));
    blocks.push(
      transformed(
        inputs,
        written.map(({ writer, weight }) => ({ lot: writer, grams: weight })),
        { loss: loss === 0 ? null : { grams: loss, reason } },
      ),
    );
    for (const { from: lot, grams } of inputs) {
      lot.left -= grams;
      sinks.delete(lot);
    }
    parts += inputs.length;
    for (const lot of written) {
      lots.push(lot);
      sinks.add(lot);
      derived.add(lot);
    }
  };
  while (lots.length < count - 1) {
    const available = lots.filter(({ left }) => left > 1_000);
    const tooManySinks = sinks.size >= TRANSFORMATION_LIMITS.inputs - 4;
    const choice = tooManySinks ? 1 : random();
    if (lots.length === 0 || choice < 0.7 || available.length === 0) register();
    else {
      const taken = new Set<GraphLot>();
      for (let i = choice < 0.8 ? 1 : between(1, 40); i > 0; i -= 1) {
        const lot = available[between(0, available.length - 1)];
        if (lot !== undefined) taken.add(lot);
      }
      if (choice < 0.8) taken.forEach(weigh);
      else form([...taken], Math.min(between(1, 3), count - 1 - lots.length));
    }
  }
  form([...sinks], 1);
  const last = lots.at(-1);
  const balances = lots.map((lot) => ({
    lotKey: lot.writer.lotKey,
    derived: derived.has(lot),
    weight: lot.weight,
    left: lot.left,
  }));
  return { blocks, lots: last === undefined ? [] : [...balances.slice(-1), ...balances.slice(0, -1)], parts };
}

/** Divides grams into parts of at least one gram. */
function divided(grams: number, into: number, between: (least: number, most: number) => number): number[] {
  const parts: number[] = [];
  let left = grams;
  for (let more = into - 1; more >= 0; more -= 1) {
    const part = more === 0 ? left : between(1, left - more);
    parts.push(part);
    left -= part;
  }
  return parts;
}

/** The same graph on a ledger in memory, with its proofs. */
export async function proofGraph(
  count: number,
  seed = 1,
): Promise<ProofGraph & { ledger: MemoryLedger; whole: ReturnType<MemoryLedger['whole']> }> {
  const graph = makeProofGraph(count, seed);
  const ledger = await MemoryLedger.open();
  for (const block of graph.blocks) await ledger.record(...block);
  return { ...graph, ledger, whole: ledger.whole(graph.lots.map(({ lotKey }) => lotKey)) };
}
