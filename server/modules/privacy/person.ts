import { folded } from '../../domain/text/foldedText.ts';
import { asItLooks, withoutLookAlikes } from './lookAlikes.ts';

/** A person to be erased: an account, a farmer without one, or a farmer whose account was disabled. */
export interface Person {
  userId: string | null;
  /** exactly as in the account or on the lots */
  name: string;
  /** empty: none known */
  email: string;
  /** upper-case; empty: belongs to no farm */
  farmId: string;
  /** whether the lots of that farm are this person's own work */
  farmer: boolean;
}

/**
 * Names compared as people mean them: whole, without case, accents, hyphens, format characters and differences of compatibility (full-width
 * letters, ligatures, the long s), trimmed, one space between words.
 */
export function sameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

/**
 * Whether two different names look the same: one has letters of another alphabet (UTS 39, skeletons). A person decides whether both are
 * names of one farmer.
 */
export function looksLike(a: string, b: string): boolean {
  return !sameName(a, b) && skeleton(a) === skeleton(b);
}

function skeleton(text: string): string {
  return withoutLookAlikes(folded(asItLooks(text.normalize('NFKD'))));
}

/**
 * Whether a name is similar to a typed one: each typed word begins one of its words, or each of its words was typed.
 */
export function likeName(name: string, typed: string): boolean {
  const [has, asked] = [name, typed].map((text) => folded(text).split(' '));
  const isBegun = (word: string) => has?.some((one) => one.startsWith(word)) ?? false;
  return asked?.every(isBegun) || (has?.every((word) => asked?.includes(word)) ?? false);
}

/**
 * Whether a text names a person: the whole name as whole words, or the mail address. 'Ana' is not found in 'banana'.
 * @param others names of other people that hold this one's: where a text has one of them it names them
 */
export function mentions(
  text: string,
  person: Pick<Person, 'name' | 'email'>,
  others: readonly string[] = [],
): boolean {
  const within = others.reduce((left, other) => left.replace(asWords(folded(other)), '\u2026'), folded(text));
  return [person.name, person.email]
    .map(folded)
    .filter((token) => token !== '')
    .some((token) => asWords(token).test(within));
}

/** The names of other people in which a text might be taken to name this person: longer ones that hold the name. */
export function holding(names: readonly string[], { name }: Pick<Person, 'name'>): string[] {
  return names.filter((other) => !sameName(other, name) && mentions(other, { name, email: '' }));
}

function asWords(token: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal(token)}(?![\\p{L}\\p{N}])`, 'gu');
}

function literal(token: string): string {
  return token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * What to search for beyond the person's own lots: all texts are searched for unambiguous values. A name of one word
 * may belong to others, or be a word ('Grace'), so it counts only on the person's own lots.
 */
export function unmistakable(person: Person): Pick<Person, 'name' | 'email'> {
  return { name: folded(person.name).includes(' ') ? person.name : '', email: person.email };
}
