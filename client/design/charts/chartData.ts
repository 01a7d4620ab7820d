import type { StageTone, ToneName } from '../colors.ts';

export type ChartTone = ToneName | `stage.${StageTone}`;

export interface Series {
  id: string;
  name: string;
  tone: ChartTone;
  /** one per category; null: unknown */
  values: readonly (number | null)[];
  /** one color per category, where categories have their own (stages) */
  tones?: readonly ChartTone[];
}

export interface ChartData {
  categories: readonly string[];
  series: readonly Series[];
}

export type ChartKind = 'bar' | 'line' | 'stacked' | 'donut';

/** True if all figures are unknown or 0. */
export function isEmpty({ series }: ChartData): boolean {
  return !series.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** CSS color of a tone, with at least 3:1 contrast to the panel background (`palette.test.ts`). */
export function toneColor(tone: ChartTone): string {
  const token = tone.startsWith('stage.') ? tone.replace('.', '-') : `${tone}-solid`;
  return `var(--chakra-colors-${token})`;
}

/** The tone of a series in a category. */
export function toneAt(series: Series, category: number): ChartTone {
  return series.tones?.[category] ?? series.tone;
}

/** One row per category with a key per series, in the format of the chart library. */
export function rowsOf({ categories, series }: ChartData): Record<string, string | number | null>[] {
  return categories.map((category, at) => ({
    category,
    ...Object.fromEntries(series.map(({ id, values }) => [id, values[at] ?? null])),
  }));
}

/** The parts of a donut: the figures of the first series and their shares of the sum (0 to 1). */
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
