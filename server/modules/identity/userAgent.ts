/** In the order in which they must be asked: most browsers also name those that they descend from. */
const FAMILIES: readonly [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

/**
 * Family and major version of a user agent, such as 'Firefox 140'; the rest is dropped, because it would help to
 * identify people.
 */
export function browserOf(userAgent: string | undefined): string | null {
  for (const [name, version] of FAMILIES) {
    const major = version.exec(userAgent ?? '')?.[1];
    if (major !== undefined) return `${name} ${major}`;
  }
  return null;
}

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
 * Name of a session for its owner, such as 'Firefox on Windows': family of browser and system, without versions. The rest
 * of the user agent is dropped, because it would help to identify people; null if it states neither.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const browser = browserOf(userAgent)?.replace(/ \d+$/, '');
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const known = [browser, system].filter((one) => one !== undefined);
  return known.length === 0 ? null : known.join(' on ');
}
