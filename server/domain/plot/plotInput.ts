import { z } from 'zod';
import { lotFields, latestCalendarDay } from '../lot/lotInput.ts';
import { nameInput } from '../access/nameInput.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';

/**
 * Limits of a farm's plots: a screen shows them together, and a plot with its whole history. `outlines`: characters of
 * their canonical texts, about 50,000 corners. `foreignOverlapsADay`: outlines in 24 hours whose answer reveals
 * something about land of farms that the caller may not see; each is one bit of a search for a border.
 */
export const PLOT_LIMITS = {
  nameLength: 80,
  plotsOfFarm: 500,
  versions: 200,
  outlines: 1_200_000,
  foreignOverlapsADay: 20,
} as const;

const hectares = z
  .number(encodeMessage(INPUT.notPositive({ field: 'areaHa' })))
  .positive(encodeMessage(INPUT.notPositive({ field: 'areaHa' })))
  .max(1_000_000, encodeMessage(INPUT.tooHigh({ field: 'areaHa', most: 1_000_000 })));
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, encodeMessage(INPUT.countryForm({})));

/** A geometry as received; `readPlot` finds its faults. */
const geometry = z
  .looseObject(
    { type: z.string().max(40).refine(isStorable).meta({ pattern: STORABLE_PATTERN }), coordinates: z.unknown() },
    encodeMessage(INPUT.required({ field: 'geometry' })),
  )
  .describe(
    'GeoJSON Point or Polygon (RFC 7946), WGS 84, longitude first, six decimals; a polygon closed and without holes',
  );

const fields = {
  name: nameInput(PLOT_LIMITS.nameLength).describe('What people call it; each plot of a farm has another name'),
  geometry,
  areaHa: hectares
    .nullish()
    .describe(
      'Hectares: of a point 0.0001 to 4, 4 where nothing is said; of a polygon as it was declared, to be compared with the outline',
    ),
  country: country.nullish().describe('ISO 3166-1 alpha-2, as it was declared, to be compared with the place'),
};

/** Upper-case, as lots have it. */
export const plotFarmId = lotFields(latestCalendarDay(new Date(0))).farmId;

/** A new plot. */
export const newPlotInput = z.strictObject(fields);
export type NewPlot = z.output<typeof newPlotInput>;

/** A plot that is only checked: its name may follow later. */
export const plotToCheck = z.strictObject({
  ...fields,
  name: fields.name.nullish(),
  plotId: z
    .uuid(encodeMessage(INPUT.plotId({})))
    .nullish()
    .describe('The plot that it would be the new outline of'),
});
export type PlotToCheck = z.output<typeof plotToCheck>;

/** A change of a plot: another name, another outline, or both. */
export const plotPatch = z.strictObject({
  name: fields.name.optional(),
  geometry: geometry.optional(),
  areaHa: fields.areaHa,
  country: fields.country,
  version: z
    .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
    .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
    .optional()
    .describe('The version that was read'),
});
export type PlotPatch = z.output<typeof plotPatch>;

/**
 * A plot as a lot references it: the plot, the version of its outline, and a salted hash of that outline, which the
 * ledger commits to.
 */
export interface PlotRef {
  plotId: string;
  version: number;
  /** hex */
  mark: string;
}

const REF = /^([0-9a-f-]{36})\/(\d{1,9})\/([0-9a-f]{64})$/;

/** `<plot>/<version>/<mark>`, as lots store it. */
export function plotRefText({ plotId, version, mark }: PlotRef): string {
  return `${plotId}/${version}/${mark}`;
}

/** @returns null for an invalid text */
export function plotRef(text: string): PlotRef | null {
  const [, plotId, version, mark] = REF.exec(text) ?? [];
  return plotId === undefined || version === undefined || mark === undefined
    ? null
    : { plotId, version: Number(version), mark };
}
