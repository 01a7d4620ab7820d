/**
 * A text at most so long, for answers that say again what somebody sent.
 * @param most characters (UTF-16 units), of which the last is '…' where something was cut off
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  // Half a character is none.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
