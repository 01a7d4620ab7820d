import {
  erasedBy,
  type ClearField,
  type ClearFields,
  type CommittedField,
  type EventContent,
  type Formation,
} from './content.ts';
import { massAfter, type LotMass } from './lotMass.ts';
import type { LotKind } from '../lot/lotKind.ts';

/** The last word on a committed field: a commitment, or that it was erased; and the event that said it. */
export interface CommittedState {
  eventId: string;
  seq: number;
  commitment: string;
  erased: boolean;
}

/** A lot as its events tell it: the fold of their contents by `seq`. */
export interface LotState {
  lotKey: string;
  seq: number;
  deleted: boolean;
  /** how it was made of other lots; null: it was registered at a farm */
  formation: Formation | null;
  /** its grams, by which the ledger judges the next event */
  mass: LotMass;
  clear: ClearFields;
  /** the event that last set each clear field */
  clearSetBy: Partial<Record<ClearField, string>>;
  committed: Partial<Record<CommittedField, CommittedState>>;
}

/** Applies one more event to the state before it (null: none yet). Does not judge: see `transitions.ts`. */
export function foldEvent(before: LotState | null, event: EventContent): LotState {
  const clearSetBy = { ...before?.clearSetBy };
  for (const field of Object.keys(event.set) as ClearField[]) clearSetBy[field] = event.eventId;
  const committed = { ...before?.committed };
  for (const [field, commitment] of Object.entries(event.commit) as [CommittedField, string][]) {
    committed[field] = { eventId: event.eventId, seq: event.seq, commitment, erased: false };
  }
  for (const { seq, fields } of erasedBy(event)) {
    for (const field of fields) {
      const last = committed[field];
      if (seq === last?.seq) committed[field] = { ...last, erased: true };
    }
  }
  return {
    lotKey: event.lotKey,
    seq: event.seq,
    deleted: (before?.deleted ?? false) || event.type === 'deleted',
    formation: event.type === 'formed' ? event.formation : (before?.formation ?? null),
    mass: massAfter(before?.mass ?? null, event),
    clear: { ...before?.clear, ...event.set },
    clearSetBy,
    committed,
  };
}

/** Whether the lot was registered at a farm, or made of other lots. */
export function kindOf({ formation }: Pick<LotState, 'formation'>): LotKind {
  return formation === null ? 'origin' : 'derived';
}

/** The state after a run of events in order; null when there are none. */
export function foldEvents(events: readonly EventContent[], from: LotState | null = null): LotState | null {
  return events.reduce<LotState | null>((state, event) => foldEvent(state, event), from);
}
