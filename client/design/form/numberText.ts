import { z } from 'zod';

/**
 * Parses a figure as people type it: decimal point or comma, hyphen or minus sign.
 * @returns undefined for empty text, NaN for an invalid figure
 */
export function numberFromText(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  if (plain === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/** Limits for the arrow keys. Users may type other figures; the form's rules validate them. */
export interface Stepping {
  step: number;
  min?: number;
  max?: number;
}

/**
 * The text of a figure after a number of steps, within its limits; keeps a decimal comma.
 * @param by steps, negative for down
 * @returns the unchanged text if it is not a figure
 */
export function steppedText(text: string, by: number, { step, min = -Infinity, max = Infinity }: Stepping): string {
  const figure = numberFromText(text) ?? 0;
  if (Number.isNaN(figure)) return text;
  const decimals = Math.max(...[text, String(step)].map((written) => written.trim().split(/[.,]/)[1]?.length ?? 0));
  const next = Math.min(Math.max(figure + by * step, min), max).toFixed(decimals);
  return text.includes(',') ? next.replace('.', ',') : next;
}

/** Parses a typed figure and validates it with the number rule; empty text is undefined. */
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
