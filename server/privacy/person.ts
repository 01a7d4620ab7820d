/** Somebody who is to be erased: an account, a farmer without one, or a farmer whose account was disabled. */
export interface Person {
  userId: string | null;
  /** as it stands in the account or on the lots */
  name: string;
  /** empty: none known */
  email: string;
  /** upper-case; empty: belongs to no farm */
  farmId: string;
  /** whether the lots of that farm are this person's own work */
  farmer: boolean;
}

/** Names compared as people mean them: composed (NFC), trimmed, one space between words, without case. */
export function sameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

/**
 * Whether a text names a person: the whole name as whole words, or the mail address. 'Ana' is not found in 'banana'.
 */
export function mentions(text: string, person: Pick<Person, 'name' | 'email'>): boolean {
  const within = folded(text);
  return [person.name, person.email]
    .map(folded)
    .filter((token) => token !== '')
    .some((token) => new RegExp(`(?<![\\p{L}\\p{N}])${literal(token)}(?![\\p{L}\\p{N}])`, 'u').test(within));
}

function literal(token: string): string {
  return token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * What to look for beyond the lots that have to do with a person: texts are searched everywhere for what is theirs
 * beyond doubt. A name of one word may be anybody's, or a word ('Grace'), so it counts on the person's own lots alone.
 */
export function unmistakable(person: Person): Pick<Person, 'name' | 'email'> {
  return { name: folded(person.name).includes(' ') ? person.name : '', email: person.email };
}

/** The name or address with everything taken away that does not tell people apart. */
function folded(text: string): string {
  return composed(text).toLowerCase();
}

/** The text in NFC, with one space between words. */
export function composed(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}
