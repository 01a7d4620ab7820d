import type { MessageTokens } from './format.ts';

/** Messages of a language by their ids: in ICU MessageFormat, or as a build parsed them. */
export type Messages = Readonly<Record<string, string | MessageTokens>>;

/** What the compiler knows of messages: their ids, each with the parameters that it takes (messages/types.ts). */
export type Catalogue = Readonly<Record<string, object | null>>;

type Given<Params> = Params extends null ? [] : [params: Params];

/** Says the message of an id; its parameters come second, where it has any. */
export type Say<Known extends Catalogue> = <Id extends keyof Known & string>(
  id: Id,
  ...params: Given<Known[Id]>
) => string;

/** The ids of the messages that take no parameter. */
export type PlainId<Known extends Catalogue> = {
  [Id in keyof Known & string]: Known[Id] extends null ? Id : never;
}[keyof Known & string];

type ParamId<Known extends Catalogue> = Exclude<keyof Known & string, PlainId<Known>>;

/** A message to be said where it is drawn, in the language of then: what state and errors hold in place of a text. */
export type Word<Known extends Catalogue> =
  | { readonly id: PlainId<Known>; readonly params?: undefined }
  | { [Id in ParamId<Known>]: { readonly id: Id; readonly params: Known[Id] } }[ParamId<Known>];
