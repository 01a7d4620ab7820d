/**
 * The LIKE pattern that finds a text anywhere in another: composed (NFC), as texts are stored, with its wildcards
 * escaped. The database removes case, by the same rules as for the stored text.
 */
export function likePattern(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
