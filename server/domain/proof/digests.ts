/**
 * Root fingerprints as people write them: SHA-256, hex, with commas or spaces between them; colons and capitals inside do not matter.
 * @returns lower-case hex; null when one of them is none, so that nobody trusts the rest of what was meant
 */
export function readFingerprints(text: string): string[] | null {
  const read = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.replaceAll(':', '').toLowerCase());
  return read.every((one) => /^[0-9a-f]{64}$/.test(one)) ? read : null;
}
