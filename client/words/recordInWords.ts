import type { MessageCode } from '../../server/domain/messages/registry.ts';
import type { Stage } from '../../server/domain/lot/stages.ts';
import type { ApiValue, Verification } from '../../server/domain/verification/verification.ts';
import { DASH } from './format.ts';
import { figureText, isFigure } from './lotFigures.ts';
import { idOf } from './recordId.ts';
import type { RecordId, RecordWords } from './recordWords.ts';

/*
 * What a lot's record on the ledger says, in words: fields, events, differences. Both areas read it, so nothing here knows where it
 * came from.
 */

/** A field in plain words: 'currentProcess' -> 'stage'; one that has no words is taken apart: 'dryingDays' -> 'drying days'. */
export function fieldName(words: RecordWords, field: string): string {
  const id = idOf(words, 'field.', field);
  return id === null ? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : words.say(id);
}

/** 'weight', 'weight and place', 'weight, stage and place'; each name once. */
export function fieldList(words: RecordWords, fields: readonly string[]): string {
  const names = [...new Set(fields.map((field) => fieldName(words, field)))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? last : words.say('value.and', { names: words.formatList(names), last });
}

/** What happened, in words, with the stage that was reached; an action that is not known is shown as it came, with a capital. */
export function actionName(words: RecordWords, action: string, stage: Stage | null = null): string {
  const { say } = words;
  const name = action.toLowerCase();
  if (name === 'stage' && stage !== null) return say('action.stageTo', { stage: say(`stage.${stage}`) });
  const id = idOf(words, 'action.', name);
  return id === null ? action.charAt(0).toUpperCase() + action.slice(1) : say(id);
}

/** Of a step of an alert the ledger tells the day alone, in UTC. */
export function isDayAlone(action: string): boolean {
  return action.startsWith('alert ');
}

/** When it happened, as far as the ledger tells. */
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

/** A difference by its field and the code of why; null where that is not told. */
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

/** Whether a discrepancy is of the ledger itself (`block 12`, `event 3`), not of a field of the lot. */
export function isLedgerPart({ code }: Pick<NamedDifference, 'code'>): boolean {
  return LEDGER_PARTS.has(code);
}

/** Names the fields that differ, and the blocks and events that do not check out. */
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

/** Heading and explanation of an integrity check's result. The server's own sentence, where there is one, explains better. */
export const INTEGRITY_WORDS: Record<
  Verification['state'],
  { tone: 'leaf' | 'pod' | 'alarm'; title: RecordId; explanation: RecordId }
> = {
  verified: { tone: 'leaf', title: 'integrity.verified', explanation: 'integrity.verifiedText' },
  pending: { tone: 'pod', title: 'integrity.pending', explanation: 'integrity.pendingText' },
  differs: { tone: 'alarm', title: 'integrity.differs', explanation: 'integrity.differsText' },
  unavailable: { tone: 'pod', title: 'integrity.unavailable', explanation: 'integrity.unavailableText' },
};

/** What came of a check; a missing value counts as not checked (docs/spec/reports.md, 'Figures'). */
export function resultOf(valid: boolean | null | undefined): RecordId {
  return valid === null || valid === undefined ? 'proof.notChecked' : valid ? 'proof.valid' : 'proof.invalid';
}
