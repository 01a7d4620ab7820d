/**
 * Root fingerprints as people write them: SHA-256, hex, with commas or spaces between them; colons and capitals are
 * ignored.
 * @returns lower-case hex; null if one of them is invalid, so that the rest is not trusted either
 */
export function readFingerprints(text: string): string[] | null {
  const read = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.replaceAll(':', '').toLowerCase());
  return read.every((one) => /^[0-9a-f]{64}$/.test(one)) ? read : null;
}
