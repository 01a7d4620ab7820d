import type { CatalogueCode } from '../../../messages/types.ts';
import { ALERT } from './alertSaid.ts';
import { CALL, FILE, TOLD } from './callSaid.ts';
import { DIFFERENCE } from './differenceSaid.ts';
import { COUNTERSIGNING, HEALTH, LEDGER } from './healthSaid.ts';
import { INPUT } from './inputSaid.ts';
import { INTEGRITY } from './integritySaid.ts';
import { KEPT } from './keptSaid.ts';
import { COMPLIANCE, LOT } from './lotSaid.ts';
import { IMPORT, REFUSED, REQUEST } from './refusedSaid.ts';
import { PLOT } from './plotSaid.ts';
import { OTHER, textOf, type Said, type SaidShape, type SaidValues } from './said.ts';
import { SATELLITE } from './satelliteSaid.ts';
import { STAGE } from './stageSaid.ts';

/** An entry of the table, whichever it is. */
export interface Entry {
  readonly code: string;
  readonly shape: SaidShape;
  readonly example: SaidValues;
  read(values: unknown): Said | null;
}

/** Everything that the server says to be shown, by topic. */
const TOPICS = [
  SATELLITE,
  ALERT,
  STAGE,
  INTEGRITY,
  DIFFERENCE,
  LOT,
  COMPLIANCE,
  PLOT,
  HEALTH,
  LEDGER,
  COUNTERSIGNING,
  REFUSED,
  REQUEST,
  INPUT,
  CALL,
  TOLD,
  FILE,
  IMPORT,
  KEPT,
  { OTHER },
] as const;

/** Every code. */
export type SaidCode = CatalogueCode;

export const ENTRIES: readonly (Entry & { code: SaidCode })[] = TOPICS.flatMap(
  (topic): (Entry & { code: SaidCode })[] => Object.values(topic),
);

const BY_CODE = new Map<string, Entry>(ENTRIES.map((entry) => [entry.code, entry]));

/** The stored part of a message: its text is generated again. */
export type StoredSaid = Pick<Said, 'code' | 'values'>;

export function stored(said: readonly Said[]): StoredSaid[] {
  return said.map(({ code, values }) => ({ code, values }));
}

/**
 * Codes stored beside a text. They count only if they generate exactly that text, which the ledger and the row
 * signatures cover; otherwise the text is one message without a code.
 */
export function saidOf(codes: unknown, text: string | null): Said[] {
  if (text === null) return [];
  const said = Array.isArray(codes) ? codes.map(read) : [];
  const whole = said.filter((one) => one !== null);
  return whole.length === said.length && textOf(whole) === text ? whole : [OTHER({ text })];
}

function read(one: unknown): Said | null {
  if (typeof one !== 'object' || one === null || !('code' in one) || !('values' in one)) return null;
  return typeof one.code === 'string' ? (BY_CODE.get(one.code)?.read(one.values) ?? null) : null;
}
