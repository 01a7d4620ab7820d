import { randomInt } from 'node:crypto';

export type DrawKind = 'transformation' | 'added' | 'removed' | 'weighed' | 'edited' | 'stage' | 'deleted';

/** A call that changes lots, with the events that it writes if it is carried out. */
export interface DrawCall {
  kind: DrawKind;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** `eventName`s, one for each event of a lot */
  events: string[];
  /** lot ids of the lots that it makes */
  makes: string[];
}

/** A lot that all clients draw from. */
export interface DrawnLot {
  id: string;
  lotId: string;
  /** of its registration */
  grams: number;
}

/** How often each kind is called, in parts of 100. */
const OFTEN: readonly [DrawKind, number][] = [
  ['transformation', 34],
  ['added', 22],
  ['removed', 12],
  ['weighed', 10],
  ['edited', 7],
  ['stage', 8],
  ['deleted', 7],
];
const STAGES = ['fermented', 'drying', 'processed'] as const;
/** Grams of the smallest part. */
const LEAST_GRAMS = 1_000;

/**
 * Names an event of a lot, so that one that was written twice, or by no call, is seen. @param mark its grams, new weight or
 * stage; empty for an event that has none of its own
 */
export const eventName = (lotId: string, type: string, mark: string | number = ''): string =>
  `${lotId} ${type} ${mark}`.trim();

/** Makes calls at random. Each has an amount of grams that no other one has: its events are found by that. */
export class DrawCalls {
  readonly #lots: readonly DrawnLot[];
  readonly #consignments: readonly string[];
  #calls = 0;

  /** @param consignments UUIDs of open ones */
  constructor(lots: readonly DrawnLot[], consignments: readonly string[]) {
    this.#lots = lots;
    this.#consignments = consignments;
  }

  /** @param own lot ids of derived lots of this client, none of which anything was taken from; one of them may be deleted */
  next(own: string[]): DrawCall {
    this.#calls += 1;
    const kind = someKind();
    switch (kind) {
      case 'transformation':
        return this.#transformation(this.#calls);
      case 'added':
        return this.#added(this.#calls);
      case 'removed':
        return this.#removed();
      case 'weighed':
      case 'edited':
        return this.#weight(kind, this.#calls);
      case 'stage':
        return this.#stage();
      case 'deleted':
        return this.#deleted(own);
    }
  }

  #transformation(call: number): DrawCall {
    const inputs = this.#some(3);
    const grams = LEAST_GRAMS + call;
    const lossGrams = randomInt(2) === 0 ? 0 : Math.floor((inputs.length * grams) / 100);
    const made = inputs.length * grams - lossGrams;
    const first = randomInt(2) === 0 ? made : randomInt(1, made);
    const outputs = [first, made - first]
      .filter((part) => part > 0)
      .map((part, at) => ({ lotId: `LOT-D${call}-${at + 1}`, grams: part }));
    return {
      kind: 'transformation',
      method: 'POST',
      path: '/transformations',
      body: {
        step: 'cleaning',
        inputs: inputs.map(({ id }) => ({ lot: id, weight: grams / 1_000 })),
        outputs: outputs.map((one) => ({ lotId: one.lotId, weight: one.grams / 1_000, moistureContent: 7 })),
        loss: lossGrams === 0 ? undefined : { weight: lossGrams / 1_000, reason: 'cleaning' },
      },
      events: [
        ...inputs.map(({ lotId }) => eventName(lotId, 'used', grams)),
        ...outputs.map((one) => eventName(one.lotId, 'formed', one.grams)),
      ],
      makes: outputs.map(({ lotId }) => lotId),
    };
  }

  #added(call: number): DrawCall {
    const lots = this.#some(3);
    const grams = LEAST_GRAMS + call;
    return {
      kind: 'added',
      method: 'POST',
      path: `/consignments/${someOf(this.#consignments)}/lots`,
      body: { lots: lots.map(({ id }) => ({ lot: id, weight: grams / 1_000 })) },
      events: lots.map(({ lotId }) => eventName(lotId, 'used', grams)),
      makes: [],
    };
  }

  #removed(): DrawCall {
    const { id, lotId } = someOf(this.#lots);
    return {
      kind: 'removed',
      method: 'DELETE',
      path: `/consignments/${someOf(this.#consignments)}/lots`,
      body: { lots: [id] },
      events: [eventName(lotId, 'returned')],
      makes: [],
    };
  }

  #weight(kind: 'weighed' | 'edited', call: number): DrawCall {
    const { id, lotId, grams } = someOf(this.#lots);
    const weight = grams - call;
    return {
      kind,
      method: kind === 'weighed' ? 'POST' : 'PATCH',
      path: kind === 'weighed' ? `/lots/${id}/weighings` : `/lots/${id}`,
      body: { weight: weight / 1_000, ...(kind === 'weighed' ? { lossReason: 'sampling' } : {}) },
      events: [eventName(lotId, kind, weight)],
      makes: [],
    };
  }

  #stage(): DrawCall {
    const { id, lotId } = someOf(this.#lots);
    const stage = someOf(STAGES);
    return {
      kind: 'stage',
      method: 'PATCH',
      path: `/lots/${id}/process`,
      body: { currentProcess: stage, processDetails: 'Moved on' },
      events: [eventName(lotId, 'stage', stage)],
      makes: [],
    };
  }

  /** The last three lots, so that the others stay; or a derived lot. */
  #deleted(own: string[]): DrawCall {
    const lotId = (randomInt(2) === 0 ? undefined : own.pop()) ?? someOf(this.#lots.slice(-3)).lotId;
    return {
      kind: 'deleted',
      method: 'DELETE',
      path: `/lots/${lotId}`,
      events: [eventName(lotId, 'deleted')],
      makes: [],
    };
  }

  #some(most: number): DrawnLot[] {
    return [...new Set(Array.from({ length: randomInt(1, most + 1) }, () => someOf(this.#lots)))];
  }
}

function someKind(): DrawKind {
  let at = randomInt(100);
  for (const [kind, parts] of OFTEN) {
    if (at < parts) return kind;
    at -= parts;
  }
  return 'transformation';
}

function someOf<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is none');
  return item;
}
