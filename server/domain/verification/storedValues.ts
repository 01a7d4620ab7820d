import { API_FIELD } from '../ledger/apiFields.ts';
import { erasedBy, type CommittedField, type EventContent } from '../ledger/content.ts';
import { commitment, type Hash } from '../proof/hashing.ts';

/** A kept personal value with the salt of its commitment (`personal_value`). */
export interface StoredValue {
  eventId: string;
  field: CommittedField;
  value: unknown;
  salt: Uint8Array;
}

/** What makes a value's commitment, hex. @param hash SHA-256; the server passes its native one */
export function committing(hash?: Hash): (kept: StoredValue) => Promise<string> {
  return ({ field, value, salt }) => commitment(field, value, salt, hash);
}

/** Values of one event that do not match their commitments. */
export interface StoredValueFault {
  seq: number;
  /** e.g. 'location changed', 'notes missing' */
  faults: string[];
}

/**
 * Holds every kept value of a lot to its commitment, also those that a later one replaced: a changed one, one that no event
 * gave, one that is gone without an `erased` event that took it, and one that is there although it was erased.
 * @param contents all events of the lot in order, recorded and waiting
 * @param commitmentOf the commitment that a value makes, hex
 * @returns faults by event, and the values that agree
 */
export async function checkStoredValues(
  contents: readonly EventContent[],
  kept: readonly StoredValue[],
  commitmentOf: (value: StoredValue) => Promise<string>,
): Promise<{ faults: StoredValueFault[]; read: (eventId: string, field: CommittedField) => unknown }> {
  const byPlace = new Map(kept.map((value) => [placeOf(value.eventId, value.field), value]));
  const good = new Map<string, unknown>();
  const erased = erasures(contents);
  const faults: StoredValueFault[] = [];
  for (const { eventId, seq, commit } of contents) {
    const wrong: string[] = [];
    for (const [field, committed] of Object.entries(commit) as [CommittedField, string][]) {
      const place = placeOf(eventId, field);
      const value = byPlace.get(place);
      byPlace.delete(place);
      if (value === undefined) {
        if (!erased.takes(seq, field)) wrong.push(`${API_FIELD[field]} missing`);
      } else if (value.salt.length !== 32 || (await commitmentOf(value)) !== committed) {
        wrong.push(`${API_FIELD[field]} changed`);
      } else if (erased.takes(seq, field)) {
        wrong.push(`${API_FIELD[field]} kept although it was erased`);
      } else {
        good.set(place, value.value);
      }
    }
    if (wrong.length > 0) faults.push({ seq, faults: wrong });
  }
  const seqs = new Map(contents.map(({ eventId, seq }) => [eventId, seq]));
  for (const { eventId, field } of byPlace.values()) {
    faults.push({ seq: seqs.get(eventId) ?? 0, faults: [`${API_FIELD[field]} was never given`] });
  }
  return { faults, read: (eventId, field) => good.get(placeOf(eventId, field)) };
}

const placeOf = (eventId: string, field: CommittedField): string => `${eventId} ${field}`;

function erasures(contents: readonly EventContent[]): {
  /** an erasure took this value */
  takes(seq: number, field: CommittedField): boolean;
} {
  const taken = new Set(
    contents.flatMap(erasedBy).flatMap(({ seq, fields }) => fields.map((field) => `${seq} ${field}`)),
  );
  return { takes: (seq, field) => taken.has(`${seq} ${field}`) };
}
