import type { MessageCode } from '../../server/domain/messages/registry.ts';
import type { Stage } from '../../server/domain/lot/stages.ts';
import type { ApiValue, Verification } from '../../server/domain/verification/verification.ts';
import { DASH } from './format.ts';
import { hasWords } from './language.ts';
import { figureText, isFigure } from './lotFigures.ts';
import type { RecordId, RecordWords } from './recordWords.ts';

/* Texts of a lot's ledger record: fields, events, differences. Both areas use it, so it depends on neither. */

/**
 * The display name of a field: 'currentProcess' -> 'stage'; a field without one is split into words: 'dryingDays' ->
 * 'drying days'.
 */
export function fieldName(words: RecordWords, field: string): string {
  const id = idOf(words, 'field.', field);
  return id === null ? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : words.say(id);
}

/** 'weight', 'weight and place', 'weight, stage and place'; without duplicates. */
export function fieldList(words: RecordWords, fields: readonly string[]): string {
  const names = [...new Set(fields.map((field) => fieldName(words, field)))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? last : words.say('value.and', { names: words.formatList(names), last });
}

/** The display name of an action with the stage reached; an unknown action is only capitalized. */
export function actionName(words: RecordWords, action: string, stage: Stage | null = null): string {
  const { say } = words;
  const name = action.toLowerCase();
  if (name === 'stage' && stage !== null) return say('action.stageTo', { stage: say(`stage.${stage}`) });
  const id = idOf(words, 'action.', name);
  return id === null ? action.charAt(0).toUpperCase() + action.slice(1) : say(id);
}

/** For alert steps the ledger contains only the day, in UTC. */
export function isDayAlone(action: string): boolean {
  return action.startsWith('alert ');
}

/** The time of an action, as precise as the ledger has it. */
export function actionMoment(
  { formatDate, formatDateTime }: RecordWords,
  action: string,
  timestamp: string | null,
): string {
  return isDayAlone(action) ? formatDate(timestamp) : formatDateTime(timestamp);
}

const SHOWN_ENDORSERS = 3;

/** Organisations by name: up to three, then '+n more' (docs/spec/staff-screens.md, 'Blockchain view'). */
export function endorsersInWords({ say, formatList }: RecordWords, names: readonly string[]): string {
  if (names.length === 0) return DASH;
  const shown = formatList(names.slice(0, SHOWN_ENDORSERS));
  const more = names.length - SHOWN_ENDORSERS;
  return more > 0 ? say('chain.more', { names: shown, more }) : shown;
}

/** A difference with its field and reason code; null if the code is not public. */
export interface NamedDifference {
  field: string;
  code: string | null;
}

export const BLOCK_DIFFERS = 'difference.block' satisfies MessageCode;
const LEDGER_PARTS: ReadonlySet<string | null> = new Set([
  BLOCK_DIFFERS,
  'difference.event_missing',
  'difference.event_foreign',
  'difference.event_invalid',
  'difference.event_changed',
  'difference.event_receipt',
  'difference.event_not_recorded',
  'difference.event_unreadable',
  'difference.event_unsealed',
  'difference.event_early_receipt',
  'difference.event_values',
] satisfies MessageCode[]);

/** Whether a discrepancy concerns the ledger (`block 12`, `event 3`) instead of a field of the lot. */
export function isLedgerPart({ code }: Pick<NamedDifference, 'code'>): boolean {
  return LEDGER_PARTS.has(code);
}

/** Lists the fields that differ, and the invalid blocks and events. */
export function discrepanciesInWords(words: RecordWords, discrepancies: readonly NamedDifference[]): string {
  const fields = discrepancies.filter((one) => !isLedgerPart(one)).map(({ field }) => field);
  const parts = discrepancies.filter(isLedgerPart).map(({ field }) => field);
  return [
    ...(fields.length > 0 ? [words.say('record.differsIn', { fields: fieldList(words, fields) })] : []),
    ...(parts.length > 0 ? [words.say('record.brokenIn', { parts: fieldList(words, parts) })] : []),
  ].join(' ');
}

/** A compared value with its unit. */
export function valueInWords(words: RecordWords, field: string, value: ApiValue): string {
  if (value === null) return DASH;
  if (typeof value === 'number') return isFigure(field) ? figureText(words, field, value) : String(value);
  if (typeof value === 'boolean') return words.say(value ? 'value.yes' : 'value.no');
  if (typeof value === 'string') return value;
  return value.length === 0 ? words.say('value.none') : words.formatList(value);
}

/**
 * Heading and explanation of an integrity check's result. A message from the server takes precedence over the
 * explanation.
 */
export const INTEGRITY_WORDS: Record<
  Verification['state'],
  { tone: 'leaf' | 'pod' | 'alarm'; title: RecordId; explanation: RecordId }
> = {
  verified: { tone: 'leaf', title: 'integrity.verified', explanation: 'integrity.verifiedText' },
  pending: { tone: 'pod', title: 'integrity.pending', explanation: 'integrity.pendingText' },
  differs: { tone: 'alarm', title: 'integrity.differs', explanation: 'integrity.differsText' },
  unavailable: { tone: 'pod', title: 'integrity.unavailable', explanation: 'integrity.unavailableText' },
};

/** The result of a check; a missing value counts as not checked (docs/spec/reports.md, 'Figures'). */
export function checkResultWord(valid: boolean | null | undefined): RecordId {
  return valid === null || valid === undefined ? 'proof.notChecked' : valid ? 'proof.valid' : 'proof.invalid';
}

/**
 * Builds a message id from a server name: idOf(words, 'field.', 'weight') is 'field.weight'; null for a name unknown to
 * this version.
 */
function idOf<Prefix extends string>(
  { locale }: Pick<RecordWords, 'locale'>,
  prefix: Prefix,
  name: string,
): Extract<RecordId, `${Prefix}${string}`> | null {
  const known = (id: string): id is Extract<RecordId, `${Prefix}${string}`> => hasWords(locale, id);
  const id = prefix + name;
  return known(id) ? id : null;
}
