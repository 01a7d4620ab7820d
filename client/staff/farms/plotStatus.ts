import { lookOfStatus } from '../../design/Badge.tsx';
import type { MarkTone } from '../../design/colors.ts';
import type { FarmPlotsQuery } from '../../graphql/generated.ts';
import type { FarmWords } from '../../words/farmWords.ts';
import { STATUS_WORDS } from '../../words/terms.ts';

/** The lots of a plot, with the worst status among them; the status is null without lots. */
type PlotLots = Pick<FarmPlotsQuery['farmPlots']['lotsByPlot'][number], 'lots' | 'deforestationStatus'>;

/** By UUID of the plot. */
export type LotsByPlot = ReadonlyMap<string, PlotLots>;

/** How a plot looks on the map and in the list. */
export interface PlotStatus {
  tone: MarkTone;
  text: string;
}

/** Color and words of a plot's status. */
export function plotStatus({ say }: Pick<FarmWords, 'say'>, lots: PlotLots | undefined): PlotStatus {
  const status = lots?.deforestationStatus ?? null;
  if (status === null) return { tone: 'neutral', text: say('plot.noLots') };
  const { known, tone } = lookOfStatus(status);
  return { tone, text: known === undefined ? status : say(STATUS_WORDS[known]) };
}

/** Worst first. */
const LEGEND: readonly MarkTone[] = ['alarm', 'pod', 'leaf', 'neutral'];

/** The colors of these plots for a legend, each with all words that it stands for. */
export function statusLegend(
  { formatList }: Pick<FarmWords, 'formatList'>,
  statuses: readonly PlotStatus[],
): PlotStatus[] {
  return LEGEND.flatMap((tone) => {
    const texts = new Set(statuses.flatMap((one) => (one.tone === tone ? [one.text] : [])));
    return texts.size === 0 ? [] : [{ tone, text: formatList([...texts]) }];
  });
}
