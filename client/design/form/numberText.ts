import { z } from 'zod';

/**
 * Reads a figure as people type it: a decimal point or a decimal comma, a hyphen or a true minus sign.
 * @returns undefined for an empty text, NaN for one that is no figure
 */
export function numberFromText(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  if (plain === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/** What the arrow keys do to a figure. Other figures may be typed: whether one can be taken, the rules of the form say. */
export interface Stepping {
  step: number;
  min?: number;
  max?: number;
}

/**
 * The text of a figure that is one step further, within its bounds; written with the decimal comma if it was typed with one.
 * @param by how many steps, down if negative
 * @returns the text as it is where it is no figure
 */
export function steppedText(text: string, by: number, { step, min = -Infinity, max = Infinity }: Stepping): string {
  const figure = numberFromText(text) ?? 0;
  if (Number.isNaN(figure)) return text;
  const decimals = Math.max(...[text, String(step)].map((written) => written.trim().split(/[.,]/)[1]?.length ?? 0));
  const next = Math.min(Math.max(figure + by * step, min), max).toFixed(decimals);
  return text.includes(',') ? next.replace('.', ',') : next;
}

/** A figure that is typed as text, judged by the rule of the number; an empty text is no number. */
export function typedFigure<Rule extends z.ZodType<unknown, number | undefined>>(rule: Rule) {
  return z.string().transform(numberFromText).pipe(rule);
}

/** As `typedFigure`; an empty text is null. */
export function typedFigureOrNull<Rule extends z.ZodType<unknown, number | null>>(rule: Rule) {
  return z
    .string()
    .transform((text) => numberFromText(text) ?? null)
    .pipe(rule);
}
