/**
 * Reads a figure as people type it: a decimal point or a decimal comma, a hyphen or a true minus sign.
 * @returns undefined for an empty text, NaN for one that is no figure
 */
export function numberFromText(text: unknown): number | undefined {
  if (typeof text !== 'string') return NaN;
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  if (plain === '') return undefined;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}
