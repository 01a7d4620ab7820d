import { createHash, randomBytes } from 'node:crypto';
import type {
  ClearFields,
  ConsignmentContent,
  ConsignmentStep,
  FormedContent,
  Formation,
  LotContent,
  MovedPart,
  UseContent,
} from '../../server/domain/ledger/content.ts';
import { canonicalText } from '../../server/domain/proof/hashing.ts';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';

const CREATED: ClearFields = {
  lotId: 'LOT501',
  variety: 'Trinitario',
  harvestDate: '2026-05-01',
  stage: 'harvested',
  weightGrams: 50_000,
  moistureHundredths: 720,
  temperatureHundredths: 2_550,
  certifications: ['Organic'],
  isAnonymized: false,
  deforestationStatus: 'Pending Review',
};

export const randomKey = (): string => randomBytes(16).toString('hex');

const hashOf = (content: string): string => createHash('sha256').update('\0').update(content).digest('hex');

/** What the contents of all events of a chain have. */
interface Chained {
  eventId: string;
  lotKey: string;
  seq: number;
  prev: string | null;
  at: string;
  actorRole: 'farmer';
  org: string;
  salt: string;
}

/** Writes the events of a chain one after the other, each linked to the one before. */
class ChainWriter {
  readonly lotKey: string;
  readonly #org: string;
  #seq: number;
  #prev: string | null;

  /**
   * @param org in whose name: MSP id
   * @param last the event of an existing chain that the next one follows; null: a new chain
   */
  constructor(org = 'ManamCoopMSP', last: LedgerEvent | null = null) {
    this.#org = org;
    this.lotKey = last?.lotKey ?? randomKey();
    this.#seq = last?.seq ?? 0;
    this.#prev = last === null ? null : hashOf(last.content);
  }

  /** The next event of the chain. */
  protected next(contentOf: (chained: Chained) => { eventId: string; seq: number }): LedgerEvent {
    this.#seq += 1;
    const content = contentOf({
      eventId: randomKey(),
      lotKey: this.lotKey,
      seq: this.#seq,
      prev: this.#prev,
      at: '2026-11-21T08:00:00.000Z',
      actorRole: 'farmer',
      org: this.#org,
      salt: randomBytes(32).toString('hex'),
    });
    const text = canonicalText(content);
    this.#prev = hashOf(text);
    return { eventId: content.eventId, lotKey: this.lotKey, seq: content.seq, content: text };
  }
}

/** Writes a lot's events, as the lot service does. */
export class LotWriter extends ChainWriter {
  created(set: ClearFields = {}, commit: LotContent['commit'] = {}): LedgerEvent {
    return this.event({ type: 'created', set: { ...CREATED, lotId: this.#lotId(), ...set }, commit });
  }

  stage(stage: ClearFields['stage']): LedgerEvent {
    return this.event({ type: 'stage', set: { stage } });
  }

  edited(set: ClearFields): LedgerEvent {
    return this.event({ type: 'edited', set });
  }

  /** @param stated moisture, loss and tolerance as far as they are stated */
  weighed(
    weightGrams: number,
    { moistureHundredths, ...stated }: Pick<LotContent, 'loss' | 'tolerance'> & { moistureHundredths?: number } = {},
  ): LedgerEvent {
    const moisture = moistureHundredths === undefined ? {} : { moistureHundredths };
    return this.event({ v: 2, type: 'weighed', set: { weightGrams, ...moisture }, ...stated });
  }

  inherited(set: ClearFields): LedgerEvent {
    return this.event({ v: 2, type: 'inherited', set });
  }

  /** @param consignment key of the consignment's chain; null: for a transformation */
  used(transfer: string, grams: number, consignment: string | null = null): LedgerEvent {
    return this.#moved({ type: 'used', transfer, grams, consignment });
  }

  returned(transfer: string, grams: number, consignment: string | null): LedgerEvent {
    return this.#moved({ type: 'returned', transfer, grams, consignment });
  }

  /** The first event of a derived lot. */
  formed(transfer: string, formation: Formation, set: ClearFields = {}): LedgerEvent {
    const weightGrams = formation.outputs.find(({ key }) => key === this.lotKey)?.grams;
    const described = { ...CREATED, lotId: this.#lotId(), ...(weightGrams === undefined ? {} : { weightGrams }) };
    return this.next((chained): FormedContent => {
      return { v: 2, ...chained, type: 'formed', transfer, formation, set: { ...described, ...set }, commit: {} };
    });
  }

  event(part: Partial<LotContent> & Pick<LotContent, 'type'>): LedgerEvent {
    return this.next((chained): LotContent => ({ v: 1, ...chained, set: {}, commit: {}, ...part }));
  }

  #moved(movement: Pick<UseContent, 'type' | 'transfer' | 'grams' | 'consignment'>): LedgerEvent {
    return this.next((chained): UseContent => ({ v: 2, ...chained, ...movement, set: {}, commit: {} }));
  }

  /** One lot id, one chain. */
  #lotId(): string {
    return `LOT-${this.lotKey.slice(0, 12).toUpperCase()}`;
  }
}

/** Writes the events of a consignment's chain. */
export class ConsignmentWriter extends ChainWriter {
  /** @param part `transfer` and `lots` of the steps that move grams */
  step(step: ConsignmentStep, part: Partial<ConsignmentContent> = {}): LedgerEvent {
    return this.next((chained): ConsignmentContent => {
      return { v: 2, ...chained, type: 'consignment', step, lots: [], commit: {}, ...part };
    });
  }
}

/** How a later event names a `used` or `returned` event. */
export function movedPart({ lotKey, seq, content }: LedgerEvent, grams: number): MovedPart {
  return { key: lotKey, seq, hash: hashOf(content), grams };
}

/** A part of a lot. */
export interface LotPart {
  lot: LotWriter;
  grams: number;
}

/** All events of a transformation: the uses of its inputs, then its new lots. */
export function transformed(
  inputs: readonly LotPart[],
  outputs: readonly (LotPart & { set?: ClearFields })[],
  stated: Partial<Pick<Formation, 'step' | 'loss' | 'tolerance'>> = {},
): LedgerEvent[] {
  const transfer = randomKey();
  const uses = inputs.map(({ lot, grams }) => lot.used(transfer, grams));
  const formation: Formation = {
    step: 'blending',
    loss: null,
    tolerance: 100,
    ...stated,
    inputs: uses.map((use, i) => movedPart(use, inputs[i]?.grams ?? 0)),
    outputs: outputs.map(({ lot, grams }) => ({ key: lot.lotKey, grams })),
  };
  return [...uses, ...outputs.map(({ lot, set }) => lot.formed(transfer, formation, set))];
}

/** All events of a step that puts lots into a consignment or takes them out: those of the lots, then that of the consignment. */
export function consigned(
  consignment: ConsignmentWriter,
  step: 'added' | 'removed',
  parts: readonly LotPart[],
): LedgerEvent[] {
  const transfer = randomKey();
  const moved = parts.map(({ lot, grams }) =>
    step === 'added'
      ? lot.used(transfer, grams, consignment.lotKey)
      : lot.returned(transfer, grams, consignment.lotKey),
  );
  const lots = moved.map((event, i) => movedPart(event, parts[i]?.grams ?? 0));
  return [...moved, consignment.step(step, { transfer, lots })];
}

/** The event again, as somebody would send it who changed its content and kept its id. */
export function withChange(event: LedgerEvent, change: (content: Record<string, unknown>) => void): LedgerEvent {
  const content: Record<string, unknown> = JSON.parse(event.content);
  change(content);
  return { ...event, content: canonicalText(content) };
}
