import { z } from 'zod';
import { newPlotInput } from '../../../server/domain/plot/plotInput.ts';
import { encodeMessage } from '../../../server/domain/messages/encodeMessage.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';
import { PLOT } from '../../../server/domain/messages/plotMessages.ts';
import type { PlotRowFragment } from '../../graphql/generated.ts';
import { cornerAt, heldCorners, NO_CORNER } from './corners.ts';
import { judgeOutline, typedArea } from './judgeOutline.ts';
import { plotPlaces } from './plotPlaces.ts';

const controls = z.strictObject({
  name: z.string(),
  way: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  areaHa: z.string(),
  corners: z.array(z.string()).readonly(),
  /** positions of a walk, of which the corners are made */
  track: z.array(z.string()).readonly(),
  pasted: z.string(),
});
/** A plot as the controls hold it. */
export type PlotFormValues = z.input<typeof controls>;

/** What is sent of a plot. */
export interface PlotToSend {
  name: string;
  /** GeoJSON as text; its degrees are texts too, which keep the zeros at their end */
  geoJson: string;
  /** of a point alone */
  areaHa: number | null;
}

export const NEW_PLOT: PlotFormValues = {
  name: '',
  way: 'point',
  latitude: '',
  longitude: '',
  areaHa: '',
  corners: heldCorners([]),
  track: [],
  pasted: '',
};

/** A plot that is there, as its form opens. */
export function plotValues(plot: PlotRowFragment): PlotFormValues {
  const places = plotPlaces(plot);
  const [first] = places;
  if (first !== undefined && places.length === 1) {
    return { ...NEW_PLOT, name: plot.name ?? '', ...cornerAt(first), areaHa: String(plot.areaHa) };
  }
  return { ...NEW_PLOT, name: plot.name ?? '', way: 'draw', ...NO_CORNER, corners: heldCorners(places.map(cornerAt)) };
}

/**
 * The rules of a plot's form: those of the server that need neither borders nor plots of others.
 * @param taken names of the farm's other plots; null where no name is asked for
 */
export function plotForm(taken: readonly string[] | null) {
  return controls.transform((typed, context): PlotToSend => {
    const refuse = (field: keyof PlotFormValues, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const name = taken === null ? null : newPlotInput.shape.name.safeParse(typed.name);
    if (name?.success === false) refuse('name', name.error.issues[0]?.message ?? '');
    if (name?.success && taken?.some((other) => other.toLowerCase() === name.data.toLowerCase())) {
      refuse('name', encodeMessage(PLOT.nameTaken({ name: name.data })));
    }
    const isPoint = typed.way === 'point';
    const areaHa = isPoint ? (typedArea(typed) ?? null) : null;
    if (isPoint && areaHa === null) refuse('areaHa', encodeMessage(INPUT.required({ field: 'areaHa' })));
    const { geoJson, faults } = judgeOutline(typed);
    if (geoJson === null) {
      if (isPoint) refuse('latitude', encodeMessage(INPUT.required({ field: 'latitude' })));
      else refuse('corners', encodeMessage(PLOT.tooFewPositions({})));
    }
    const [fault] = faults;
    // What is wrong stands beside the map, with its place.
    if (fault !== undefined && !(isPoint && areaHa === null))
      refuse(isPoint ? 'areaHa' : 'corners', encodeMessage(fault.said));
    return { name: name?.data ?? '', geoJson: JSON.stringify(geoJson), areaHa };
  });
}
