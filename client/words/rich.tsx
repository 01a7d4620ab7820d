import { TransNoContext } from '@lingui/react/server';
import { use, type ReactElement } from 'react';
import { i18nOf } from './language.ts';
import type { Messages, ParamsOf } from './messages.ts';
import { Spoken } from './words.tsx';

type RichProps<Message extends string> = {
  /** by the name of its tag: what a part of the sentence is wrapped in */
  parts: Readonly<Record<string, ReactElement>>;
} & (unknown extends ParamsOf<Message> ? { params?: undefined } : { params: ParamsOf<Message> });

type Rich<Catalogue extends Messages> = <Id extends keyof Catalogue & string>(
  props: { id: Id } & RichProps<Catalogue[Id]>,
) => ReactElement;

function Sentence({ id, parts, params }: { id: string; parts: Record<string, ReactElement>; params?: object }) {
  return (
    <TransNoContext id={id} components={parts} values={{ ...params }} lingui={{ i18n: i18nOf(use(Spoken).locale) }} />
  );
}

/** A component for an area's sentences with links or emphasis inside: `<link>...</link>` in the message, `link` among `parts`. */
export function richWords<Catalogue extends Messages>(): Rich<Catalogue> {
  // Lingui knows texts alone; the catalogue is that of the area, as in `areaWords`.
  return Sentence as unknown as Rich<Catalogue>;
}
