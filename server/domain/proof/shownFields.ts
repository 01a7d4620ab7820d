import type { CommittedField } from '../ledger/content.ts';
import type { LotState } from '../ledger/projection.ts';
import { factsOf, isPublic, LOT_FIELD_NAMES, type PublicField, type PublicValues } from '../lot/lotTable.ts';
import { degreesFromMicro } from '../text/units.ts';
import type { ApiValue } from '../verification/verification.ts';
import type { FieldDifference } from './proofSteps.ts';

/** What is shown of a lot, by the API's names and in its units; a field that is left out is not compared. */
export type ShownFields = { readonly [Field in PublicField]?: PublicValues[Field] | null };

/** A personal value that a proof opened, and the event that committed to it. */
export interface OpenedValue {
  eventId: string;
  field: CommittedField;
  value: unknown;
}

export interface ComparedFields {
  /** fields that are shown as they were recorded */
  same: PublicField[];
  differences: FieldDifference[];
  /** shown, but not opened by the proof */
  closed: PublicField[];
}

function apiValue(value: unknown): ApiValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : null;
}

/** Moments are the same however many digits their seconds have. */
function isSame(field: PublicField, shown: ApiValue, recorded: ApiValue): boolean {
  if (factsOf(field).form === 'moment' && typeof shown === 'string' && typeof recorded === 'string') {
    return Date.parse(shown) === Date.parse(recorded);
  }
  return JSON.stringify(shown) === JSON.stringify(recorded);
}

/** The commitment of the public form of a field: for a location the rounded one. */
function committedName(field: PublicField, state: LotState): CommittedField {
  // A committed field bears its name in the table, which the compiler knows as text.
  const name = factsOf(field).ledger.name as CommittedField;
  if (name !== 'place') return name;
  return state.clear.isAnonymized === true ? 'place1' : 'place2';
}

/**
 * Compares the shown values of a lot with its events. For personal fields the newest commitment counts, which the proof
 * must have opened; one that is neither shown nor opened (erased, or of an anonymized lot) is skipped.
 */
export function compareShown(shown: ShownFields, state: LotState, opened: readonly OpenedValue[]): ComparedFields {
  const result: ComparedFields = { same: [], differences: [], closed: [] };
  const judge = (field: PublicField, recorded: ApiValue): void => {
    const value = apiValue(shown[field]);
    if (isSame(field, value, recorded)) result.same.push(field);
    else result.differences.push({ field, shown: value, recorded });
  };
  for (const field of LOT_FIELD_NAMES.filter(isPublic)) {
    if (shown[field] === undefined) continue;
    const { ledger, figure } = factsOf(field);
    if (ledger.kind === 'clear') {
      const value: unknown = Reflect.get(state.clear, ledger.name);
      judge(field, typeof value === 'number' && figure ? figure.scale.fromWhole(value) : apiValue(value));
      continue;
    }
    const name = committedName(field, state);
    const last = state.committed[name];
    const found = opened.find((one) => one.field === name && one.eventId === last?.eventId);
    if (found === undefined) {
      if (shown[field] !== null) result.closed.push(field);
    } else judge(field, figure ? degreesOf(field, found.value) : apiValue(found.value));
  }
  return result;
}

/** Of a recorded place [latMicro, lonMicro] the half that the field shows, in degrees. */
function degreesOf(field: PublicField, place: unknown): ApiValue {
  const micro: unknown = Array.isArray(place) ? place[field === 'latitude' ? 0 : 1] : null;
  return typeof micro === 'number' ? degreesFromMicro(micro) : null;
}
