import { plotRef } from '../../../../server/domain/plot/plotInput.ts';
import type { EditedPlotsQuery, PlotChoiceQuery } from '../../../graphql/generated.ts';

type FarmPlot = PlotChoiceQuery['farmPlots']['plots'][number];
type ChosenPlot = NonNullable<EditedPlotsQuery['lotPlots']>[number];

/** A plot that can be selected: with the outline stored with the lot, or the current one. */
export interface OfferedPlot {
  /** value to send: the reference stored with the lot, or the plot's UUID */
  value: string;
  plotId: string;
  /** null once erased */
  name: string | null;
  /** if both outlines of a plot are offered, labels say which one this is */
  outline: 'then' | 'now' | 'only';
  latitude: number | null;
  longitude: number | null;
  areaHa: number | null;
}

/**
 * Plots offered for an edited lot: those stored with it, with their earlier outlines, and the current plots of its
 * farm.
 * @param named references of the lot; empty if it moves to another farm
 * @param kept the same plots in full, once loaded
 */
export function offeredPlots(
  named: readonly string[],
  kept: readonly ChosenPlot[],
  ofFarm: readonly FarmPlot[],
): OfferedPlot[] {
  const then = named.flatMap((value): OfferedPlot[] => {
    const ref = plotRef(value);
    if (ref === null) return [];
    const found = kept.find(({ plotId, version }) => plotId === ref.plotId && version === ref.version);
    const { name = null, latitude = null, longitude = null, areaHa = null } = found ?? {};
    const outline = found === undefined || found.standing === 'current' ? 'only' : 'then';
    return [{ value, plotId: ref.plotId, name, outline, latitude, longitude, areaHa }];
  });
  const now = ofFarm.flatMap(({ id, ...plot }): OfferedPlot[] => {
    const before = then.find(({ plotId }) => plotId === id);
    if (before?.outline === 'only') return [];
    return [{ ...plot, value: id, plotId: id, outline: before === undefined ? 'only' : 'now' }];
  });
  // List the two outlines of one plot next to each other.
  const beside = then.flatMap((one) => [one, ...now.filter(({ plotId }) => plotId === one.plotId)]);
  return [...beside, ...now.filter(({ outline }) => outline === 'only')];
}

/** The selection with one outline per plot: the one selected last. */
export function withoutTwins(
  offered: readonly OfferedPlot[],
  chosen: readonly string[],
  before: readonly string[],
): string[] {
  const plotOf = (value: string): string | undefined => offered.find((one) => one.value === value)?.plotId;
  const added = chosen.filter((value) => !before.includes(value));
  return chosen.filter(
    (value) => added.includes(value) || !added.some((other) => other !== value && plotOf(other) === plotOf(value)),
  );
}
