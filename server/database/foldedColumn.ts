/**
 * SQL for a text without accents and case, in which a word is looked for that was folded the same way. Which letters have another case is
 * left to the database, for both alike. @param text an SQL expression
 */
export function foldedColumn(text: string): string {
  return `lower(normalize(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC))`;
}
