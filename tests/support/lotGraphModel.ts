import { spawnSync } from 'node:child_process';
import { z } from 'zod';

/*
 * What combining and splitting lots must lead to, told without any code of the server: the flow of grams as a sparse
 * matrix, what is reached as sets of bits, and the worst status by its own order.
 */

/** A lot, by its number in the model: lots come after all that they were made of. */
export interface ModelLot {
  /** UUID; empty until the server answered it */
  id: string;
  lotId: string;
  kind: 'origin' | 'derived';
  /** grams, as of the last weighing */
  weight: number;
  /** grams that went into other lots */
  used: number;
  deleted: boolean;
  /** grams as registered or made */
  first: number;
  /** of a derived lot: which transformation made it */
  madeBy: number | null;
}

export interface ModelPart {
  lot: number;
  grams: number;
}

export interface ModelTransformation {
  inputs: readonly ModelPart[];
  outputs: readonly number[];
  loss: number;
}

/** How much of a lot came through an earlier one, 0-1 for an origin, over how few transformations. */
export interface ModelFlow {
  share: number;
  depth: number;
}

const SEVERITY = ['No Deforestation', 'Pending Review', 'Under Investigation', 'Deforestation Detected'];
/** Prints, for a JSON list of edges [from, to], the sorted ancestors of each node by networkx. */
const NETWORKX = `import json, sys, networkx as nx
given = json.load(sys.stdin)
graph = nx.DiGraph()
graph.add_nodes_from(range(given["lots"]))
graph.add_edges_from(given["edges"])
assert nx.is_directed_acyclic_graph(graph)
json.dump([sorted(nx.ancestors(graph, node)) for node in range(given["lots"])], sys.stdout)`;

export class LotGraphModel {
  readonly lots: ModelLot[] = [];
  readonly transformations: ModelTransformation[] = [];
  /** grams that weighings took away */
  weighedOff = 0;

  addOrigin(lotId: string, grams: number): number {
    return this.#add({ lotId, kind: 'origin', first: grams, madeBy: null });
  }

  /** A transformation that the server took. @returns the numbers of the new lots */
  transform(
    inputs: readonly ModelPart[],
    outputs: readonly { lotId: string; grams: number }[],
    loss: number,
  ): number[] {
    const madeBy = this.transformations.length;
    for (const { lot, grams } of inputs) this.lot(lot).used += grams;
    const made = outputs.map(({ lotId, grams }) => this.#add({ lotId, kind: 'derived', first: grams, madeBy }));
    this.transformations.push({ inputs, outputs: made, loss });
    return made;
  }

  weigh(lot: number, grams: number): void {
    this.weighedOff += this.lot(lot).weight - grams;
    this.lot(lot).weight = grams;
  }

  lot(at: number): ModelLot {
    const lot = this.lots[at];
    if (lot === undefined) throw new RangeError(`no lot ${at}`);
    return lot;
  }

  available(at: number): number {
    const { weight, used } = this.lot(at);
    return weight - used;
  }

  /** What a lot was made of directly. */
  inputsOf(at: number): readonly ModelPart[] {
    const { madeBy } = this.lot(at);
    return madeBy === null ? [] : (this.transformations[madeBy]?.inputs ?? []);
  }

  /** F = P + P F, where P holds the parts of each lot's direct inputs: one row a lot, without zeros. */
  flows(): Map<number, ModelFlow>[] {
    const rows: Map<number, ModelFlow>[] = [];
    for (const at of this.lots.keys()) {
      const inputs = this.inputsOf(at);
      const total = inputs.reduce((sum, { grams }) => sum + grams, 0);
      const row = new Map<number, ModelFlow>();
      const flow = (to: number, share: number, depth: number): void => {
        const before = row.get(to) ?? { share: 0, depth: Infinity };
        row.set(to, { share: before.share + share, depth: Math.min(before.depth, depth) });
      };
      for (const { lot, grams } of inputs) {
        flow(lot, grams / total, 1);
        for (const [to, { share, depth }] of rows[lot] ?? []) flow(to, (grams / total) * share, depth + 1);
      }
      rows.push(row);
    }
    return rows;
  }

  /** All lots that each lot was made of, through any number of transformations: closed by sets of bits. */
  ancestors(): number[][] {
    const words = Math.ceil(this.lots.length / 32);
    const sets = this.lots.map(() => new Uint32Array(words));
    for (const [at, set] of sets.entries()) {
      for (const { lot } of this.inputsOf(at)) {
        const other = sets[lot];
        if (other !== undefined)
          for (let word = 0; word < words; word += 1) set[word] = (set[word] ?? 0) | (other[word] ?? 0);
        set[lot >>> 5] = (set[lot >>> 5] ?? 0) | (1 << (lot & 31));
      }
    }
    return sets.map((set) => this.lots.flatMap((_, at) => (((set[at >>> 5] ?? 0) >>> (at & 31)) & 1 ? [at] : [])));
  }

  /** The same by networkx; null where Python has none. @throws Error when the graph has a cycle */
  ancestorsByNetworkx(): number[][] | null {
    if (spawnSync('python3', ['-c', 'import networkx'], { timeout: 30_000 }).status !== 0) return null;
    const edges = this.lots.flatMap((_, at) => this.inputsOf(at).map(({ lot }) => [lot, at]));
    const input = JSON.stringify({ lots: this.lots.length, edges });
    const run = spawnSync('python3', ['-c', NETWORKX], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (run.status !== 0) throw new Error(`networkx: ${run.stderr}`);
    return z.array(z.array(z.number())).parse(JSON.parse(run.stdout));
  }

  /** Grams that came in at farms, and those that are left, lost or weighed off: the difference is 0. */
  imbalance(): number {
    const registered = this.lots.reduce((sum, { kind, first }) => sum + (kind === 'origin' ? first : 0), 0);
    const left = this.lots.reduce((sum, _, at) => sum + this.available(at), 0);
    const lost = this.transformations.reduce((sum, { loss }) => sum + loss, 0);
    return registered - left - lost - this.weighedOff;
  }

  #add(lot: Pick<ModelLot, 'lotId' | 'kind' | 'first' | 'madeBy'>): number {
    this.lots.push({ ...lot, id: '', weight: lot.first, used: 0, deleted: false });
    return this.lots.length - 1;
  }
}

/** The sets of lots that each lot is an ancestor of. */
export function transposed(ancestors: readonly (readonly number[])[]): number[][] {
  const descendants = ancestors.map((): number[] => []);
  for (const [at, before] of ancestors.entries()) for (const one of before) descendants[one]?.push(at);
  return descendants;
}

/** What a derived lot has of its origins. */
export interface ModelInherited {
  status: string;
  variety: string;
  harvestFirst: string;
  harvestLast: string;
  certifications: string[];
  isAnonymized: boolean;
}

/** @param origins at least one; those of one day have it twice */
export function modelInherited(origins: readonly ModelInherited[]): ModelInherited {
  const [first] = origins;
  if (first === undefined) throw new RangeError('no origins');
  const worst = Math.max(...origins.map(({ status }) => SEVERITY.indexOf(status)));
  return {
    status: SEVERITY[worst] ?? '',
    variety: new Set(origins.map(({ variety }) => variety)).size === 1 ? first.variety : 'Other',
    harvestFirst: origins.map(({ harvestFirst }) => harvestFirst).sort()[0] ?? '',
    harvestLast:
      origins
        .map(({ harvestLast }) => harvestLast)
        .sort()
        .at(-1) ?? '',
    certifications: first.certifications
      .filter((name) => origins.every(({ certifications }) => certifications.includes(name)))
      .sort(),
    isAnonymized: origins.some(({ isAnonymized }) => isAnonymized),
  };
}
