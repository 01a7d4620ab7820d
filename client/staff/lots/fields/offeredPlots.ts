import { plotRef } from '../../../../server/domain/plot/plotInput.ts';
import type { EditedPlotsQuery, PlotChoiceQuery } from '../../../graphql/generated.ts';

type FarmPlot = PlotChoiceQuery['farmPlots']['plots'][number];
type ChosenPlot = NonNullable<EditedPlotsQuery['lotPlots']>[number];

/** A plot that a lot may be from: by the outline that it came from, or by the one of now. */
export interface OfferedPlot {
  /** what is sent: as the lot names it, or the plot's UUID */
  value: string;
  plotId: string;
  /** null once erased */
  name: string | null;
  /** beside the other outline of the same plot, it is said which one this is */
  outline: 'then' | 'now' | 'only';
  latitude: number | null;
  longitude: number | null;
  areaHa: number | null;
}

/**
 * What an edited lot can be from: the plots that it names, with their outlines of then, and all of its farm as they are now.
 * @param named by the lot; none when it goes to another farm
 * @param kept the same in full, while that is known
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
  // Two outlines of one plot stand beside each other.
  const beside = then.flatMap((one) => [one, ...now.filter(({ plotId }) => plotId === one.plotId)]);
  return [...beside, ...now.filter(({ outline }) => outline === 'only')];
}

/** What is chosen: of two outlines of one plot, that which was chosen last. */
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
