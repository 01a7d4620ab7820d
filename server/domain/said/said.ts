/*
 * What the server says to be shown: a code with its values, and the English text that they make (docs/codes.md). One entry makes
 * all of it, so that code and text cannot come apart. Without zod, so that every page may carry it.
 */

/** What a value may be. */
interface ValueForms {
  text: string;
  number: number;
  texts: readonly string[];
  numbers: readonly number[];
}
export type ValueForm = keyof ValueForms;

/** Names and kinds of the values of a code. */
export type SaidShape = Readonly<Record<string, ValueForm>>;
type ValuesOf<Shape extends SaidShape> = { readonly [Name in keyof Shape]: ValueForms[Shape[Name]] };

export type SaidValues = Readonly<Record<string, ValueForms[ValueForm]>>;

/** One message. Values are raw: their names carry the unit, days are YYYY-MM-DD, UTC. */
export interface Said<Code extends string = string, Values extends SaidValues = SaidValues> {
  readonly code: Code;
  readonly values: Values;
  /** exact, in English */
  readonly text: string;
}

/** An entry of the table: called with its values, it says them. */
export interface Sentence<Code extends string = string, Shape extends SaidShape = SaidShape> {
  (values: ValuesOf<Shape>): Said<Code, ValuesOf<Shape>>;
  readonly code: Code;
  readonly shape: Shape;
  /** values for documents and tests */
  readonly example: ValuesOf<Shape>;
  /** The same from values as they were stored or sent; null when they are not this sentence's. */
  read(values: unknown): Said | null;
}

/**
 * @param code in small letters, its topic before a point; it never changes its meaning
 * @param words the exact English text
 */
export function sentence<const Code extends string, const Shape extends SaidShape>(
  code: Code,
  shape: Shape,
  example: ValuesOf<Shape>,
  words: (values: ValuesOf<Shape>) => string,
): Sentence<Code, Shape> {
  const say = (values: ValuesOf<Shape>): Said<Code, ValuesOf<Shape>> => ({ code, values, text: words(values) });
  const read = (values: unknown): Said | null => (fits(shape, values) ? say(values) : null);
  return Object.assign(say, { code, shape, example, read });
}

/** A sentence without values. */
export function fixed<const Code extends string>(code: Code, text: string): Sentence<Code, Record<never, never>> {
  return sentence(code, {}, {}, () => text);
}

const FORMS: { [Form in ValueForm]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  texts: (value) => Array.isArray(value) && value.every(FORMS.text),
  numbers: (value) => Array.isArray(value) && value.every(FORMS.number),
};

function fits<Shape extends SaidShape>(shape: Shape, values: unknown): values is ValuesOf<Shape> {
  if (typeof values !== 'object' || values === null) return false;
  const given = Object.entries(values);
  return (
    given.length === Object.keys(shape).length &&
    given.every(([name, value]) => {
      const form = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return form !== undefined && FORMS[form](value);
    })
  );
}

/** Whether a value has the form of a message; whether its code exists is not checked. */
export function isSaid(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null) return false;
  const { code, values, text } = { code: null, values: null, text: null, ...value };
  return typeof code === 'string' && typeof values === 'object' && values !== null && typeof text === 'string';
}

/** The texts of several messages in order; null without any. */
export function textOf(said: readonly Pick<Said, 'text'>[]): string | null {
  return said.map(({ text }) => text).join(' ') || null;
}

/** A text that has no code of its own, such as a person's. */
export const OTHER = sentence('other', { text: 'text' }, { text: 'Seen by a neighbour' }, ({ text }) => text);
