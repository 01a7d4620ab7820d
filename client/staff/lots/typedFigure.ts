import { numberFromText } from '../../design/form/numberText.ts';
import { DASH } from '../../words/format.ts';
import type { StaffWords } from '../../words/staffWords.ts';

/** A figure that was typed, as it will be sent, in its unit; a dash where there is none. */
export function typed(
  { say, formatExact }: StaffWords,
  text: string,
  unit: 'typed.kg' | 'typed.percent' | 'typed.celsius' | 'typed.degrees' | 'typed.ofTen',
): string {
  const value = numberFromText(text);
  return value === undefined ? DASH : say(unit, { figure: formatExact(value) });
}
