/*
 * What the compiler knows of a catalogue: which ids there are, and which parameters each message takes. Messages are written in
 * ICU MessageFormat: 'Lot {lotId}', '{count, plural, one {# lot} other {# lots}}'. An apostrophe is an apostrophe; before a brace
 * it would quote, which no message needs.
 */
export type Messages = Readonly<Record<string, string>>;

/** The same words in another language. It may place parameters where its grammar wants them; which there are, a test compares. */
export type Translation<Catalogue extends Messages> = { readonly [Id in keyof Catalogue]: string };

type Kinds = { plural: number; selectordinal: number; number: number; select: string };
type Param<Name extends string, Kind> = { readonly [N in Name]: Kind };

type Trimmed<Text extends string> = Text extends ` ${infer Rest}`
  ? Trimmed<Rest>
  : Text extends `${infer Rest} `
    ? Trimmed<Rest>
    : Text;

// A message is read as its parser does: text, until a brace opens a parameter; its cases, until a brace opens the text of one.
type InText<Text extends string, Found> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? BehindText<Text, Found>
    : InParam<After, Found>
  : BehindText<Text, Found>;
type BehindText<Text extends string, Found> = Text extends `${string}}${infer After}` ? InCases<After, Found> : Found;
type InParam<Text extends string, Found> = Text extends `${infer Head}}${infer After}`
  ? Head extends `${infer Name},${infer Kind},${string}`
    ? Text extends `${string},${string},${infer Cases}`
      ? InCases<Cases, Found & Param<Trimmed<Name>, Kinds[Trimmed<Kind> & keyof Kinds]>>
      : never
    : Head extends `${infer Name},${infer Kind}`
      ? InText<After, Found & Param<Trimmed<Name>, Kinds[Trimmed<Kind> & keyof Kinds]>>
      : InText<After, Found & Param<Trimmed<Head>, string | number>>
  : never;
type InCases<Text extends string, Found> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? BehindCases<Text, Found>
    : InText<After, Found>
  : BehindCases<Text, Found>;
type BehindCases<Text extends string, Found> = Text extends `${string}}${infer After}` ? InText<After, Found> : Found;

/** The parameters of a message by name: texts and numbers as they are, counts of a plural as numbers. */
export type ParamsOf<Message extends string> = InText<Message, unknown>;

type Given<Message extends string> = unknown extends ParamsOf<Message> ? [] : [params: ParamsOf<Message>];

/** Says the message of an id; its parameters come second, where it has any. */
export type Say<Catalogue extends Messages> = <Id extends keyof Catalogue & string>(
  id: Id,
  ...params: Given<Catalogue[Id]>
) => string;

/** The ids of the messages that take no parameter. */
export type PlainId<Catalogue extends Messages> = {
  [Id in keyof Catalogue & string]: unknown extends ParamsOf<Catalogue[Id]> ? Id : never;
}[keyof Catalogue & string];

/** A message to be said where it is drawn, in the language of then: what state and errors hold in place of a text. */
export type Word<Catalogue extends Messages> =
  | { readonly id: PlainId<Catalogue>; readonly params?: undefined }
  | {
      [Id in Exclude<keyof Catalogue & string, PlainId<Catalogue>>]: {
        readonly id: Id;
        readonly params: ParamsOf<Catalogue[Id]>;
      };
    }[Exclude<keyof Catalogue & string, PlainId<Catalogue>>];
