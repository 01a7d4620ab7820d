import { cloneElement, use, type ReactElement, type ReactNode } from 'react';
import type { MessageParams } from '../../server/domain/messages/format.ts';
import { messageText } from './language.ts';
import type { Catalogue } from '../../server/domain/messages/say.ts';
import { Spoken } from './words.tsx';

type Parts = Readonly<Record<string, ReactElement>>;

type RichProps<Params> = {
  /** wrapper component by tag name */
  parts: Parts;
} & (Params extends null ? { params?: undefined } : { params: Params });

type Rich<Known extends Catalogue> = <Id extends keyof Known & string>(
  props: { id: Id } & RichProps<Known[Id]>,
) => ReactElement;

const TAG = /<(\w+)>(.*?)<\/\1>/g;

function Sentence({ id, parts, params }: { id: string; parts: Parts; params?: MessageParams }) {
  const text = messageText(use(Spoken).locale, id, params);
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: tag = '', 2: inner, index } of text.matchAll(TAG)) {
    const part = parts[tag];
    pieces.push(text.slice(from, index), part === undefined ? inner : cloneElement(part, { key: index }, inner));
    from = index + whole.length;
  }
  return <>{[...pieces, text.slice(from)].filter((piece) => piece !== '')}</>;
}

/** A component for messages with links or emphasis: `<link>...</link>` in the message, `link` in `parts`. */
export function richWords<Known extends Catalogue>(): Rich<Known> {
  // The area's catalogue is loaded, as in `areaWords`.
  return Sentence as unknown as Rich<Known>;
}
