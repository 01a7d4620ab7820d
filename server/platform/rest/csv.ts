/** What a spreadsheet would run as a formula, also behind apostrophes that were typed or added before (OWASP, 'CSV Injection'). */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, which
 * `cellText` takes away again; numbers stay numbers, negative ones too. Null is an empty cell.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /["\n\r,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file, with its line break. */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** The text of a cell as it was before `csvCell` made it safe. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
