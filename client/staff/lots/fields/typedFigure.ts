import type { FigureField } from '../../../../server/domain/lot/lotTable.ts';
import { numberFromText } from '../../../design/form/numberText.ts';
import { DASH } from '../../../words/format.ts';
import { LOT_FIGURES } from '../../../words/lotFigures.ts';
import type { LotListWords } from '../../../words/lotListWords.ts';

/** Formats a typed figure as it will be sent, in the unit of its input; a dash if empty. */
export function typed({ say, formatExact, formatKg }: LotListWords, text: string, field: FigureField): string {
  const value = numberFromText(text);
  if (value === undefined) return DASH;
  const { asked } = LOT_FIGURES[field];
  if (asked === 'kg') return formatKg(value);
  const figure = formatExact(value);
  return asked === null ? figure : say(`typed.${asked}`, { figure });
}
