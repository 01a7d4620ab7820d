/**
 * A text cut to a length, for answers that repeat a sender's text.
 * @param most characters (UTF-16 units), the last of which is '…' if something was cut off
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  // Half a character is none.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
