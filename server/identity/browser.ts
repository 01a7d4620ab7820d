/** In the order in which they must be asked: most browsers also name those that they descend from. */
const FAMILIES: readonly [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

/** Family and major version of a user agent, such as 'Firefox 140'; the rest would help to tell people apart and is dropped. */
export function browserOf(userAgent: string | undefined): string | null {
  for (const [name, version] of FAMILIES) {
    const major = version.exec(userAgent ?? '')?.[1];
    if (major !== undefined) return `${name} ${major}`;
  }
  return null;
}
