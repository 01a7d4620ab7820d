import type { CatalogueCode } from '../../../messages/types.ts';
import { englishText } from './english.ts';
import type { MessageValues } from './params.ts';

/*
 * What the server says to be shown: a code with its values (docs/codes.md), and the English text that the catalogue has for them
 * (messages/en). Without zod, so that every page may carry it.
 */

type ValueForm = 'text' | 'number' | 'texts' | 'numbers';

/** Names and kinds of the values of a code. */
export type MessageShape = Readonly<Record<string, ValueForm>>;

/** What a code takes, by an example of it. */
type ValuesLike<Example extends MessageValues> = {
  readonly [Name in keyof Example]: Example[Name] extends readonly string[]
    ? readonly string[]
    : Example[Name] extends readonly number[]
      ? readonly number[]
      : Example[Name];
};
type NoValues = Record<never, never>;

/** One message. Values are raw: their names carry the unit, days are YYYY-MM-DD, UTC. */
export interface Message<Code extends string = string, Values extends MessageValues = MessageValues> {
  readonly code: Code;
  readonly values: Values;
  /** exact, in English */
  readonly text: string;
}

/** An entry of the table: called with its values, it makes the message. */
export interface MessageDefinition<Code extends string = string, Values extends MessageValues = MessageValues> {
  (values: Values): Message<Code, Values>;
  readonly code: Code;
  readonly shape: MessageShape;
  /** values for documents and tests */
  readonly example: Values;
  /** The same from values as they were stored or sent; null when they are not this message's. */
  read(values: unknown): Message | null;
}

/**
 * A message of the server. Its English text is `code.<code>` in messages/en; without one it does not compile.
 * @param code in small letters, its topic before a point; it never changes its meaning
 * @param example the values that it takes; none where there is no example
 */
export function defineMessage<const Code extends CatalogueCode>(code: Code): MessageDefinition<Code, NoValues>;
export function defineMessage<const Code extends CatalogueCode, Example extends MessageValues>(
  code: Code,
  example: Example,
): MessageDefinition<Code, ValuesLike<Example>>;
// @__NO_SIDE_EFFECTS__
export function defineMessage(code: CatalogueCode, example: MessageValues = {}): MessageDefinition {
  const shape = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, formOf(value)]));
  const say = (values: MessageValues): Message => ({ code, values, text: englishText(code, values) });
  const read = (values: unknown): Message | null => (fits(shape, values) ? say(values) : null);
  return Object.assign(say, { code, shape, example, read });
}

function formOf(value: MessageValues[string]): ValueForm {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value[0] === 'number' ? 'numbers' : 'texts';
}

const FORMS: { [Form in ValueForm]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  texts: (value) => Array.isArray(value) && value.every(FORMS.text),
  numbers: (value) => Array.isArray(value) && value.every(FORMS.number),
};

function fits(shape: MessageShape, values: unknown): values is MessageValues {
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
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const { code, values, text } = { code: null, values: null, text: null, ...value };
  return typeof code === 'string' && typeof values === 'object' && values !== null && typeof text === 'string';
}

/** The texts of several messages in order; null without any. */
export function textOf(said: readonly Pick<Message, 'text'>[]): string | null {
  return said.map(({ text }) => text).join(' ') || null;
}

/** A text that has no code of its own, such as a person's. */
export const OTHER = defineMessage('other', { text: 'Seen by a neighbour' });
