import { FIGURE_FIELDS, type FigureField, type PublicField } from '../../server/domain/lot/lotTable.ts';
import type { PageMessages } from '../../messages/types.ts';
import { DASH, type Formats } from './format.ts';
import { hasWords } from './language.ts';
import type { Words } from './wordsIn.ts';

/* How screens show and ask the figures of a lot. Their names are in messages/en/page.json, their bounds in `lotTable.ts`. */

/** A figure alone, with its unit. */
type FigureFormat = {
  [Name in keyof Formats]: Formats[Name] extends (figure: number) => string ? Name : never;
}[keyof Formats];

/** Where a list of figures is shown. A place that says more of one than its figure writes that one out. */
type StatContext = 'card' | 'glance' | 'farm' | 'process' | 'public';

interface FigureLook<Shown> {
  format: FigureFormat;
  /** what an input asks for, by the unit's name in messages/en/staff.json; null where the name of the figure says it */
  asked: 'kg' | 'percent' | 'celsius' | 'degrees' | 'ofTen' | null;
  /** of an arrow key in an input */
  step: number;
  shown: readonly Shown[];
}

/** The figures in the order in which lists show them; inputs have the order of the domain's table. */
export const LOT_FIGURES = {
  qualityScore: { format: 'formatQuality', asked: 'ofTen', step: 0.1, shown: ['card', 'glance'] },
  weight: { format: 'formatKg', asked: 'kg', step: 0.1, shown: ['card', 'glance', 'farm'] },
  moistureContent: { format: 'formatPercent', asked: 'percent', step: 0.1, shown: ['card', 'process', 'public'] },
  temperature: { format: 'formatCelsius', asked: 'celsius', step: 0.1, shown: ['card', 'process', 'public'] },
  latitude: { format: 'formatExact', asked: 'degrees', step: 0.0001, shown: [] },
  longitude: { format: 'formatExact', asked: 'degrees', step: 0.0001, shown: [] },
} as const satisfies {
  [Field in FigureField]: FigureLook<Field extends PublicField ? StatContext : Exclude<StatContext, 'public'>>;
};

type FiguresOn<Where extends StatContext> = {
  [Field in FigureField]: Where extends (typeof LOT_FIGURES)[Field]['shown'][number] ? Field : never;
}[FigureField];

/** As much of a page's words as is needed to name and write figures. */
type FigureWords = Words<PageMessages>;
type ShortName = Extract<keyof PageMessages, `short.${string}`>;

export function isFigure(field: string): field is FigureField {
  return FIGURE_FIELDS.some((name) => name === field);
}

/** The figures that a place shows. */
export function figuresOn<Where extends StatContext>(where: Where): FiguresOn<Where>[] {
  const shownThere = (field: string): field is FiguresOn<Where> =>
    isFigure(field) && LOT_FIGURES[field].shown.some((place) => place === where);
  return Object.keys(LOT_FIGURES).filter(shownThere);
}

/** A figure with its unit, e.g. '1,250.5 kg'; a dash where there is none. */
export function figureText(formats: Formats, field: FigureField, figure: number | null): string {
  return figure === null ? DASH : formats[LOT_FIGURES[field].format](figure);
}

/** What a figure is called where there is room for one word. */
export function shortName({ say, locale }: FigureWords, field: FigureField): string {
  const short = `short.${field}`;
  const hasShort = (id: string): id is ShortName => hasWords(locale, id);
  return say(hasShort(short) ? short : `label.${field}`);
}

function fullName({ say }: FigureWords, field: FigureField): string {
  return say(`label.${field}`);
}

/** Names and values of the figures that a place shows. */
export function figureFacts<Where extends StatContext>(
  words: FigureWords,
  where: Where,
  lot: Readonly<Record<FiguresOn<Where>, number | null>>,
): (readonly [name: string, value: string])[] {
  return figuresOn(where).map((field) => [fullName(words, field), figureText(words, field, lot[field])]);
}
