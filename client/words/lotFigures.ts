import { FIGURE_FIELDS, type FigureField, type PublicField } from '../../server/domain/lot/lotTable.ts';
import type { PageMessages } from '../../messages/types.ts';
import { DASH, type Formats } from './format.ts';
import { hasWords } from './language.ts';
import type { Words } from './wordsIn.ts';

/*
 * How screens display and ask for the figures of a lot. Their names are in messages/en/page.json, their limits in
 * `lotTable.ts`.
 */

/** A figure with its unit. */
type FigureFormat = {
  [Name in keyof Formats]: Formats[Name] extends (figure: number) => string ? Name : never;
}[keyof Formats];

/** Where a list of figures is shown. A place that needs more than the plain figure formats it itself. */
type StatContext = 'card' | 'glance' | 'farm' | 'process' | 'public';

interface FigureLook<Shown> {
  format: FigureFormat;
  /** unit label of an input, by its name in messages/en/staff.json; null if the figure's name includes it */
  asked: 'kg' | 'percent' | 'celsius' | 'degrees' | 'ofTen' | null;
  /** step of the arrow keys in an input */
  step: number;
  shown: readonly Shown[];
}

/** The figures in display order; inputs use the order of the domain's table. */
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

/** The part of a page's words that figures need. */
type FigureWords = Words<PageMessages>;
type ShortName = Extract<keyof PageMessages, `short.${string}`>;

export function isFigure(field: string): field is FigureField {
  return FIGURE_FIELDS.some((name) => name === field);
}

/** The figures shown in a place. */
export function figuresOn<Where extends StatContext>(where: Where): FiguresOn<Where>[] {
  const shownThere = (field: string): field is FiguresOn<Where> =>
    isFigure(field) && LOT_FIGURES[field].shown.some((place) => place === where);
  return Object.keys(LOT_FIGURES).filter(shownThere);
}

/** A figure with its unit, e.g. '1,250.5 kg'; a dash for null. */
export function figureText(formats: Formats, field: FigureField, figure: number | null): string {
  return figure === null ? DASH : formats[LOT_FIGURES[field].format](figure);
}

/** The one-word name of a figure. */
export function shortName({ say, locale }: FigureWords, field: FigureField): string {
  const short = `short.${field}`;
  const hasShort = (id: string): id is ShortName => hasWords(locale, id);
  return say(hasShort(short) ? short : `label.${field}`);
}

function fullName({ say }: FigureWords, field: FigureField): string {
  return say(`label.${field}`);
}

/** Names and values of the figures shown in a place. */
export function figureFacts<Where extends StatContext>(
  words: FigureWords,
  where: Where,
  lot: Readonly<Record<FiguresOn<Where>, number | null>>,
): (readonly [name: string, value: string])[] {
  return figuresOn(where).map((field) => [fullName(words, field), figureText(words, field, lot[field])]);
}
