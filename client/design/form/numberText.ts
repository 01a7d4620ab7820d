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
