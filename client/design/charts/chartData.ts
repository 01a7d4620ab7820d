import type { StageTone, ToneName } from '../colors.ts';

export type ChartTone = ToneName | `stage.${StageTone}`;

export interface Series {
  id: string;
  name: string;
  tone: ChartTone;
  /** one per category; null where it is not known */
  values: readonly (number | null)[];
  /** a color per category, where categories have their own (the stages) */
  tones?: readonly ChartTone[];
}

export interface ChartData {
  categories: readonly string[];
  series: readonly Series[];
}

export type ChartKind = 'bar' | 'line' | 'stacked' | 'donut';

/** Whether there is anything to draw: one known figure other than 0. */
export function isEmpty({ series }: ChartData): boolean {
  return !series.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** CSS color of a tone: strong enough to be seen beside the panel's ground (3:1, `palette.test.ts`). */
export function toneColor(tone: ChartTone): string {
  const token = tone.startsWith('stage.') ? tone.replace('.', '-') : `${tone}-solid`;
  return `var(--chakra-colors-${token})`;
}

/** The tone of a series in a category. */
export function toneAt(series: Series, category: number): ChartTone {
  return series.tones?.[category] ?? series.tone;
}

/** One row per category with a key per series, as the drawing library wants it. */
export function rowsOf({ categories, series }: ChartData): Record<string, string | number | null>[] {
  return categories.map((category, at) => ({
    category,
    ...Object.fromEntries(series.map(({ id, values }) => [id, values[at] ?? null])),
  }));
}

/** The parts of a donut: the first series' figures, as they are and as shares of their sum (0 to 1). */
export function sharesOf({
  categories,
  series: [series],
}: ChartData): { name: string; value: number; share: number; tone: ChartTone }[] {
  if (series === undefined) return [];
  const values = categories.map((_, at) => series.values[at] ?? 0);
  const sum = values.reduce((total, value) => total + value, 0);
  return categories.map((name, at) => {
    const value = values[at] ?? 0;
    return { name, value, share: sum === 0 ? 0 : value / sum, tone: toneAt(series, at) };
  });
}
