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
  /** positions of a walk, from which corners are derived */
  track: z.array(z.string()).readonly(),
  pasted: z.string(),
});
/** A plot in form representation. */
export type PlotFormValues = z.input<typeof controls>;

/** The data of a plot that is sent to the server. */
export interface PlotToSend {
  name: string;
  /** GeoJSON as text; degrees are texts too, to keep trailing zeros */
  geoJson: string;
  /** points only */
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

/** Initial form values of an existing plot. */
export function plotValues(plot: PlotRowFragment): PlotFormValues {
  const places = plotPlaces(plot);
  const [first] = places;
  if (first !== undefined && places.length === 1) {
    return { ...NEW_PLOT, name: plot.name ?? '', ...cornerAt(first), areaHa: String(plot.areaHa) };
  }
  return { ...NEW_PLOT, name: plot.name ?? '', way: 'draw', ...NO_CORNER, corners: heldCorners(places.map(cornerAt)) };
}

/**
 * Schema of a plot's form: the server's rules that need neither borders nor other plots.
 * @param taken names of the farm's other plots; null if the form has no name field
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
    // The map shows faults with their position.
    if (fault !== undefined && !(isPoint && areaHa === null))
      refuse(isPoint ? 'areaHa' : 'corners', encodeMessage(fault.said));
    return { name: name?.data ?? '', geoJson: JSON.stringify(geoJson), areaHa };
  });
}
