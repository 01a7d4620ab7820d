/*
 * Writes messages in ICU MessageFormat (messages/README.md), on the server as in the browser. Parsing is not done here: a build for the
 * browser parses all messages, so that no page carries a parser.
 */

/** Text, or a parameter with how it is written: as it is, as a number, or by the case that it selects. */
type Token = string | readonly [name: string, type?: string, cases?: unknown];
/** A parsed message. */
export type MessageTokens = readonly Token[];

export type MessageParams = Readonly<Record<string, string | number | undefined>>;

/** Writes parsed messages in one language. */
export type MessageWriter = (tokens: MessageTokens, params?: MessageParams) => string;

/** @param locale BCP 47, of figures and plurals */
// @__NO_SIDE_EFFECTS__
export function messageWriter(locale: string): MessageWriter {
  let numbers: Intl.NumberFormat | undefined;
  let shares: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  const figure = (value: number): string => (numbers ??= new Intl.NumberFormat(locale)).format(value);
  const share = (value: number): string =>
    (shares ??= new Intl.NumberFormat(locale, { style: 'percent' })).format(value);
  const caseOf = (value: number): string => (plurals ??= new Intl.PluralRules(locale)).select(value);
  const write = (tokens: MessageTokens, params: MessageParams, count?: number): string => {
    let text = '';
    for (const token of tokens) text += writeToken(token, params, count);
    return text;
  };
  const writeToken = (token: Token, params: MessageParams, count?: number): string => {
    if (typeof token === 'string') return token === '#' && count !== undefined ? figure(count) : token;
    const [name, type, cases] = token;
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return '';
    if (type === 'number') return cases === 'percent' ? share(Number(value)) : figure(Number(value));
    if (typeof cases !== 'object' || cases === null) return String(value);
    const isPlural = type === 'plural';
    const chosen = caseIn(cases, String(value)) ?? (isPlural ? caseIn(cases, caseOf(Number(value))) : undefined);
    return write(chosen ?? caseIn(cases, 'other') ?? [], params, isPlural ? Number(value) : count);
  };
  return (tokens, params = {}) => write(tokens, params);
}

function caseIn(cases: object, name: string): MessageTokens | undefined {
  const found: unknown = Object.hasOwn(cases, name) ? Reflect.get(cases, name) : undefined;
  return Array.isArray(found) ? found : undefined;
}
