/**
 * The LIKE pattern that finds a text anywhere in another: composed (NFC), as texts are stored, and with what would be
 * wildcards in it taken as they are. Its case is the database's to take away, by the same rules as that of what is stored.
 */
export function likePattern(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
