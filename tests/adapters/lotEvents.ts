import { createHash, randomBytes } from 'node:crypto';
import type { ClearFields, LotContent } from '../../server/domain/ledger/content.ts';
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

/** Writes a lot's events one after the other, each linked to the one before, as the lot service does. */
export class LotWriter {
  readonly lotKey = randomKey();
  readonly #org: string;
  #seq = 0;
  #prev: string | null = null;

  /** @param org in whose name: MSP id */
  constructor(org = 'ManamCoopMSP') {
    this.#org = org;
  }

  created(set: ClearFields = {}, commit: LotContent['commit'] = {}): LedgerEvent {
    // One lot id, one chain.
    const lotId = `LOT-${this.lotKey.slice(0, 12).toUpperCase()}`;
    return this.event({ type: 'created', set: { ...CREATED, lotId, ...set }, commit });
  }

  stage(stage: ClearFields['stage']): LedgerEvent {
    return this.event({ type: 'stage', set: { stage } });
  }

  edited(set: ClearFields): LedgerEvent {
    return this.event({ type: 'edited', set });
  }

  event(part: Partial<LotContent> & Pick<LotContent, 'type'>): LedgerEvent {
    this.#seq += 1;
    const content: LotContent = {
      v: 1,
      eventId: randomKey(),
      lotKey: this.lotKey,
      seq: this.#seq,
      prev: this.#prev,
      at: '2026-11-21T08:00:00.000Z',
      actorRole: 'farmer',
      org: this.#org,
      set: {},
      commit: {},
      salt: randomBytes(32).toString('hex'),
      ...part,
    };
    const text = canonicalText(content);
    this.#prev = createHash('sha256').update('\0').update(text).digest('hex');
    return { eventId: content.eventId, lotKey: content.lotKey, seq: content.seq, content: text };
  }
}

/** The event again, as somebody would send it who changed its content and kept its id. */
export function withChange(event: LedgerEvent, change: (content: Record<string, unknown>) => void): LedgerEvent {
  const content: Record<string, unknown> = JSON.parse(event.content);
  change(content);
  return { ...event, content: canonicalText(content) };
}
