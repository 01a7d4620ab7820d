import { browserOf } from './browser.ts';

/** In the order in which they must be asked: phones also name the systems that theirs descend from. */
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * What a person may know a session by, such as 'Firefox, Windows': the family of the browser and of the system, without a version. All else
 * that a user agent says would help to tell people apart and is dropped; null where it says neither.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const browser = browserOf(userAgent)?.replace(/ \d+$/, '');
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const known = [browser, system].filter((one) => one !== undefined);
  return known.length === 0 ? null : known.join(', ');
}
