import type { CatalogueCode } from '../../../messages/types.ts';
import { ALERT } from './alertMessages.ts';
import { CALL, FILE, TOLD } from './callMessages.ts';
import { DIFFERENCE } from './differenceMessages.ts';
import { CONSIGNMENT, KEEPS_OUT } from './consignmentMessages.ts';
import { FILING } from './filingMessages.ts';
import { DUE_DILIGENCE, DUE_DILIGENCE_MISSING } from './dueDiligenceMessages.ts';
import { COUNTERSIGNING, HEALTH, LEDGER } from './healthMessages.ts';
import { INPUT } from './inputMessages.ts';
import { INTEGRITY } from './integrityMessages.ts';
import { KEPT } from './retentionMessages.ts';
import { COMPLIANCE, LOT } from './lotMessages.ts';
import { MASS } from './massMessages.ts';
import { IMPORT, REFUSED, REQUEST } from './refusalMessages.ts';
import { PLOT } from './plotMessages.ts';
import { OTHER, textOf, type Message, type MessageShape } from './message.ts';
import type { MessageValues } from './params.ts';
import { SATELLITE } from './satelliteMessages.ts';
import { SHIPPING } from './shippingMessages.ts';
import { STAGE } from './stageMessages.ts';
import { PREFLIGHT, STATEMENT } from './statementMessages.ts';

/** An entry of the table, whichever it is. */
export interface Entry {
  readonly code: string;
  readonly shape: MessageShape;
  readonly example: MessageValues;
  read(values: unknown): Message | null;
}

/** Everything that the server says to be shown, by topic. */
const TOPICS = [
  SATELLITE,
  ALERT,
  STAGE,
  SHIPPING,
  INTEGRITY,
  DIFFERENCE,
  LOT,
  COMPLIANCE,
  PLOT,
  MASS,
  KEEPS_OUT,
  CONSIGNMENT,
  STATEMENT,
  PREFLIGHT,
  FILING,
  DUE_DILIGENCE_MISSING,
  DUE_DILIGENCE,
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
export type MessageCode = CatalogueCode;

export const MESSAGES: readonly (Entry & { code: MessageCode })[] = TOPICS.flatMap(
  (topic): (Entry & { code: MessageCode })[] => Object.values(topic),
);

const BY_CODE = new Map<string, Entry>(MESSAGES.map((entry) => [entry.code, entry]));

/** The stored part of a message: its text is generated again. */
export type StoredMessage = Pick<Message, 'code' | 'values'>;

export function stored(said: readonly Message[]): StoredMessage[] {
  return said.map(({ code, values }) => ({ code, values }));
}

/**
 * Codes stored beside a text. They count only if they generate exactly that text, which the ledger and the row
 * signatures cover; otherwise the text is one message without a code.
 */
export function storedMessages(codes: unknown, text: string | null): Message[] {
  if (text === null) return [];
  const said = Array.isArray(codes) ? codes.map(read) : [];
  const whole = said.filter((one) => one !== null);
  return whole.length === said.length && textOf(whole) === text ? whole : [OTHER({ text })];
}

function read(one: unknown): Message | null {
  if (typeof one !== 'object' || one === null || !('code' in one) || !('values' in one)) return null;
  return typeof one.code === 'string' ? (BY_CODE.get(one.code)?.read(one.values) ?? null) : null;
}
